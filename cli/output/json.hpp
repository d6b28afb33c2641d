// JSON lines: one object a line, members in the order in which they were given.
#pragma once

#include "peel/rows/cell.hpp"

#include "cli/output/output.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace peel::cli {

using Json = nlohmann::ordered_json;

// The text itself, or {"base64": ...} if it is not UTF-8.
Json json_text(std::string_view bytes);
// A number, text, null; a blob as {"base64": ...}; a number that JSON has not as text.
Json json_cell(const rows::Cell& cell);
// null if it is not finite, for which JSON has no number.
Json json_number(double value);

void write_json_line(Output& output, const Json& object);
// JSON on one line, as it is spelled. Where standard output is a terminal, characters that act on one or hide
// are spelled \uNNNN.
void write_json_line(Output& output, std::string json);
// The same JSON without these characters.
std::string json_for_eyes(std::string_view json);

}  // namespace peel::cli
