#include "cli/count/count_report.hpp"

#include "cli/count/count_notes.hpp"
#include "cli/count/key_order.hpp"
#include "cli/line_keys.hpp"
#include "cli/output/json.hpp"
#include "cli/output/quoted.hpp"
#include "cli/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace peel::cli {

namespace {

// Columns of a count, as uniq -c has them if no count is wider.
constexpr std::size_t kCountColumns = 7;

std::string text_of(const ShownKey& key, const StreamDescription& description) {
  if (key.is_digest) return "#" + std::string(key.text);
  return description.part.keys == CountedPart::Keys::addresses ? shown_address(key.text)
                                                               : std::string(key.text);
}

// Whether a text looks like the digest that is shown in place of a long key.
bool is_like_digest(std::string_view text) {
  return text.size() > 1 && text.front() == '#' &&
         text.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

void print_text(const ListedKeys& keys, const std::vector<std::uint32_t>& order,
                const StreamDescription& description, LineEnd end, Output& output) {
  std::size_t columns = kCountColumns;
  for (const std::uint32_t i : order) columns = std::max(columns, fmt::formatted_size("{}", keys.count(i)));
  const Tabs tabs = is_terminal(stdout) ? Tabs::quoted : Tabs::plain;
  std::string room;
  for (const std::uint32_t i : order) {
    const ShownKey key = keys.key(i, room);
    const std::string text = text_of(key, description);
    output.write(fmt::format("{:>{}}", keys.count(i), columns));
    if (end == LineEnd::null) {
      // In place of a blank, # tells a digest from a text that looks like one.
      if (!key.is_digest) output.write(" ");
      output.write(text);
      output.write(std::string_view("\0", 1));
      continue;
    }
    const bool looks_like_digest = !key.is_digest && is_like_digest(text);
    output.write(" ");
    output.write(looks_like_digest ? in_quotes(text) : line_text(text, tabs));
    output.write("\n");
  }
}

Json summary_as_json(const CountSummary& summary, std::size_t listed) {
  Json object = {{"schema", 1},
                 {"lines", summary.lines},
                 {"keyless", summary.keyless},
                 {"listed", listed},
                 {"unlisted", summary.unlisted ? summary.unlisted->keys.items.value : 0},
                 {"complete", summary.complete},
                 {"by_digest", summary.by_digest},
                 {"capacity", summary.capacity},
                 {"bytes", summary.bytes},
                 {"passes", summary.passes}};
  if (!summary.unlisted) return object;
  const CountSummary::Unlisted& unlisted = *summary.unlisted;
  object["unlisted_least"] = unlisted.keys.least.value;
  object["unlisted_most"] = unlisted.keys.most.value;
  if (unlisted.capacity_needed.value > 0) {
    object["capacity_needed"] = unlisted.capacity_needed.value;
    object["bytes_needed"] = unlisted.bytes_needed;
  }
  return object;
}

void print_json(const ListedKeys& keys, const std::vector<std::uint32_t>& order, const CountSummary& summary,
                const StreamDescription& description, Output& output) {
  std::string room;
  for (const std::uint32_t i : order) {
    const ShownKey key = keys.key(i, room);
    Json object = {{"key", key.is_digest ? Json(nullptr) : json_text(text_of(key, description))}};
    if (key.is_digest) object["digest"] = key.text;
    object["count"] = keys.count(i);
    write_json_line(output, object);
  }
  write_json_line(output, {{"summary", summary_as_json(summary, keys.size())}});
}

}  // namespace

Status report(const ListedKeys& keys, const CountSummary& summary, const StreamDescription& description,
              const CountView& view, Output& output) {
  const std::vector<std::uint32_t> order = first_in_order(keys, view.order, view.first.value_or(keys.size()));
  if (view.format == CountView::Format::json) {
    print_json(keys, order, summary, description, output);
  } else {
    print_text(keys, order, description, view.line_end, output);
    output.finish();  // before anything is said of it
    for (const std::string& note : notes_on(summary, description))
      std::fprintf(stderr, "peel: %s\n", note.c_str());
  }
  return summary.complete ? Status::done : Status::different;
}

}  // namespace peel::cli
