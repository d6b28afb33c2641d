// Text and numbers as canonical JSON spells them: every value in one way. docs/formats/rows.md is the
// specification.
#pragma once

#include <string>
#include <string_view>

namespace peel::sources {

// Of bytes of UTF-8, what stands between the quotes. Appended.
void append_escaped(std::string_view text, std::string& to);

// Of text as a JSON file has it between quotes, and a JsonReader accepted it. Appended.
void append_canonical_text(std::string_view spelled, std::string& to);

// Of a number that a JsonReader accepted: an integer of 64 bits in digits, any other as digits, E and a power
// of ten. False, and nothing is appended, if that power is beyond 10,000 either way.
bool append_canonical_number(std::string_view spelled, std::string& to);

}  // namespace peel::sources
