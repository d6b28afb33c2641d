// The inverses of small numbers in the field, for trying out many of them.
#pragma once

#include "invertible/field.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::detail {

class FieldInverses {
 public:
  // Of any number, of 0 it is 0; in constant time once it was asked for: p = q n + r gives 1/n = -q / r, and
  // r < n.
  std::uint64_t operator()(std::uint64_t number) {
    while (inverses_.size() <= number) {
      const std::uint64_t next = inverses_.size();
      const std::uint64_t negative_quotient = field::kModulus - field::kModulus / next;
      inverses_.push_back(field::multiply(negative_quotient, inverses_[field::kModulus % next]));
    }
    return inverses_[number];
  }

 private:
  std::vector<std::uint64_t> inverses_{0, 1};
};

}  // namespace peel::detail
