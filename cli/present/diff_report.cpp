#include "cli/present/diff_report.hpp"

#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/present/html_page.hpp"
#include "cli/present/reporter.hpp"
#include "cli/present/stats_text.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <string>

namespace peel::cli {

Result<Status> present(const DiffOptions& options, const DiffChoices& choices, const Terms& terms,
                       Output& output, const std::function<Result<Found>(reconcile::ChangeSink&)>& compare) {
  if (auto fits = check_line_end(choices.style, terms); !fits) return failure(fits.error());
  const auto writer = writer_for(options, choices, terms, output);
  if (writer) writer->begin();
  Reporter reporter(terms, writer.get(), choices.limit);
  auto found = compare(reporter);
  if (!found) return failure(found.error());
  reporter.returns().note({"LEFT", "RIGHT"});
  output.release();
  DiffSummary summary(found->report);
  summary.not_shown = reporter.not_shown();
  summary.why_incomplete = std::move(found->why_incomplete);
  summary.is_tree = terms.is_tree;
  if (writer) writer->end(summary);
  report(summary, options, choices, terms, output);
  if (!summary.complete()) {
    output.finish();
    std::fprintf(stderr, "peel: %s\n", printable(summary.why_incomplete).c_str());
  }
  return status_of(summary);
}

std::unique_ptr<ChangeWriter> writer_for(const DiffOptions& options, const DiffChoices& choices,
                                         const Terms& terms, Output& output) {
  if (options.quiet) return nullptr;
  switch (choices.format) {
    case DiffFormat::json:
      return json_writer(terms, output);
    case DiffFormat::csv:
      return csv_writer(terms, choices.style, output);
    case DiffFormat::html:
      return html_writer({spoken_name(options.left), spoken_name(options.right)}, terms, output);
    case DiffFormat::text:
      return terms.is_tree ? tree_text_writer(terms, choices.style, output)
                           : text_writer(terms, choices.style, output);
    case DiffFormat::sql:
    case DiffFormat::changeset:
      break;
  }
  return nullptr;
}

void report(const DiffSummary& summary, const DiffOptions& options, const DiffChoices& choices,
            const Terms& terms, Output& output) {
  const bool has_nulls = choices.style.line_end == LineEnd::null;
  if (has_nulls) output.finish();  // what is said of the records comes after them
  if (choices.format == DiffFormat::text && summary.not_shown > 0 && !options.quiet) {
    const std::string more = fmt::format("... and {} more\n", choices.style.number(summary.not_shown));
    has_nulls ? static_cast<void>(std::fputs(more.c_str(), stderr)) : output.write(more);
  }
  const bool is_for_a_person = choices.format == DiffFormat::text && choices.style.reader == Reader::person;
  // Tables of a database each have a line of their own.
  if (is_for_a_person && !options.quiet && !options.stat && terms.table.empty())
    output.write(summary_line(summary, choices.style));
  const bool has_stats = choices.format == DiffFormat::json || choices.format == DiffFormat::html;
  if (!options.stat || has_stats) return;
  const std::string stats = stats_as_text(summary, terms);
  // Beside records or statements they would be taken for one.
  if (choices.format != DiffFormat::text || has_nulls) {
    std::fputs(stats.c_str(), stderr);
  } else {
    output.write((summary.same() || options.quiet ? "" : "\n") + stats);
  }
}

Status status_of(const DiffSummary& summary) {
  if (!summary.complete()) return Status::trouble;
  return summary.same() ? Status::done : Status::different;
}

}  // namespace peel::cli
