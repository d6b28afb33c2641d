// How often listing an invertible counter is wrong: it believes a cell that holds more keys than it shows,
// and lists keys that nobody inserted. docs/theory/counter-thresholds.md, "Wrong listings".
#pragma once

#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// ---- the paper's bounds
// ------------------------------------------------------------------------------------- Each test of a cell
// passes by accident with probability 1/S, where hashes take S values; the bounds count the tests of a whole
// listing. None of them knows that a key must also belong to the cell it was read from.

struct HashRange {
  double values;  // S
};

// Standard counters, m cells: m (m+1) / 2S                                       [Ding, Rauen, section III-C]
double standard_wrong_bound(CellCount m, HashRange s);
// Even-odd counters, all copies in one cell: count (count+1) / 2S. It is at most 1/2 from S >= count
// (count+1) on; S > count^2, as printed, gives (1 + 1/count) / 2. [section IV-D]
double even_odd_wrong_bound(CopyCount count, HashRange s);
// One-key counters, all copies in one cell: (count^3 + 5 count) / 3S. S >= N^3, as printed, gives
// 1/3 + 5 / (3 N^2).                                                                           [section V-D]
double one_key_wrong_bound(CopyCount count, HashRange s);

// ---- moment cells
// -------------------------------------------------------------------------------------------

// The probability that a cell with three or more keys is taken for two that are not there. Sums of three keys
// make a quadratic equation as good as random, which must pass four tests:
//   its discriminant is a square                          1/2
//   both roots are keys                                   (2^(8w) / p)^2, w bytes; from 8 bytes on 1/4
//   both roots belong to this cell                        (chance of a key to be placed there)^2
//   multiplicities m1 and m2, of which only the sum is given, have |m1| + |m2| <= G: about G/p
// p is 2^61 - 1, G the copies inserted plus those deleted. A key of 8 bytes has its cell up to kQuotientCells
// neighbours. In place of its position, a longer key must have the digest that was read, 60 bits. That a cell
// is taken for one key is much rarer: two equations hold by accident, with probability p^-2.
double wrong_pair(ByteWidth key_width, double chance_of_cell, CopyCount gross_total);

// The expected number of cells believed so while n keys are listed; for rare mistakes the probability of one.
double wrong_moment_listing(ItemCount n, const TableGeometry& table, ByteWidth key_width,
                            CopyCount gross_total);

// The expected number of pairs of keys that share a cell and the digest of 60 bits by which moment cells know
// keys of more than 8 bytes. Such a pair is not listed correctly.
double digest_collisions(ItemCount n, const TableGeometry& table);

}  // namespace peel::analysis
