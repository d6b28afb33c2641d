// A table in plain text: columns as wide as their widest cell, two spaces apart.
#pragma once

#include <string>
#include <vector>

namespace peel::cli {

using Row = std::vector<std::string>;

// Rows of equal length; every line starts with `indent` and none ends in spaces.
std::string text_table(const std::vector<Row>& rows, const std::string& indent);

// Words in lines of at most 100 characters. The first starts with `first`, the others with as many spaces.
std::string wrapped(const std::string& text, const std::string& first);

}  // namespace peel::cli
