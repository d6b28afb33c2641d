#include "peel/core/counted_part.hpp"

#include <utility>

namespace peel {

namespace {

using Keys = CountedPart::Keys;

// "blanks" or the byte as a number: it may be none that can be printed.
std::string name_of_delimiter(std::uint8_t delimiter) {
  return delimiter == 0 ? "blanks" : "byte " + std::to_string(delimiter);
}

std::string name_of_field(std::uint32_t field) {
  return field == 0 ? "the whole line" : "field " + std::to_string(field);
}

std::string names(std::string_view first, std::string_view second) {
  return std::string(first) + " and " + std::string(second);
}

}  // namespace

Result<void> validate(const CountedPart& part) {
  if (part.keys < Keys::lines || part.keys > Keys::addresses) {
    return refused("keys of kind " + std::to_string(static_cast<unsigned>(part.keys)) +
                   ": accepted are 1 (lines), 2 (fields) and 3 (addresses)");
  }
  if (part.keys == Keys::lines && part.field != 0) {
    return refused("field " + std::to_string(part.field) + " of keys that are whole lines");
  }
  if (part.keys == Keys::fields && part.field == 0) {
    return refused("keys that are fields, without the number of the field; accepted are 1 and more");
  }
  if (part.field == 0 && part.delimiter != 0) {
    return refused("a delimiter, byte " + std::to_string(part.delimiter) + ", without a field");
  }
  if (part.delimiter == '\n') return refused("a line feed as delimiter, where it ends a line");
  return {};
}

std::string difference_of(const CountedPart& first, const CountedPart& second) {
  if (first.keys != second.keys) return "keys that are " + names(name_of(first.keys), name_of(second.keys));
  if (first.field != second.field)
    return "keys from " + names(name_of_field(first.field), name_of_field(second.field));
  if (first.delimiter != second.delimiter) {
    return "fields between " + names(name_of_delimiter(first.delimiter), name_of_delimiter(second.delimiter));
  }
  return {};
}

std::string_view name_of(CountedPart::Keys keys) {
  switch (keys) {
    case Keys::lines:
      return "lines";
    case Keys::fields:
      return "fields";
    case Keys::addresses:
      return "addresses";
  }
  return "unknown";
}

}  // namespace peel
