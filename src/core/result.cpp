#include "peel/core/result.hpp"

namespace peel::detail {

void no_value(const Error& error) {
  throw BadResult("the value of a failed Result was taken; it failed because " + error.sentence());
}

void no_error() {
  throw BadResult("the error of a Result that has a value was taken");
}

}  // namespace peel::detail
