// Numbers as users type them and as they like to read them. What is not accepted gets a sentence that says
// what is.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <string>

namespace peel::cli {

struct NumberRange {
  std::uint64_t least;
  std::uint64_t most;
};

// The text that followed an option.
struct Argument {
  const char* option;
  const std::string& text;
};

// Digits, or digits and a power of ten: 1000, 1e6.
Result<std::uint64_t> whole_number(Argument argument, NumberRange accepted);

// A number strictly between 0 and 1.
Result<Rate> probability(Argument argument);

// With a comma between groups of three digits.
std::string grouped(std::uint64_t number);

}  // namespace peel::cli
