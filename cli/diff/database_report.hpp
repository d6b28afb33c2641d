// DatabaseReport: what comes of comparing all tables of two databases: for each a summary, and one of all.
#pragma once

#include "peel/core/error.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/sources/compare_databases.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/output/output.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/html_page.hpp"
#include "cli/status.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

class DatabaseReport {
 public:
  DatabaseReport(const DiffOptions& options, const DiffChoices& choices, Output& output);
  ~DatabaseReport();

  // Shows changes of a table, under its name. None if changes are not to be shown.
  std::unique_ptr<ChangeWriter> begin_table(const Terms& terms);
  void end_table(const Terms& terms, const DiffSummary& summary);
  // A table that only one of the databases has.
  void add_one_sided(reconcile::Side side, const std::string& table, std::uint64_t rows);
  // One that cannot be compared: its columns do not match, or it cannot be read. It may have been begun.
  void add_incomparable(const std::string& table, const Error& reason);
  void add_schema_difference(const sources::SchemaDifference& difference);

  // Why no patch can be made: a table could not be compared, or would have to be made or dropped.
  std::optional<Error> problem_of_patch() const;
  // The summary of all.
  Status finish(const reconcile::Report& total);

 private:
  struct TableList;  // for the summary in JSON
  class PageWriter;  // changes of one table, on their way to the page

  bool shows(DiffFormat format) const { return choices_.format == format && !options_.quiet; }
  void line(const std::string& table, const std::string& text);

  const DiffOptions& options_;
  const DiffChoices& choices_;
  Output& output_;
  std::uint64_t not_shown_ = 0;
  std::unique_ptr<TableList> tables_;
  std::optional<HtmlPage> page_;          // of that format
  std::optional<std::string> one_sided_;  // the first of them
  bool is_in_table_ = false;
  std::optional<Error> incomparable_;  // the first of them
  std::string others_incomparable_;    // the names of the others
};

}  // namespace peel::cli
