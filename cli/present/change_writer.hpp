// Changes on their way to standard output, in one of the formats.
#pragma once

#include "cli/numbers.hpp"
#include "cli/output/csv.hpp"
#include "cli/output/output.hpp"
#include "cli/output/quoted.hpp"
#include "cli/present/diff_summary.hpp"
#include "cli/present/shown_change.hpp"
#include "cli/terminal.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace peel::cli {

// Empty text is told from NULL where there can be one.
inline EmptyText empty_text_of(const Terms& terms) {
  return terms.typing == Typing::text ? EmptyText::bare : EmptyText::quoted;
}

enum class DiffFormat : std::uint8_t { text, json, csv, html, sql, changeset };

class ChangeWriter {
 public:
  virtual ~ChangeWriter() = default;
  virtual void begin() {}
  virtual void write(const ShownChange& change) = 0;
  // No more changes come: what a writer held back is written.
  virtual void flush() {}
  virtual void end(const DiffSummary&) {}
};

enum class Reader : std::uint8_t { program, person };

struct TextStyle {
  Colour colour = Colour::off;
  bool is_terminal = false;
  Reader reader = Reader::program;  // a person gets rows laid out in columns, and a summary
  std::size_t columns = 80;         // of the terminal
  LineEnd line_end = LineEnd::feed;

  // Coloured text reaches a terminal in the end, through a pager.
  bool is_for_eyes() const { return is_terminal || colour == Colour::on; }
  // People like digits in groups, programs do not.
  std::string number(std::uint64_t number) const {
    return is_for_eyes() ? grouped(number) : std::to_string(number);
  }
  Tabs tabs() const { return is_for_eyes() ? Tabs::quoted : Tabs::plain; }
};

// Like diff(1): "- row", "+ row", and "~ key: column old -> new". One line for each change, which can be read
// back: docs/text-output.md says how.
std::unique_ptr<ChangeWriter> text_writer(const Terms& terms, TextStyle style, Output& output);

// Of folders: "- path", "+ path", "~ path: mode rw-r--r-- -> rwxr-xr-x, content differs", "> old -> new". A
// folder has a slash at its end.
std::unique_ptr<ChangeWriter> tree_text_writer(const Terms& terms, TextStyle style, Output& output);

// The rows of a table for a person. text_writer chooses it.
std::unique_ptr<ChangeWriter> terminal_writer(const Terms& terms, TextStyle style, Output& output);

// Another one, which says which table changes belong to before the first of them.
std::unique_ptr<ChangeWriter> headed_writer(std::unique_ptr<ChangeWriter> writer, const std::string& table,
                                            Output& output);

// One object for each change, then the summary.
std::unique_ptr<ChangeWriter> json_writer(const Terms& terms, Output& output);

// RFC 4180: what happened, how often, then the row. A changed row takes two records.
std::unique_ptr<ChangeWriter> csv_writer(const Terms& terms, TextStyle style, Output& output);

}  // namespace peel::cli
