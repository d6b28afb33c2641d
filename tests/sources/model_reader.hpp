// What a source must yield, by a reader that takes one byte after the other from the whole text. It shares
// nothing with the sources but the rules.
#pragma once

#include "sources/reading.hpp"

#include <string>
#include <string_view>

namespace peel::test {

inline Reading model_of_lines(std::string_view text) {
  Reading reading;
  std::uint64_t line = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string row(text.substr(0, end));
    reading.rows.push_back({{row}, row, line++});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reading;
}

class TableModel {
 public:
  TableModel(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  Reading read(bool has_header) {
    Reading reading;
    const std::string_view whole = text_;
    ReadRow first;
    do {
      if (text_.empty()) return reading;
      if (!record(first, reading.error)) return reading;
    } while (first.raw.empty());
    const std::size_t columns = first.fields.size();
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string name = has_header ? first.fields[i] : std::to_string(i + 1);
      for (std::size_t j = 0; j < i; ++j) {
        if (reading.columns[j] != name) continue;
        return {{},
                {},
                ", line " + std::to_string(first.line) + ": columns " + std::to_string(j + 1) + " and " +
                    std::to_string(i + 1) + " are both named '" + name + "'; each name may stand once"};
      }
      reading.columns.push_back(name);
    }
    if (!has_header) {
      text_ = whole;
      line_ = 1;
    }
    ReadRow row;
    while (!text_.empty() && record(row, reading.error)) {
      if (row.raw.empty() && columns != 1) continue;
      if (row.fields.size() != columns) {
        const std::string number = std::to_string(row.fields.size());
        reading.error = ", line " + std::to_string(row.line) + ": " + number +
                        (number == "1" ? " field where " : " fields where ") +
                        (has_header ? "the header" : "line " + std::to_string(first.line)) + " has " +
                        std::to_string(columns);
        return reading;
      }
      reading.rows.push_back(row);
    }
    return reading;
  }

 private:
  bool at_line_end(std::size_t at) const {
    return text_.substr(at, 1) == "\n" || text_.substr(at, 2) == "\r\n";
  }

  // Takes one record off the text; false, with the reason, if it has none.
  bool record(ReadRow& row, std::string& error) {
    row = {{""}, "", line_};
    std::size_t at = 0;
    bool is_new_field = true;
    while (at < text_.size() && !at_line_end(at)) {
      if (is_new_field && text_[at] == '"') {
        if (!quoted(at, row.fields.back(), error)) return false;
        is_new_field = false;
      } else if (text_[at] == delimiter_) {
        row.fields.emplace_back();
        is_new_field = true;
        ++at;
      } else {
        row.fields.back() += text_[at++];
        is_new_field = false;
      }
    }
    row.raw = text_.substr(0, at);
    if (at < text_.size()) at += text_[at] == '\r' ? 2U : 1U;
    text_.remove_prefix(at);
    ++line_;
    return true;
  }

  bool quoted(std::size_t& at, std::string& field, std::string& error) {
    const std::uint64_t opened = line_;
    for (++at;; ++at) {
      if (at == text_.size()) {
        error = ", line " + std::to_string(opened) +
                ": the quote of a quoted field that begins here is never closed";
        return false;
      }
      if (text_[at] == '\n') ++line_;
      if (text_[at] == '"' && text_.substr(at + 1, 1) != "\"") break;
      if (text_[at] == '"') ++at;
      field += text_[at];
    }
    ++at;
    if (at == text_.size() || at_line_end(at) || text_[at] == delimiter_) return true;
    error = ", line " + std::to_string(line_) + ": stray";
    return false;
  }

  std::string_view text_;
  char delimiter_;
  std::uint64_t line_ = 1;
};

inline Reading model_of_table(std::string_view text, char delimiter, bool has_header) {
  return TableModel(text, delimiter).read(has_header);
}

}  // namespace peel::test
