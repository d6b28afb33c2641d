// HtmlPage: the report of a diff as one page of HTML that needs nothing else. It is written as changes come
// and keeps none of them: for each table some counters and a chart. What is known only at the end stands at
// the end of the file, and on top of the page.
//
// Changes are data, in blocks of JSON, which the scripts of the page (cli/present/html) show. The first ones
// are there as tables, too, for readers without scripts.
#pragma once

#include "cli/output/output.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/diff_summary.hpp"
#include "cli/present/place_chart.hpp"
#include "cli/present/shown_change.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::cli {

// The page around the changes, with <!--peel:NAME--> where something is to be put.
extern const std::string_view kHtmlPage;

// The two sides, as they are called.
struct ComparedNames {
  std::string left;
  std::string right;
};

// What is said of a table of several, or of the only one.
struct TableReport {
  std::string name = {};
  std::optional<std::size_t> data = {};  // which of the tables in the page's data it is; none if it has none
  DiffSummary summary = {};
  std::string places = {};  // what its rows are numbered by
  PlaceChart chart = {};
  std::uint64_t without_place = 0;  // changes that are not in the chart
  std::string note = {};            // in place of counts
};

class HtmlPage {
 public:
  HtmlPage(ComparedNames names, Output& output) : names_(std::move(names)), output_(output) {}

  void begin();
  // The terms are used until the table ends.
  void begin_table(const Terms& terms);
  void write(const ShownChange& change);
  void end_table(const DiffSummary& summary);
  // The table that ended last shows this note in place of its counts.
  void set_note(std::string note) { tables_.back().note = std::move(note); }
  // A table that has no changes to show, and why.
  void add_table(const std::string& name, const std::string& note);
  void finish(const DiffSummary& total);

 private:
  void put(std::string_view text) { output_.write(text); }
  void end_block();
  void end_listing();

  ComparedNames names_;
  Output& output_;
  const Terms* terms_ = nullptr;
  std::vector<TableReport> tables_;
  std::size_t tables_with_data_ = 0;
  std::uint64_t listed_ = 0;      // changes shown without scripts
  bool is_listing_ = false;       // within the table of those
  std::uint64_t block_rows_ = 0;  // of the open block of data, if there are any
  std::uint64_t block_bytes_ = 0;
};

// The report of one table, or of lines.
std::unique_ptr<ChangeWriter> html_writer(ComparedNames names, const Terms& terms, Output& output);

// What stands on top: counts, charts, and how they were found.
std::string html_summary(const DiffSummary& total, const std::vector<TableReport>& tables);

// A change as cli/present/html/data.js reads it, and as a row of a table of HTML.
std::string script_json_of(const ShownChange& change, const Terms& terms);
std::string listed_row(const ShownChange& change, const Terms& terms);
// The head of the table with those rows; the names of columns as LEFT has them.
std::string listed_head(const Terms& terms);
std::string script_json_of(const Terms& terms);
// "Line", "Rowid", "Row": what places are.
std::string_view name_of_place(const Terms& terms);
// "by line in RIGHT"
std::string places_in_words(const Terms& terms);

}  // namespace peel::cli
