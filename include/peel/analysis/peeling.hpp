// What theory says of peeling and of lookups in invertible tables. Numbers in, numbers out; every formula is
// written once, here, with its source and its range. docs/theory/peeling.md tells the story behind them.
//
//   n  keys (inserted or extraneously deleted)      m  cells      k  cells per key (one per sub-table of m/k)
//
// A table needs 1 <= k <= m; a threshold needs k >= 2 and j >= 2; a probability lies in [0, 1]. Anything else
// yields NaN. Failures are functions of their own, since 1 - success has no digits left of a small failure.
#pragma once

#include "peel/core/types.hpp"

namespace peel::analysis {

// The load n/m below which a random k-uniform hypergraph has no j-core with high probability, as m grows:
// peeling removes every key while some cell holds fewer than j. For j = 2 this is listing.
//   min over x > 0 of  x / (k * P[Poisson(x) >= j-1]^(k-1))                [Molloy 2004; Pittel et al. 1996]
// For k = j = 2 the infimum 1/2 is a limit, and less is true below it: no core of linear size, but a table of
// two sub-tables lists completely only with probability sqrt(1 - (2n/m)^2).
double core_threshold(unsigned k, unsigned j);

// c_k: cells per key above which listing succeeds with high probability, 1 / core_threshold(k, 2).
//                                                             [Goodrich, Mitzenmacher 2011, 2.4, Table 1]
double cells_per_key_threshold(unsigned k);

// The probability that a given cell holds none of n other keys: (1 - k/m)^n, exact for k sub-tables of m/k.
double cell_empty_probability(ItemCount n, CellCount m, HashCount k);

// GET of a key that is in the table (one of the n) fails if all its cells hold other keys too.
//   (1 - (1 - k/m)^(n-1))^k                                            [Goodrich, Mitzenmacher 2011, 2.3]
// The k cells lie in different sub-tables, whose loads are independent, so this is exact. The same holds for
// the three probabilities below, and for tables with a lost sub-table: pass the k and m that are left.
double get_present_failure(ItemCount n, CellCount m, HashCount k);
double get_present_success(ItemCount n, CellCount m, HashCount k);

// GET of a key that is not in the table fails to answer `absent`.
// With checks, only an empty cell proves absence: (1 - (1 - k/m)^n)^k            [ibid., section 3, erratum]
double get_absent_failure_checked(ItemCount n, CellCount m, HashCount k);
double get_absent_success_checked(ItemCount n, CellCount m, HashCount k);
// Without checks, a cell with one other key does too: (1 - P[0 keys] - P[1 key])^k          [ibid., 2.3]
double get_absent_failure_simple(ItemCount n, CellCount m, HashCount k);
double get_absent_success_simple(ItemCount n, CellCount m, HashCount k);

// A valid key is lost because each of its k cells holds one of the `poisoned` keys that have several values.
//   (1 - (1 - k/m)^poisoned)^k                                                     [ibid., section 3]
// Exact for this cause; a key may be lost in rarer ways too, in company with other valid keys.
double lost_to_poison(ItemCount poisoned, CellCount m, HashCount k);

// The probability that exactly `lost` of `valid` keys are lost so, taking them as independent (binomial).
double lost_count_probability(ItemCount valid, ItemCount lost, double lost_to_poison_each);

}  // namespace peel::analysis
