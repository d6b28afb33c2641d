#include "cli/diff/database_report.hpp"

#include "cli/all_tables.hpp"
#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/present/diff_report.hpp"
#include "cli/present/stats_text.hpp"
#include "cli/present/summary_json.hpp"

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

std::unique_ptr<ChangeWriter> DatabaseReport::begin_table(const Terms& terms) {
  is_in_table_ = true;
  if (page_) {
    page_->begin_table(terms);
    return std::make_unique<PageWriter>(*page_);
  }
  auto writer = writer_for(options_, choices_, terms, output_);
  if (!writer || !shows(DiffFormat::text)) return writer;
  return headed_writer(std::move(writer), terms.table, output_);
}

void DatabaseReport::end_table(const Terms& terms, const DiffSummary& summary) {
  is_in_table_ = false;
  if (page_) page_->end_table(summary);
  report(summary, options_, choices_, terms, output_);
  if (shows(DiffFormat::text)) {
    line(terms.table, summary.same()
                          ? "same, " + counted(summary.rows_left, "row")
                          : fmt::format("{} removed, {} added, {} changed", grouped(summary.removed),
                                        grouped(summary.added), grouped(summary.changed)));
  }
  Json table = summary_as_json(summary);
  table.erase("schema");
  Json named = {{"table", json_text(terms.table)}};
  named.update(table);
  tables_->tables.push_back(std::move(named));
  not_shown_ += summary.not_shown;
}

void DatabaseReport::add_one_sided(reconcile::Side side, const std::string& table, std::uint64_t rows) {
  const bool is_left = side == reconcile::Side::left;
  const char* const spoken = is_left ? "LEFT" : "RIGHT";
  const std::string verdict = fmt::format("only in {}, {}", spoken, counted(rows, "row"));
  if (shows(DiffFormat::text)) line(table, verdict);
  if (page_) page_->add_table(table, verdict);
  tables_->tables.push_back(
      {{"table", json_text(table)}, {"only_in", is_left ? "left" : "right"}, {"rows", rows}});
  if (!one_sided_) one_sided_ = fmt::format("table {} is only in {}", table, spoken);
}

void DatabaseReport::add_incomparable(const std::string& table, const Error& reason) {
  const std::string verdict = "not compared: " + reason.sentence();
  if (shows(DiffFormat::text)) line(table, "not compared");
  if (page_ && is_in_table_) page_->end_table({});
  if (page_ && is_in_table_) page_->set_note(verdict);
  if (page_ && !is_in_table_) page_->add_table(table, verdict);
  is_in_table_ = false;
  tables_->tables.push_back(
      {{"table", json_text(table)}, {"complete", false}, {"why", json_text(reason.sentence())}});
  if (incomparable_) {
    others_incomparable_ += (others_incomparable_.empty() ? "" : ", ") + table;
  } else {
    incomparable_ = Error(reason.code(), fmt::format("table {}: {}", table, reason.sentence()));
  }
}

void DatabaseReport::add_schema_difference(const sources::SchemaDifference& difference) {
  if (shows(DiffFormat::text))
    output_.write(
        fmt::format("{} {}: {}\n", difference.type, word_text(difference.name), verdict_of(difference)));
  if (page_) page_->add_table(fmt::format("{} {}", difference.type, difference.name), verdict_of(difference));
  const auto sql = [](const std::optional<std::string>& text) { return text ? json_text(*text) : Json(); };
  tables_->schema_differences.push_back({{"type", difference.type},
                                         {"name", json_text(difference.name)},
                                         {"left", sql(difference.left)},
                                         {"right", sql(difference.right)}});
}

std::optional<Error> DatabaseReport::problem_of_patch() const {
  if (incomparable_) return incomparable_;
  if (one_sided_) {
    return Error(ErrorCode::unsupported,
                 *one_sided_ + "; a patch changes rows and not tables, so make or drop it first");
  }
  return std::nullopt;
}

Status DatabaseReport::finish(const reconcile::Report& total) {
  DiffSummary summary_of_all(total);
  summary_of_all.not_shown = not_shown_;
  if (shows(DiffFormat::json)) {
    Json summary = summary_as_json(summary_of_all);
    summary["tables"] = std::move(tables_->tables);
    summary["schema_differences"] = std::move(tables_->schema_differences);
    write_json_line(output_, {{"summary", std::move(summary)}});
  }
  if (shows(DiffFormat::text) && choices_.style.reader == Reader::person)
    output_.write(summary_line(summary_of_all, choices_.style));
  if (page_) {
    if (incomparable_) summary_of_all.why_incomplete = incomparable_->sentence();
    page_->finish(summary_of_all);
  }
  if (incomparable_) {
    output_.finish();
    const std::string others =
        others_incomparable_.empty() ? "" : "; neither were compared: " + others_incomparable_;
    std::fprintf(stderr, "peel: %s\n", printable(incomparable_->sentence() + others).c_str());
  }
  return status_of(summary_of_all);
}

}  // namespace peel::cli
