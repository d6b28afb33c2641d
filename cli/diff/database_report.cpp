#include "cli/diff/database_report.hpp"

#include "cli/diff/diff_report.hpp"
#include "cli/diff/stats_text.hpp"
#include "cli/diff/summary_json.hpp"
#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace peel::cli {

struct DatabaseReport::TableList {
  Json tables = Json::array();
  Json schema_differences = Json::array();
};

class DatabaseReport::PageWriter : public ChangeWriter {
 public:
  explicit PageWriter(HtmlPage& page) : page_(page) {}
  void write(const ShownChange& change) override { page_.write(change); }

 private:
  HtmlPage& page_;
};

DatabaseReport::DatabaseReport(const DiffOptions& options, const DiffChoices& choices, Output& output)
    : options_(options), choices_(choices), output_(output), tables_(std::make_unique<TableList>()) {
  if (!shows(DiffFormat::html)) return;
  page_.emplace(ComparedNames{spoken_name(options.left), spoken_name(options.right)}, output);
  page_->begin();
}

DatabaseReport::~DatabaseReport() = default;

void DatabaseReport::line(const std::string& table, const std::string& text) {
  output_.write(fmt::format("table {}: {}\n", word_text(table), text));
}

std::unique_ptr<ChangeWriter> DatabaseReport::begin_table(const RowTerms& terms) {
  is_in_table_ = true;
  if (page_) {
    page_->begin_table(terms);
    return std::make_unique<PageWriter>(*page_);
  }
  auto writer = writer_for(options_, choices_, terms, output_);
  if (!writer || !shows(DiffFormat::text)) return writer;
  return headed_writer(std::move(writer), terms.table, output_);
}

void DatabaseReport::end_table(const RowTerms& terms, const DiffSummary& summary) {
  is_in_table_ = false;
  if (page_) page_->end_table(summary);
  report(summary, options_, choices_, terms, output_);
  if (shows(DiffFormat::text)) {
    line(terms.table, summary.same()
                          ? "same, " + counted(summary.stats.rows_left, "row")
                          : fmt::format("{} removed, {} added, {} changed", grouped(summary.removed),
                                        grouped(summary.added), grouped(summary.changed)));
  }
  Json table = summary_as_json(summary);
  table.erase("schema");
  Json named = {{"table", json_text(terms.table)}};
  named.update(table);
  tables_->tables.push_back(std::move(named));
  total_.add(summary);
}

void DatabaseReport::add_one_sided(const DatabasePair::Table& table, std::uint64_t rows) {
  const char* const side = table.left != nullptr ? "LEFT" : "RIGHT";
  if (shows(DiffFormat::text)) line(table.name, fmt::format("only in {}, {}", side, counted(rows, "row")));
  if (page_) page_->add_table(table.name, fmt::format("only in {}, {}", side, counted(rows, "row")));
  tables_->tables.push_back({{"table", json_text(table.name)},
                             {"only_in", table.left != nullptr ? "left" : "right"},
                             {"rows", rows}});
  (table.left != nullptr ? total_.removed : total_.added) += rows;
  (table.left != nullptr ? total_.stats.rows_left : total_.stats.rows_right) += rows;
  ++total_.changes;
  if (!one_sided_) one_sided_ = fmt::format("table {} is only in {}", table.name, side);
}

void DatabaseReport::add_incomparable(const DatabasePair::Table& table, const Error& reason) {
  total_.complete = false;
  if (shows(DiffFormat::text)) line(table.name, "not compared");
  if (page_ && is_in_table_) page_->end_table({});
  if (page_ && is_in_table_) page_->set_note("not compared: " + reason.sentence());
  if (page_ && !is_in_table_) page_->add_table(table.name, "not compared: " + reason.sentence());
  is_in_table_ = false;
  tables_->tables.push_back(
      {{"table", json_text(table.name)}, {"complete", false}, {"why", json_text(reason.sentence())}});
  if (incomparable_) {
    others_incomparable_ += (others_incomparable_.empty() ? "" : ", ") + table.name;
  } else {
    incomparable_ = Error(reason.code(), fmt::format("table {}: {}", table.name, reason.sentence()));
  }
}

void DatabaseReport::add_schema_difference(const DatabasePair::SchemaDifference& difference) {
  if (shows(DiffFormat::text))
    output_.write(
        fmt::format("{} {}: {}\n", difference.type, word_text(difference.name), difference.verdict()));
  if (page_) page_->add_table(fmt::format("{} {}", difference.type, difference.name), difference.verdict());
  const auto sql = [](const std::optional<std::string>& text) { return text ? json_text(*text) : Json(); };
  tables_->schema_differences.push_back({{"type", difference.type},
                                         {"name", json_text(difference.name)},
                                         {"left", sql(difference.left)},
                                         {"right", sql(difference.right)}});
  ++total_.changes;
}

std::optional<Error> DatabaseReport::problem_of_patch() const {
  if (incomparable_) return incomparable_;
  if (one_sided_) {
    return Error(ErrorCode::unsupported,
                 *one_sided_ + "; a patch changes rows and not tables, so make or drop it first");
  }
  return std::nullopt;
}

Status DatabaseReport::finish() {
  if (shows(DiffFormat::json)) {
    Json summary = summary_as_json(total_);
    summary["tables"] = std::move(tables_->tables);
    summary["schema_differences"] = std::move(tables_->schema_differences);
    write_json_line(output_, {{"summary", std::move(summary)}});
  }
  if (shows(DiffFormat::text) && choices_.style.reader == Reader::person)
    output_.write(summary_line(total_, choices_.style));
  if (page_) {
    if (incomparable_) total_.why_incomplete = incomparable_->sentence();
    page_->finish(total_);
  }
  if (incomparable_) {
    output_.finish();
    const std::string others =
        others_incomparable_.empty() ? "" : "; neither were compared: " + others_incomparable_;
    std::fprintf(stderr, "peel: %s\n", printable(incomparable_->sentence() + others).c_str());
  }
  return status_of(total_);
}

}  // namespace peel::cli
