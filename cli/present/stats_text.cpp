#include "cli/present/stats_text.hpp"

#include "cli/numbers.hpp"

#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

std::string estimate_in_words(const StrataEstimate& estimate) {
  return estimate.basis == StrataEstimate::Basis::none
             ? std::string("more than could be estimated")
             : fmt::format("{} rows, believed {} to {}", grouped(estimate.items.value),
                           grouped(estimate.least.value), grouped(estimate.most.value));
}

}  // namespace

std::vector<Row> how_it_was_found(const DiffSummary& summary) {
  std::vector<Row> rows;
  rows.push_back({summary.is_tree ? "entries" : "rows",
                  fmt::format("{} left, {} right", grouped(summary.rows_left), grouped(summary.rows_right))});
  rows.push_back({"read", fmt::format("{} bytes in {} {}", grouped(summary.bytes_read), summary.passes,
                                      summary.passes == 1 ? "pass" : "passes")});
  rows.push_back({"method", fmt::format("{}: {}", name_of(summary.method), in_words(summary.reason))});
  if (summary.estimate) rows.push_back({"estimate", estimate_in_words(*summary.estimate)});
  if (summary.cells > 0) {
    rows.push_back({"sketch", fmt::format("{} cells, {} bytes for each side", grouped(summary.cells),
                                          grouped(summary.sketch_bytes))});
  }
  if (summary.traffic) {
    rows.push_back(
        {"travelled", fmt::format("{} bytes there, {} back, {}", grouped(summary.traffic->bytes_sent),
                                  grouped(summary.traffic->bytes_received),
                                  counted(summary.traffic->round_trips, "round trip"))});
  }
  if (summary.spilled_bytes > 0)
    rows.push_back({"on disk", fmt::format("{} bytes", grouped(summary.spilled_bytes))});
  rows.push_back({"error bound", fmt::format("{:.2g}", summary.error_bound())});
  return rows;
}

std::string counted_rows(std::uint64_t count, const DiffSummary& summary) {
  if (summary.is_tree) return fmt::format("{} {}", grouped(count), count == 1 ? "entry" : "entries");
  return counted(count, "row");
}

std::string summary_line(const DiffSummary& summary, TextStyle style) {
  std::string text;
  for (const auto& [rows, word] :
       {std::pair(summary.removed, "removed"), std::pair(summary.added, "added"),
        std::pair(summary.changed, "changed"), std::pair(summary.moved, "moved")}) {
    if (rows > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(rows), word);
  }
  if (text.empty() && summary.changes > 0) text = "no rows differ, but the schemas do";
  if (text.empty()) text = summary.complete() ? "nothing differs" : "nothing found";
  if (!summary.complete()) text = "incomplete: " + text;
  text += summary.rows_left == summary.rows_right
              ? fmt::format("; {} on each side", counted_rows(summary.rows_left, summary))
              : fmt::format("; {} left, {} right", counted_rows(summary.rows_left, summary),
                            grouped(summary.rows_right));
  return style.colour == Colour::on ? fmt::format("\x1b[1m{}\x1b[0m\n", text) : text + "\n";
}

std::string stats_as_text(const DiffSummary& summary, const Terms& terms) {
  std::vector<Row> rows = {{"removed", grouped(summary.removed)}, {"added", grouped(summary.added)}};
  if (terms.has_key) rows.push_back({"changed", grouped(summary.changed)});
  if (terms.is_tree) rows.push_back({"moved", grouped(summary.moved)});
  if (!summary.complete()) rows.push_back({"complete", "no"});
  for (Row& row : how_it_was_found(summary)) rows.push_back(std::move(row));
  return text_table(rows, "");
}

}  // namespace peel::cli
