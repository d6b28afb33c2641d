#include "cli/top/top_report.hpp"

#include "cli/line_part.hpp"
#include "cli/notes.hpp"
#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace peel::cli {

namespace {

Json item_as_json(const TopItem& item) {
  Json object = {{"key", json_text(item.key)},
                 {"count", item.count},
                 {"lower", item.bounds.lower},
                 {"upper", item.bounds.upper},
                 {"share", item.share}};
  if (item.is_cut) object["length"] = item.length;
  return object;
}

Json summary_as_json(const TopTable& table) {
  Json object = {{"schema", 1},
                 {"lines", table.lines},
                 {"keyless", table.keyless},
                 {"total", table.total.value},
                 {"listed", table.items.size()},
                 {"exact", table.error.value == 0 && !table.is_saturated},
                 {"error", table.error.value}};
  if (table.share) object["complete"] = table.share->is_complete;
  if (table.capacity.value > 0) {
    object["capacity"] = table.capacity.value;
    object["bytes"] = table.bytes;
  }
  return object;
}

bool is_incomplete(const TopTable& table) {
  return table.share && !table.share->is_complete;
}

std::string what_may_be_missing(const TopTable& table) {
  const std::uint64_t enough = table.share->capacity_for.value;
  const std::uint64_t times = table.error.value;
  const std::string keys =
      times == 1 ? ", and keys that came once may be missing; "
                 : fmt::format(", and keys that came up to {} times may be missing; ", grouped(times));
  if (enough > kMaxHeavyCapacity)
    return keys + "no --capacity is enough for so small a share, but peel count has all";
  if (enough <= table.capacity.value) return keys + "a longer --half-life has more to choose from";
  return keys + fmt::format("--capacity {} finds all of this share", enough);
}

std::string how_far_off(const TopTable& table) {
  std::string note = "halved counts are rounded, and off by less than 1";
  if (table.want_of_room.value > 0) {
    note = fmt::format("more than {} came, so counts may be up to {} too high",
                       counted(table.capacity.value, "distinct key"), grouped(table.error.value));
    if (table.is_halved) note += ", and halved ones are rounded";
  }
  if (is_incomplete(table)) return note + what_may_be_missing(table);
  return table.want_of_room.value > 0 ? note + "; --capacity makes room for more" : note;
}

}  // namespace

TableStyle style_for(TableStyle::Reader reader, Colour colour) {
  if (reader == TableStyle::Reader::nulls) return {.reader = reader};
  if (!is_terminal(stdout)) return {.colour = colour};
  return {.reader = reader,
          .bars = speaks_utf8() ? TableStyle::Bars::blocks : TableStyle::Bars::ascii,
          .colour = colour,
          .columns = terminal_size(STDOUT_FILENO).columns};
}

void print(const TopTable& table, const TopView& view, Output& output) {
  if (view.format == TopView::Format::json) {
    for (const TopItem& item : table.items) write_json_line(output, item_as_json(item));
    write_json_line(output, {{"summary", summary_as_json(table)}});
  } else {
    const bool has_nulls = view.line_end == LineEnd::null;
    const auto reader = has_nulls ? TableStyle::Reader::nulls : TableStyle::Reader::terminal;
    for (const TableRow& row : rows_of(table, style_for(reader, view.colour)))
      output.write(row.text + (has_nulls ? '\0' : '\n'));
  }
  output.finish();  // before anything is said of it
}

Status report(const TopTable& table, const std::string& name, const TopView& view, Output& output) {
  const bool is_text = view.format == TopView::Format::text;
  const bool has_nulls = view.line_end == LineEnd::null;
  if (is_text && !has_nulls && is_terminal(stdout)) output.write(heading_of(table, name) + "\n");
  print(table, view, output);
  if (is_text || is_incomplete(table)) say_notes(notes_on(table));
  const auto cut = std::ranges::count_if(table.items, &TopItem::is_cut);
  if (has_nulls && cut > 0) {
    say_notes(
        {fmt::format("only the beginning of {} was kept; --json tells which, and --text-bytes keeps more",
                     counted(static_cast<std::uint64_t>(cut), "key"))});
  }
  return is_incomplete(table) ? Status::different : Status::done;
}

std::vector<std::string> notes_on(const TopTable& table) {
  std::vector<std::string> notes;
  if (table.keyless != 0) {
    notes.push_back(fmt::format("{} of {} without {}, not counted", grouped(table.keyless),
                                counted(table.lines, "line"), missing_part(table.part)));
  }
  if (table.error.value > 0) notes.push_back(how_far_off(table));
  return notes;
}

}  // namespace peel::cli
