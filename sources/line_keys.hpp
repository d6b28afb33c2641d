// The part of a line that is its key: all of it, one of its fields, or the first IP address in either.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/counted_part.hpp"

#include "sources/ip_address.hpp"
#include "sources/line_field.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace peel::sources {

class LineKeys {
 public:
  explicit LineKeys(const CountedPart& part)
      : addresses_(part.keys == CountedPart::Keys::addresses),
        field_{.number = part.field, .delimiter = part.delimiter} {}

  bool are_whole_lines() const { return !addresses_ && field_.number == 0; }

  // The text that counts, a view into the line; of an address its 16 bytes, a view of `room`. Nothing if the
  // line has no such field or address.
  std::optional<std::string_view> key_in(std::string_view line, IpAddress& room) const {
    if (field_.number > 0) {
      const auto field = field_of(line, field_);
      if (!field || !addresses_) return field;
      line = *field;
    }
    if (!addresses_) return line;
    const auto found = first_address(line);
    if (!found) return std::nullopt;
    room = *found;
    return as_text(std::as_bytes(std::span(room.bytes)));
  }

 private:
  bool addresses_;
  FieldChoice field_;
};

}  // namespace peel::sources
