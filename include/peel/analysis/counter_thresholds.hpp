// Thresholds of invertible counters: keys per cell below which listing is complete with high probability, as
// tables grow. Those of standard and of moment cells are core_threshold(k, 2) and core_threshold(k, 3), in
// coupled tables 1 / coupled_threshold. Here are the paper's other cells. docs/theory/counter-thresholds.md
// tells the story and sets the paper's tables beside these numbers.
//
//   k  cells per key, the paper's h: 2 to 20. Anything else yields NaN.
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>

namespace peel::analysis {

// Even-odd cells show one key, or two of different class. Density evolution, exact in the limit:
//   min over x > 0 of  x / (k * (1 - e^-x (1 + x/2))^(k-1))
//   k=2: 1    k=3: 1.2454    k=4: 1.1173    k=5: 0.9898    k=6: 0.8842    k=7: 0.7982
double even_odd_threshold(unsigned k);

// The share of the keys that even-odd cells never show, in large tables of so many keys per cell: 0 below the
// threshold. With two hashes it grows from 0 there, with more it jumps.
//   y^k with the largest y = 1 - e^-x (1 + x/2), x = k * load * y^(k-1)
double even_odd_left_over(unsigned k, double load);

// What the paper solves in place of it, the root n/m of
//   (2/k) (1 - e^-y - y e^-y) + n/m = core_threshold(k, 3),  y = k n / 2m         [Ding, Rauen, section IV-C]
// A heuristic: too high for k = 2, too low from k = 3 on.
double even_odd_heuristic(unsigned k);

// Which key a cell keeps beside its sums.
enum class KeptKeyRule : std::uint8_t {
  first,   // the first that came, or as well the last
  random,  // any of its keys with the same probability, independently in each cell
};
// Where a key that is kept in some cell helps to read two keys.
enum class KeptKeyUse : std::uint8_t {
  own_cell,  // in that cell only                                    [Ding, Rauen, section V-B, conditions
             // 1-3]
  anywhere,  // in all cells of the key                                        [ibid., Algorithm 2, lists L]
};
enum class KeyClasses : std::uint8_t {
  one,  // one-key cells show one key, or two of which one is a kept key
  two,  // combined cells show two of different class, too
};
struct KeptKeyCells {
  KeptKeyRule rule = KeptKeyRule::first;
  KeptKeyUse use = KeptKeyUse::anywhere;
  KeyClasses classes = KeyClasses::one;
};

// By density evolution, right to 3e-4 (2e-3 for k = 2). Exact in the limit for `first`, where it takes
// account of when keys came; `random` takes multiplicities as equal.
//   first, own cell   k=3: 1.2755    k=4: 1.1451    k=5: 1.0145    k=6: 0.9061    k=7: 0.8178
//   first, anywhere   k=3: 1.3521    k=4: 1.2159    k=5: 1.0757    k=6: 0.9593    k=7: 0.8648
//   random, own cell  k=3: 1.3229    k=4: 1.1787    k=5: 1.0406    k=6: 0.9274    k=7: 0.8358
double kept_key_threshold(unsigned k, const KeptKeyCells& cells);

// Table II of the paper: how far listing could get if it tried all sets of kept keys at once, taking the
// others as spread evenly. H_k / k + core_threshold(k, 2), H_k = 1 + 1/2 + ... + 1/k. An estimate: see below.
double kept_key_ideal(unsigned k);

// The same without taking the others as spread evenly: up to this load the keys that no cell keeps have no
// two-core. Where cells keep the first that comes, the others never went to a cell that was empty. Density
// evolution, right to 1e-4 (6e-3 for k = 2). Less than Table II up to k = 8, and a little more from there on.
//   k=3: 1.3806    k=4: 1.2755    k=5: 1.1511    k=6: 1.0423    k=7: 0.9511
double kept_key_ideal_threshold(unsigned k);

// How many of n keys are kept by some cell, if cells keep the first that comes. Exact for partitioned tables;
// for n -> infinity it is H_k / k * m.                                                       [ibid., section
// V-C]
double expected_kept_keys(ItemCount n, CellCount m, HashCount k);

}  // namespace peel::analysis
