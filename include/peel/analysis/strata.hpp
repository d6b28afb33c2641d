// What a sample says of the whole: hash sampling keeps each distinct item with probability 2^-level, and the
// size of the whole is estimated from how many were kept. docs/theory/strata.md tells the story.
//
// Levels are 0 to 60, standard errors 0 to 100. Anything else yields NaN.
#pragma once

#include "peel/core/types.hpp"

namespace peel::analysis {

struct SampledTotal {
  double likely;  // kept * 2^level: right on average
  double least;   // a whole smaller than this keeps so many with a probability of at most e^(-z^2/2),
  double most;    // and one larger than this so few
};

// The range in which the whole lies, for z standard errors. By Chernoff's bound, which holds for every size;
// where many were kept the range is close to likely +- z * sqrt(kept * (1 - 2^-level)) * 2^level.
//   least, most: the n on either side of the likely one with  n * D(kept/n || 2^-level) = z^2/2,
//   D(a || p) = a ln(a/p) + (1-a) ln((1-a)/(1-p))                                      [Chernoff 1952]
// At level 0 everything is kept, and all three are the same.
SampledTotal sampled_total(ItemCount kept, SamplingLevel level, double standard_errors);

}  // namespace peel::analysis
