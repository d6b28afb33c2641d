#include "cli/present/html_page.hpp"

#include "cli/output/html.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

constexpr std::uint64_t kListedChanges = 50;
// Blocks of data are read one by one, and the page answers in between.
constexpr std::uint64_t kMostBlockRows = 1000;
constexpr std::uint64_t kMostBlockBytes = std::uint64_t{1} << 20;

// The page from one mark to the next; "" is its beginning or its end.
std::string_view part_between(std::string_view from, std::string_view to) {
  const auto mark = [](std::string_view name) { return fmt::format("<!--peel:{}-->", name); };
  std::size_t begin = 0;
  if (!from.empty()) begin = kHtmlPage.find(mark(from)) + mark(from).size();
  const std::size_t end = to.empty() ? kHtmlPage.size() : kHtmlPage.find(mark(to), begin);
  return kHtmlPage.substr(begin, end - begin);
}

}  // namespace

void HtmlPage::begin() {
  put(part_between("", "title"));
  put(html_text(fmt::format("peel diff {} {}", names_.left, names_.right)));
  put(part_between("title", "heading"));
  put(fmt::format(R"(<bdi>{}</bdi> <span class="to" aria-label="and">&rarr;</span> <bdi>{}</bdi>)",
                  html_with_marks(names_.left), html_with_marks(names_.right)));
  put(part_between("heading", "changes"));
}

void HtmlPage::begin_table(const Terms& terms) {
  terms_ = &terms;
  TableReport& table = tables_.emplace_back();
  table.name = terms.table;
  table.data = tables_with_data_++;
  table.places = places_in_words(terms);
  put(fmt::format("<script type=\"application/json\" class=\"table\">{}</script>\n", script_json_of(terms)));
}

void HtmlPage::write(const ShownChange& change) {
  if (change.place) {
    tables_.back().chart.add(change.kind, *change.place);
  } else {
    ++tables_.back().without_place;
  }
  const std::string json = script_json_of(change, *terms_);
  if (listed_ < kListedChanges) {
    ++listed_;
    if (!is_listing_) put(listed_head(*terms_));
    is_listing_ = true;
    put(listed_row(change, *terms_));
    // Elements of data may stand between rows. So nothing waits until the table is done.
    put(fmt::format("<script type=\"application/json\" class=\"rows\">[{}]</script>\n", json));
    return;
  }
  end_listing();
  if (block_rows_ == 0) put("<script type=\"application/json\" class=\"rows\">[");
  put(block_rows_ == 0 ? "\n" : ",\n");
  put(json);
  ++block_rows_;
  block_bytes_ += json.size();
  if (block_rows_ == kMostBlockRows || block_bytes_ >= kMostBlockBytes) end_block();
}

void HtmlPage::end_listing() {
  if (is_listing_) put("</tbody>\n</table>\n");
  is_listing_ = false;
}

void HtmlPage::end_block() {
  if (block_rows_ > 0) put("\n]</script>\n");
  block_rows_ = 0;
  block_bytes_ = 0;
}

void HtmlPage::end_table(const DiffSummary& summary) {
  end_listing();
  end_block();
  tables_.back().summary = summary;
  terms_ = nullptr;
}

void HtmlPage::add_table(const std::string& name, const std::string& note) {
  TableReport& table = tables_.emplace_back();
  table.name = name;
  table.note = note;
}

void HtmlPage::finish(const DiffSummary& total) {
  put(part_between("changes", "summary"));
  put(html_summary(total, tables_));
  std::string charts;
  for (const TableReport& table : tables_) {
    if (table.chart.empty()) continue;
    const auto rows = std::max(table.summary.rows_left, table.summary.rows_right);
    charts += fmt::format("{}\"{}\":{}", charts.empty() ? "" : ",", *table.data,
                          script_json_of(table.chart.bins(rows)));
  }
  put(fmt::format("<script type=\"application/json\" class=\"end\">{{\"charts\":{{{}}}}}</script>\n",
                  charts));
  put(part_between("summary", ""));
}

namespace {

class HtmlWriter : public ChangeWriter {
 public:
  HtmlWriter(ComparedNames names, const Terms& terms, Output& output)
      : terms_(terms), page_(std::move(names), output) {}

  void begin() override {
    page_.begin();
    page_.begin_table(terms_);
  }
  void write(const ShownChange& change) override { page_.write(change); }
  void end(const DiffSummary& summary) override {
    page_.end_table(summary);
    page_.finish(summary);
  }

 private:
  const Terms& terms_;
  HtmlPage page_;
};

}  // namespace

std::unique_ptr<ChangeWriter> html_writer(ComparedNames names, const Terms& terms, Output& output) {
  return std::make_unique<HtmlWriter>(std::move(names), terms, output);
}

}  // namespace peel::cli
