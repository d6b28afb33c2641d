// How far listing comes in a table that holds too many keys.
#pragma once

namespace peel::analysis {

// The share of all keys that are listed before only cells with several keys are left, as tables grow. 1 up to
// the load core_threshold(k, 2); beyond it 1 - q^k, where q is the largest solution of
//   q = 1 - exp(-k load q^(k-1)),
// for a key stays if each of its k cells keeps another one.                                  [Molloy 2004]
// Right to 1e-5, and next to the threshold to 1e-3. k >= 2 and load > 0; anything else yields NaN.
double partial_listing(unsigned k, double load);

}  // namespace peel::analysis
