#include "cli/count/count_report.hpp"

#include "peel/sources/address_text.hpp"

#include "cli/count/count_notes.hpp"
#include "cli/notes.hpp"
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

using sources::CountSummary;
using sources::ListedKey;
using sources::ListedKeys;

// Columns of a count, as uniq -c has them if no count is wider.
constexpr std::size_t kCountColumns = 7;

std::string text_of(const ListedKey& key, const StreamDescription& description) {
  if (key.is_digest) return "#" + std::string(key.text);
  return description.part.keys == CountedPart::Keys::addresses ? sources::address_text(key.text)
                                                               : std::string(key.text);
}

// Whether a text looks like the digest that is shown in place of a long key.
bool is_like_digest(std::string_view text) {
  return text.size() > 1 && text.front() == '#' &&
         text.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

Result<void> print_text(const ListedKeys& keys, const std::vector<std::uint32_t>& order,
                        const StreamDescription& description, LineEnd end, Output& output) {
  std::size_t columns = kCountColumns;
  for (const std::uint32_t i : order) columns = std::max(columns, fmt::formatted_size("{}", keys.count(i)));
  const Tabs tabs = is_terminal(stdout) ? Tabs::quoted : Tabs::plain;
  std::string room;
  for (const std::uint32_t i : order) {
    const auto key = keys.key(i, room);
    if (!key) return failure(key.error());
    const std::string text = text_of(*key, description);
    output.write(fmt::format("{:>{}}", keys.count(i), columns));
    if (end == LineEnd::null) {
      // In place of a blank, # tells a digest from a text that looks like one.
      if (!key->is_digest) output.write(" ");
      output.write(text);
      output.write(std::string_view("\0", 1));
      continue;
    }
    const bool looks_like_digest = !key->is_digest && is_like_digest(text);
    output.write(" ");
    output.write(looks_like_digest ? in_quotes(text) : line_text(text, tabs));
    output.write("\n");
  }
  return {};
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

Result<void> print_json(const sources::Counted& counted, const std::vector<std::uint32_t>& order,
                        const StreamDescription& description, Output& output) {
  const ListedKeys& keys = *counted.keys;
  std::string room;
  for (const std::uint32_t i : order) {
    const auto key = keys.key(i, room);
    if (!key) return failure(key.error());
    Json object = {{"key", key->is_digest ? Json(nullptr) : json_text(text_of(*key, description))}};
    if (key->is_digest) object["digest"] = key->text;
    object["count"] = keys.count(i);
    write_json_line(output, object);
  }
  write_json_line(output, {{"summary", summary_as_json(counted.summary, keys.size())}});
  return {};
}

}  // namespace

Result<Status> report(const sources::Counted& counted, const StreamDescription& description,
                      const CountView& view, Output& output) {
  const auto order =
      sources::first_in_order(*counted.keys, view.order, view.first.value_or(counted.keys->size()));
  if (!order) return failure(order.error());
  if (view.format == CountView::Format::json) {
    if (auto printed = print_json(counted, *order, description, output); !printed)
      return failure(printed.error());
  } else {
    if (auto printed = print_text(*counted.keys, *order, description, view.line_end, output); !printed)
      return failure(printed.error());
    output.finish();  // before anything is said of it
    say_notes(notes_on(counted.summary, description));
  }
  return counted.summary.complete ? Status::done : Status::different;
}

}  // namespace peel::cli
