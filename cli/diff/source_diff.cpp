#include "cli/diff/source_diff.hpp"

#include "cli/diff/change_collector.hpp"
#include "cli/diff/compare_live.hpp"
#include "cli/diff/database_pair.hpp"
#include "cli/diff/database_report.hpp"
#include "cli/diff/diff_report.hpp"
#include "cli/diff/path_notes.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/diff/tee.hpp"
#include "cli/output/printable.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/sqlite/changeset.hpp"
#include "sources/sqlite/patch_text.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace sqlite = sources::sqlite;

SourceDiff::SourceDiff(const DiffOptions& options, const DiffChoices& choices, Output& output)
    : options_(options),
      choices_(choices),
      output_(output),
      progress_(choices.progress),
      left_to_show_(choices.limit) {}

Result<Status> SourceDiff::run() {
  const auto timeout = timeout_of(options_.source);
  if (!timeout) return failure(timeout.error());
  if (*timeout) deadline_ = std::chrono::steady_clock::now() + **timeout;
  const auto whole = whole_databases(options_.left, options_.right, options_.source);
  if (!whole) return failure(whole.error());
  if (!*whole) return compare_sources();
  if (auto checked = check_options_for_all_tables(options_.source); !checked) return failure(checked.error());
  if (choices_.format == DiffFormat::csv) {
    return failure(ErrorCode::invalid_argument,
                   "--format csv is for one table; name it on both sides, as in sqlite:FILE?table=NAME");
  }
  if (auto fits = check_line_end(choices_.style, {.is_table = true}); !fits) return failure(fits.error());
  auto databases = DatabasePair::open((*whole)->first, (*whole)->second, *timeout);
  if (!databases) return failure(databases.error());
  return compare_databases(*databases);
}

Result<Status> SourceDiff::compare_sources() {
  SourceOptions reading = options_.source;
  reading.memory_bytes = choices_.live.memory_bytes;
  auto left = open_source(options_.left, reading, Passes::several);
  if (!left) return failure(left.error());
  auto right = open_source(options_.right, as_right_calls(reading), Passes::several);
  if (!right) return failure(right.error());
  const auto terms = terms_of(**left, **right, options_.source);
  if (!terms) return failure(terms.error());
  for (const auto* const side : {&*left, &*right}) {
    if (auto noted = note_unlike_lines(**side); !noted) return failure(noted.error());
  }
  if (auto fits = check_line_end(choices_.style, *terms); !fits) return failure(fits.error());
  const auto writer = writer_for(options_, choices_, *terms, output_);
  if (writer) writer->begin();
  const auto summary = compare({std::move(*left), std::move(*right)}, *terms, writer.get());
  output_.release();
  if (!summary) return failure(summary.error());
  if (writer) writer->end(*summary);
  if (choices_.is_patch()) {
    if (auto written = write_patch(); !written) return failure(written.error());
  }
  report(*summary, options_, choices_, *terms, output_);
  return status_of(*summary);
}

Result<DiffSummary> SourceDiff::compare(Pair pair, const RowTerms& terms, ChangeWriter* writer) {
  std::optional<ChangeCollector> collector;
  std::optional<sqlite::TableInfo> table;
  if (choices_.is_patch()) {
    const auto* const source = dynamic_cast<const sqlite::SqliteSource*>(pair.left.get());
    if (source == nullptr) {
      return failure(
          ErrorCode::unsupported,
          fmt::format("a patch turns LEFT into RIGHT, and {} is no table of a database; accepted is one "
                      "such as sqlite:FILE?table=NAME",
                      pair.left->name()));
    }
    if (pair.right->schema().has_paths) {
      return failure(ErrorCode::unsupported,
                     fmt::format("{} is JSON Lines, of which no patch for a database is made; leave out "
                                 "--format, or give a table",
                                 pair.right->name()));
    }
    table = source->table();
  }
  // A comparison of whole databases meets tables without rows of their own, which no patch can change.
  if (table && (terms.table.empty() || table->is_writable())) {
    auto made = ChangeCollector::for_table(*table, terms, terms.columns.names);
    if (!made) return failure(made.error());
    collector.emplace(std::move(*made));
  }
  auto left = side_of(std::move(pair.left), terms);
  if (!left) return failure(left.error());
  auto right = side_of(std::move(pair.right), terms, reconcile::Side::right);
  if (!right) return failure(right.error());
  if (deadline_) {
    left->set_deadline(*deadline_);
    right->set_deadline(*deadline_);
  }
  Reporter reporter(terms, writer, left_to_show_);
  std::optional<Tee> tee;
  if (collector) tee.emplace(reporter, *collector);
  const auto stats = compare_live({*left, *right}, terms, choices_.live, progress_,
                                  tee ? static_cast<ChangeSink&>(*tee) : reporter);
  if (!stats) return failure(stats.error());
  if (writer != nullptr) writer->flush();
  note_paths_not_found(left->source(), right->source(), terms);
  reporter.returns.note({"LEFT", "RIGHT"});
  reporter.summary.stats = *stats;
  left_to_show_ -= reporter.summary.changes - reporter.summary.not_shown;
  if (collector) patched_.push_back({std::move(*table), collector->take_changes()});
  return reporter.summary;
}

Result<void> SourceDiff::compare_tables(const DatabasePair& databases, const DatabasePair::Table& table,
                                        DatabaseReport& report) {
  if (table.left == nullptr || table.right == nullptr) {
    const auto rows = databases.count_rows(table);
    if (!rows) return failure(rows.error());
    report.add_one_sided(table, *rows);
    return {};
  }
  auto left = databases.open_left(table);
  if (!left) return failure(left.error());
  auto right = databases.open_right(table);
  if (!right) return failure(right.error());
  auto terms = terms_of(**left, **right, options_for_table(**left, **right, options_.source));
  if (!terms) return failure(terms.error());
  terms->table = table.name;
  const auto writer = report.begin_table(*terms);
  const auto summary = compare({std::move(*left), std::move(*right)}, *terms, writer.get());
  if (!summary) return failure(summary.error());
  report.end_table(*terms, *summary);
  if (choices_.is_patch() && !summary->same() && !table.left->is_writable()) {
    std::fprintf(stderr, "note: table %s differs and is not in the patch: %s\n",
                 printable(table.name).c_str(), kNoRowsOfItsOwn);
  }
  return {};
}

Result<Status> SourceDiff::compare_databases(DatabasePair& databases) {
  DatabaseReport result(options_, choices_, output_);
  for (const DatabasePair::Table& table : databases.tables()) {
    const auto compared = compare_tables(databases, table, result);
    if (compared) continue;
    // No time is left for the other tables either.
    if (compared.error().code() == ErrorCode::limit_exceeded) return failure(compared.error());
    result.add_incomparable(table, compared.error());
  }
  for (const auto& difference : databases.schema_differences()) result.add_schema_difference(difference);
  if (choices_.is_patch()) note_schema_differences(databases);
  databases = {};  // whoever reads the output may be slow, and others want to write meanwhile
  output_.release();
  if (choices_.is_patch()) {
    if (const auto problem = result.problem_of_patch()) return failure(*problem);
    if (auto written = write_patch(); !written) return failure(written.error());
  }
  return result.finish();
}

Result<void> SourceDiff::write_patch() {
  if (choices_.format == DiffFormat::changeset) {
    return sqlite::write_changeset(std::move(patched_), [this](ByteView bytes) -> Result<void> {
      output_.write(as_text(bytes));
      return {};
    });
  }
  const auto plan = sqlite::plan_patch(std::move(patched_), sqlite::RowCheck::key_only);
  if (!plan) return failure(plan.error());
  return sqlite::write_patch(*plan, {options_.left, options_.right},
                             [this](std::string_view text) -> Result<void> {
                               output_.write(text);
                               return {};
                             });
}

}  // namespace peel::cli
