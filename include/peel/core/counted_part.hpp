// CountedPart: which part of each line a summary of a stream counts. Summaries remember it, so that others
// can count alike and add theirs. Nothing here takes lines apart: that is up to whoever reads them.
#pragma once

#include "peel/core/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace peel {

struct CountedPart {
  enum class Keys : std::uint8_t {
    lines = 1,      // whole lines
    fields = 2,     // one field of each line
    addresses = 3,  // the first IP address of each line, or of one of its fields
  };

  Keys keys = Keys::lines;
  std::uint32_t field = 0;     // which one, from 1; 0 for the whole line
  std::uint8_t delimiter = 0;  // the byte between fields; 0: blanks and tabs, as many as there are

  friend bool operator==(const CountedPart&, const CountedPart&) = default;
};

std::string_view name_of(CountedPart::Keys keys);

// Fails with `invalid_argument` for lines with a field or a delimiter, for fields without a number, for a
// delimiter without a field, and for a delimiter that is a line feed.
[[nodiscard]] Result<void> validate(const CountedPart& part);

// As in "they have keys from field 2 and field 3"; empty if nothing differs.
std::string difference_of(const CountedPart& first, const CountedPart& second);

}  // namespace peel
