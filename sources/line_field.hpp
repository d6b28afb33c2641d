// One field of a line: as awk counts them, between blanks and tabs, or as cut does, between one delimiter.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace peel::sources {

struct FieldChoice {
  std::uint32_t number = 1;  // from 1
  // 0: blanks and tabs separate, as many as there are, and those at the beginning of a line do not count.
  // Another byte: each one separates, so that fields may be empty.
  std::uint8_t delimiter = 0;
};

// A view into the line; nothing if it has fewer fields.
std::optional<std::string_view> field_of(std::string_view line, FieldChoice choice);

}  // namespace peel::sources
