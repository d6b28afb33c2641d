// Numbers as users type them and as they like to read them. What is not accepted gets a sentence that says
// what is.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

// Digits, and K, M, G or T for powers of 1024.
Result<std::uint64_t> byte_size(Argument argument, NumberRange accepted);

// One of several words.
template <class Choice>
Result<Choice> one_of(Argument argument,
                      std::initializer_list<std::pair<std::string_view, Choice>> accepted) {
  std::string words;
  for (const auto& [word, choice] : accepted) {
    if (argument.text == word) return choice;
    words += (words.empty() ? "" : ", ") + std::string(word);
  }
  return failure(ErrorCode::invalid_argument,
                 std::string(argument.option) + " " + argument.text + ": accepted are " + words);
}

// Above 0 and finite; nothing for other text.
std::optional<double> positive_number(std::string_view text);

// What sentences say of times.
inline constexpr std::string_view kAcceptedTimes = "times from 0.001s to 277777h, in s, m or h";
// Digits with or without a fraction, and s, m or h behind them; seconds without. At least a millisecond.
Result<std::chrono::milliseconds> duration(Argument argument);

// A number strictly between 0 and 1, called what it is where it is refused.
Result<Rate> probability(Argument argument);
Result<Rate> proportion(Argument argument);
// "1 line", "2,000 lines".
std::string counted(std::uint64_t number, std::string_view singular);

// With a comma between groups of three digits: how people get all numbers, but those that they are to type.
// Programs get plain digits.
std::string grouped(std::uint64_t number);
// The same for differences, which may be negative.
std::string grouped_signed(std::int64_t number);
std::string counted_signed(std::int64_t number, std::string_view singular);

}  // namespace peel::cli
