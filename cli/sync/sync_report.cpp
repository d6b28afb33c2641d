#include "cli/sync/sync_report.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/present/diff_summary.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace {

using reconcile::Report;

// "3 rows would be changed, 1 added, 2 removed"; what is 0 is left out.
std::string rows_in_words(const Report& report, std::string_view mood) {
  std::string words;
  for (const auto& [rows, what] : {std::pair(report.changed, "changed"), std::pair(report.added, "added"),
                                   std::pair(report.removed, "removed")}) {
    if (rows == 0) continue;
    words += words.empty() ? fmt::format("{} row{} {}{}", grouped(rows), rows == 1 ? "" : "s", mood, what)
                           : fmt::format(", {} {}", grouped(rows), what);
  }
  return words;
}

std::string equality(const Report& report) {
  const std::uint64_t in_left = report.rows_right;
  const std::uint64_t in_right = report.rows_left;
  const std::string rows = in_left == in_right
                               ? counted(in_left, "row") + " on each side"
                               : counted(in_left, "row") + " in LEFT and " + grouped(in_right) + " in RIGHT";
  return fmt::format("{}, error bound {:.2g}", rows, report.error_bound());
}

std::string what_the_limit_allows(const SyncOutcome& outcome) {
  const Report& planned = outcome.report.planned;
  const std::uint64_t rows = planned.rows_left;
  return fmt::format("--max-delete {} is {} of {} row{}, and --max-delete {} would do",
                     outcome.max_delete->text(), grouped(outcome.max_delete->allowed_of(rows)), grouped(rows),
                     rows == 1 ? "" : "s", planned.removed);
}

// Why they still differ, as far as it is known, and what helps.
std::string inequality(const SyncOutcome& outcome) {
  const std::string rows = rows_in_words(*outcome.report.proof, "would have to be ");
  if (!outcome.followers.empty()) {
    return fmt::format("not equal: {} could not be written, and {}; make it anew as the note says",
                       outcome.followers.front(), rows);
  }
  if (!outcome.converting.empty()) {
    return fmt::format(
        "not equal: {}, does not keep values as LEFT has them, and {}; running it again changes nothing, so "
        "give the column the type that it has in LEFT",
        outcome.converting.front(), rows);
  }
  if (!outcome.triggers.empty()) {
    return fmt::format(
        "not equal: triggers of RIGHT ({}) or others changed it meanwhile, and {}; run it again, and if the "
        "same "
        "is left then, the triggers do it",
        fmt::join(outcome.triggers, ", "), rows);
  }
  return fmt::format("not equal: a side changed meanwhile, and {}; run it again", rows);
}

std::string left_alone_in_words(const SyncOutcome& outcome) {
  if (outcome.left_alone == 0) return "";
  return fmt::format("left alone: {}, whose key --where has in scope on one side only\n",
                     counted(outcome.left_alone, "row"));
}

std::string verdict_in_words(const SyncOutcome& outcome) {
  const reconcile::SyncReport& report = outcome.report;
  if (report.planned.same()) return fmt::format("nothing to do: {}\n", equality(report.planned));
  if (!report.is_applied) {
    return fmt::format("{}: {}; nothing was written; {}\n", report.is_exceeded ? "stopped" : "dry run",
                       rows_in_words(report.planned, "would be "),
                       report.is_exceeded ? what_the_limit_allows(outcome) : "--apply does it");
  }
  return fmt::format("done: {}\n{}\n", rows_in_words(report.planned, ""),
                     report.is_equal() ? "proved equal: " + equality(*report.proof) : inequality(outcome));
}

}  // namespace

std::string outcome_in_words(const SyncOutcome& outcome) {
  return left_alone_in_words(outcome) + verdict_in_words(outcome);
}

void write_words(const std::string& words, std::uint64_t not_shown, TextStyle style, Output& output) {
  const std::string text =
      (not_shown > 0 ? fmt::format("... and {} more\n", style.number(not_shown)) : "") + words;
  if (style.line_end == LineEnd::feed) return output.write(text);
  output.finish();
  std::fputs(text.c_str(), stderr);
}

void write_outcome_as_json(const SyncOutcome& outcome, Output& output) {
  const Report& planned = outcome.report.planned;
  const Report& last = outcome.report.last();
  Json object = {{"schema", 1},
                 {"applied", outcome.report.is_applied},
                 {"proved", outcome.report.is_equal()},
                 {"removed", planned.removed},
                 {"added", planned.added},
                 {"changed", planned.changed},
                 {"not_shown", outcome.not_shown},
                 {"left_alone", outcome.left_alone},
                 {"stopped_by_max_delete", outcome.report.is_exceeded},
                 {"rows_left", last.rows_right},
                 {"rows_right", last.rows_left},
                 {"method", name_of(last.method)},
                 {"error_bound", last.error_bound()}};
  if (outcome.report.proof) {
    object["left_over"] = {{"removed", last.removed}, {"added", last.added}, {"changed", last.changed}};
  }
  write_json_line(output, {{"summary", object}});
}

}  // namespace peel::cli
