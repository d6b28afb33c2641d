#include "cli/sync/sync_report.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace {

// "3 rows would be changed, 1 added, 2 removed"; what is 0 is left out.
std::string rows_in_words(const DiffSummary& summary, std::string_view mood) {
  std::string words;
  for (const auto& [rows, what] : {std::pair(summary.changed, "changed"), std::pair(summary.added, "added"),
                                   std::pair(summary.removed, "removed")}) {
    if (rows == 0) continue;
    words += words.empty() ? fmt::format("{} row{} {}{}", grouped(rows), rows == 1 ? "" : "s", mood, what)
                           : fmt::format(", {} {}", grouped(rows), what);
  }
  return words;
}

std::string equality(const DiffSummary& summary) {
  const DiffStats& stats = summary.stats;
  const std::string rows =
      stats.rows_left == stats.rows_right
          ? counted(stats.rows_left, "row") + " on each side"
          : counted(stats.rows_left, "row") + " in LEFT and " + grouped(stats.rows_right) + " in RIGHT";
  return fmt::format("{}, error bound {:.2g}", rows, summary.error_bound());
}

std::string what_the_limit_allows(const SyncOutcome& outcome) {
  const std::uint64_t rows = outcome.planned.stats.rows_right;
  return fmt::format("--max-delete {} is {} of {} row{}, and --max-delete {} would do",
                     outcome.exceeded->text(), grouped(outcome.exceeded->allowed_of(rows)), grouped(rows),
                     rows == 1 ? "" : "s", outcome.planned.removed);
}

// Why they still differ, as far as it is known, and what helps.
std::string inequality(const SyncOutcome& outcome) {
  const std::string rows = rows_in_words(*outcome.proof, "would have to be ");
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
  if (outcome.planned.same()) return fmt::format("nothing to do: {}\n", equality(outcome.planned));
  if (!outcome.applied) {
    return fmt::format("{}: {}; nothing was written; {}\n", outcome.exceeded ? "stopped" : "dry run",
                       rows_in_words(outcome.planned, "would be "),
                       outcome.exceeded ? what_the_limit_allows(outcome) : "--apply does it");
  }
  return fmt::format("done: {}\n{}\n", rows_in_words(outcome.planned, ""),
                     outcome.is_equal() ? "proved equal: " + equality(*outcome.proof) : inequality(outcome));
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
  const DiffSummary& planned = outcome.planned;
  const DiffSummary& last = outcome.last();
  Json object = {{"schema", 1},
                 {"applied", outcome.applied},
                 {"proved", outcome.is_equal()},
                 {"removed", planned.removed},
                 {"added", planned.added},
                 {"changed", planned.changed},
                 {"not_shown", planned.not_shown},
                 {"left_alone", outcome.left_alone},
                 {"stopped_by_max_delete", outcome.exceeded.has_value()},
                 {"rows_left", last.stats.rows_left},
                 {"rows_right", last.stats.rows_right},
                 {"method", last.stats.method},
                 {"error_bound", last.error_bound()}};
  if (outcome.proof) {
    object["left_over"] = {{"removed", last.removed}, {"added", last.added}, {"changed", last.changed}};
  }
  write_json_line(output, {{"summary", object}});
}

}  // namespace peel::cli
