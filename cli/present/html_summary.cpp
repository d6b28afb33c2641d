// The summary of a page: what was found, where it falls, and how it was found.
#include "cli/numbers.hpp"
#include "cli/output/html.hpp"
#include "cli/present/html_page.hpp"
#include "cli/present/stats_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

constexpr std::size_t kFewBins = 24;  // are not spread over a whole page

std::uint64_t rows_of(const DiffSummary& summary, ChangeKind kind) {
  switch (kind) {
    case ChangeKind::removed:
      return summary.removed;
    case ChangeKind::changed:
      return summary.changed;
    case ChangeKind::added:
      return summary.added;
    case ChangeKind::moved:
      return summary.moved;
  }
  return 0;
}

std::string sign_in_html(ChangeKind kind) {
  if (kind == ChangeKind::removed) return "&minus;";
  return kind == ChangeKind::moved ? "&rarr;" : std::string(1, sign_of(kind));
}

std::string verdict(const DiffSummary& total, const std::vector<TableReport>& tables) {
  std::string text;
  if (!total.complete()) {
    std::string why = total.why_incomplete;
    for (const TableReport& table : tables) {
      if (why.empty() && !table.note.empty()) why = fmt::format("table {}: {}", table.name, table.note);
    }
    text += fmt::format("<p class=\"verdict incomplete\"><strong>Incomplete.</strong> {}{}</p>\n",
                        "What is shown is certain, and there may be more. ", html_with_marks(why));
  }
  std::string rows = fmt::format("{} on the left, {} on the right.", counted_rows(total.rows_left, total),
                                 grouped(total.rows_right));
  if (total.same()) rows = "<strong>Nothing differs.</strong> " + rows;
  if (total.complete() && !total.same()) rows = "All differences were found. " + rows;
  if (total.not_shown > 0) {
    rows += fmt::format(" {} more {} counted and not in this page (--limit).", grouped(total.not_shown),
                        total.not_shown == 1 ? "change is" : "changes are");
  }
  return text + "<p class=\"verdict\">" + rows + "</p>\n";
}

std::string tiles(const DiffSummary& total) {
  std::string out = "<ul class=\"tiles\">\n";
  for (const ChangeKind kind :
       {ChangeKind::removed, ChangeKind::added, ChangeKind::changed, ChangeKind::moved}) {
    if (kind == ChangeKind::moved && !total.is_tree) continue;
    out += fmt::format(
        R"(<li class="{0}"><strong><span class="sign" aria-hidden="true">{1}</span>{2}</strong> {0}</li>)"
        "\n",
        name_of(kind), sign_in_html(kind), grouped(rows_of(total, kind)));
  }
  return out + "</ul>\n";
}

PlaceChart::Bins bins_of(const TableReport& table) {
  return table.chart.bins(std::max(table.summary.rows_left, table.summary.rows_right));
}

std::string svg_with_words(const TableReport& table) {
  const PlaceChart::Bins bins = bins_of(table);
  const auto used = std::ranges::count_if(bins.counts, [](const PlaceChart::Counts& counts) {
    return std::ranges::any_of(counts, [](std::uint64_t count) { return count > 0; });
  });
  return svg_of(bins, fmt::format("Where the differences are: in {} of {} stretches of {} to {}", used,
                                  bins.counts.size(), bins.from, bins.last));
}

std::string grouped_place(std::int64_t place) {
  return place < 0 ? "-" + grouped(-static_cast<std::uint64_t>(place))
                   : grouped(static_cast<std::uint64_t>(place));
}

// Where the changes of the only table are, large.
std::string large_chart(const TableReport& table) {
  if (table.summary.changes == 0) return "";
  if (table.chart.empty()) {
    return "<p class=\"note\">Where the differences are is not known: the rows have no number, or only a "
           "sketch has "
           "them.</p>\n";
  }
  const PlaceChart::Bins bins = bins_of(table);
  std::string key;
  for (const ChangeKind kind : kChangeKinds) {
    if (rows_of(table.summary, kind) == 0) continue;
    key += fmt::format(R"(<span class="{0}"><span class="swatch"></span>{0}</span>)", name_of(kind));
  }
  const std::string shown_only = table.summary.not_shown > 0 ? "; only of changes in this page" : "";
  const std::string missing = table.without_place == 0
                                  ? ""
                                  : fmt::format("; {} not in the chart, whose place is not known",
                                                counted(table.without_place, "change"));
  return fmt::format(R"(<figure class="chart{}" data-table="{}">
<figcaption><h2>Where they are</h2><span class="key">{}{}{} {}</span></figcaption>
{}
<div class="axis"><span>{}</span><output></output><span>{}</span></div>
</figure>
)",
                     bins.counts.size() < kFewBins ? " few" : "", *table.data, table.places, shown_only,
                     missing, key, svg_with_words(table), grouped_place(bins.from), grouped_place(bins.last));
}

std::string row_of(const TableReport& table) {
  const DiffSummary& summary = table.summary;
  if (!table.data || !table.note.empty()) {
    return fmt::format("<tr><th scope=\"row\">{}</th><td colspan=\"5\">{}</td></tr>\n",
                       html_with_marks(table.name), html_with_marks(table.note));
  }
  const std::string name = summary.changes > 0 ? fmt::format("<span data-table=\"{}\">{}</span>", *table.data,
                                                             html_with_marks(table.name))
                                               : html_with_marks(table.name);
  const auto number = [](ChangeKind kind, std::uint64_t rows) {
    return rows == 0 ? std::string("<td class=\"number\">0</td>")
                     : fmt::format(R"(<td class="number {}"><span class="sign">{}</span>{}</td>)",
                                   name_of(kind), sign_in_html(kind), grouped(rows));
  };
  std::string where = summary.changes == 0 ? "same" : "<span class=\"nil\">not known</span>";
  if (!table.chart.empty()) {
    where = fmt::format(R"(<div class="chart" data-table="{}">{}<output></output></div>)", *table.data,
                        svg_with_words(table));
  }
  return fmt::format(R"(<tr><th scope="row">{}</th><td class="number">{}</td>{}{}{}<td>{}</td></tr>)"
                     "\n",
                     name, grouped(summary.rows_right), number(ChangeKind::removed, summary.removed),
                     number(ChangeKind::added, summary.added), number(ChangeKind::changed, summary.changed),
                     where);
}

std::string table_list(const std::vector<TableReport>& tables) {
  std::string out = R"(<div class="tables"><table id="tables" class="listing">
<thead><tr><th scope="col">Table</th><th scope="col" class="number">Rows</th><th scope="col" class="number">Removed</th><th scope="col" class="number">Added</th><th scope="col" class="number">Changed</th><th scope="col">Where</th></tr></thead>
<tbody>
)";
  for (const TableReport& table : tables) out += row_of(table);
  return out + "</tbody>\n</table></div>\n";
}

std::string how(const DiffSummary& total) {
  std::string out = "<details class=\"how\"><summary>How it was found</summary>\n<dl>\n";
  for (const Row& row : how_it_was_found(total))
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_with_marks(row[0]), html_with_marks(row[1]));
  return out + "</dl>\n</details>\n";
}

}  // namespace

std::string html_summary(const DiffSummary& total, const std::vector<TableReport>& tables) {
  const bool is_one_table = tables.size() == 1 && tables[0].name.empty();
  return verdict(total, tables) + tiles(total) +
         (is_one_table ? large_chart(tables[0]) : table_list(tables)) + how(total);
}

}  // namespace peel::cli
