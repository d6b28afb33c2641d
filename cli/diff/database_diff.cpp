#include "cli/diff/database_diff.hpp"

#include "cli/all_tables.hpp"
#include "cli/column_advice.hpp"
#include "cli/diff/database_report.hpp"
#include "cli/diff/patch.hpp"
#include "cli/output/printable.hpp"
#include "cli/present/reporter.hpp"
#include "cli/progress_watch.hpp"
#include "sources/sqlite/database_comparison.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace peel::cli {

namespace {

using sources::sqlite::DatabasePair;

// Shows what is found table by table, and keeps the patch.
class DatabaseDiff : public reconcile::TableSink {
 public:
  DatabaseDiff(const DiffOptions& options, const DiffChoices& choices, const DatabasePair& databases,
               Output& output)
      : databases_(databases), report_(options, choices, output), left_to_show_(choices.limit) {
    if (choices.is_patch()) patch_.emplace(options, choices);
  }

  Result<reconcile::ChangeSink*> begin(const Terms& terms) override {
    writer_ = report_.begin_table(terms);
    reporter_.emplace(terms, writer_.get(), left_to_show_);
    if (!patch_) return &*reporter_;
    if (auto begun = patch_->begin_table(*table_of(terms).left, terms); !begun) {
      return failure(begun.error().code(),
                     fmt::format("table {}: {}", terms.table, begun.error().sentence()));
    }
    both_.emplace(*reporter_, patch_->sink());
    return &*both_;
  }

  Result<void> end(const Terms& terms, const reconcile::Report& report) override {
    if (patch_) patch_->end_table();
    if (writer_) writer_->flush();
    left_to_show_ = reporter_->left_to_show();
    DiffSummary summary(report);
    summary.not_shown = reporter_->not_shown();
    reporter_.reset();  // the terms may be gone from here on
    report_.end_table(terms, summary);
    if (patch_ && !summary.same() && !table_of(terms).left->is_writable()) {
      std::fprintf(stderr, "note: table %s differs and is not in the patch: %s\n",
                   printable(terms.table).c_str(), kNoRowsOfItsOwn);
    }
    return {};
  }

  Result<void> only_in(reconcile::Side side, const std::string& table, std::uint64_t rows) override {
    report_.add_one_sided(side, table, rows);
    return {};
  }

  Result<void> not_compared(const std::string& table, const Error& why) override {
    reporter_.reset();
    report_.add_incomparable(table, why);
    return {};
  }

  // Says the rest, once the databases are closed.
  Result<Status> finish(const sources::DatabasesReport& compared, Output& output) {
    for (const auto& difference : compared.schema_differences) report_.add_schema_difference(difference);
    if (patch_) {
      note_schema_differences(compared.schema_differences);
      if (const auto problem = report_.problem_of_patch()) return failure(*problem);
      if (auto written = patch_->write(output); !written) return failure(written.error());
    }
    return report_.finish(compared.total);
  }

 private:
  const DatabasePair::Table& table_of(const Terms& terms) const {
    return *std::ranges::find(databases_.tables(), terms.table, &DatabasePair::Table::name);
  }

  const DatabasePair& databases_;
  DatabaseReport report_;
  std::optional<Patch> patch_;
  std::uint64_t left_to_show_;
  // These belong to the table that was begun.
  std::unique_ptr<ChangeWriter> writer_;
  std::optional<Reporter> reporter_;
  std::optional<reconcile::Tee> both_;
};

}  // namespace

Result<Status> diff_databases(const DiffOptions& options, const DiffChoices& choices,
                              WholeDatabases databases, Output& output) {
  if (auto checked = check_options_for_all_tables(options.source); !checked) return failure(checked.error());
  if (choices.format == DiffFormat::csv)
    return refused("--format csv is for one table; name it on both sides, as in sqlite:FILE?table=NAME");
  if (auto fits = check_line_end(choices.style, {.is_table = true}); !fits) return failure(fits.error());
  const auto timeout = timeout_of(options.source);
  if (!timeout) return failure(timeout.error());
  const auto deadline = deadline_of(options.source);
  if (!deadline) return failure(deadline.error());
  const auto terms = request_of(options.source);
  if (!terms) return failure(terms.error());
  SourceOptions source = options.source;
  source.is_of_all_tables = true;
  const auto explain = [&source](const auto& disagreement, const auto& left, const auto& right) {
    return with_advice(disagreement, left, right, source);
  };
  auto pair = DatabasePair::open(databases.left.path, databases.right.path, *timeout);
  if (!pair) return failure(pair.error());
  ProgressWatch watch(choices.progress, *deadline);
  DatabaseDiff diff(options, choices, *pair, output);
  const auto compared = sources::sqlite::compare_tables(
      *pair, {databases.left, databases.right, *terms, choices.comparison, *timeout, explain}, diff, watch);
  if (!compared) return failure(compared.error());
  *pair = {};  // whoever reads the output may be slow, and others want to write meanwhile
  output.release();
  return diff.finish(*compared, output);
}

}  // namespace peel::cli
