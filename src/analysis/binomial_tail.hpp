// The upper tail of a binomial number.
#pragma once

#include <boost/math/special_functions/beta.hpp>

namespace peel::analysis {

struct Draws {
  double draws;
  double hit;  // the probability of each
};

// P(at least t hits) is the regularized incomplete beta function of t and n - t + 1.
inline double binomial_tail(Draws of, double least) {
  if (least <= 0) return 1;
  if (of.draws < least) return 0;
  using Policy = boost::math::policies::policy<
      boost::math::policies::overflow_error<boost::math::policies::errno_on_error>,
      boost::math::policies::underflow_error<boost::math::policies::ignore_error>,
      boost::math::policies::evaluation_error<boost::math::policies::errno_on_error>>;
  return boost::math::ibeta(least, of.draws - least + 1, of.hit, Policy());
}

}  // namespace peel::analysis
