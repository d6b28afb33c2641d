#include "cli/top/top_table.hpp"

#include "peel/analysis/heavy_hitters.hpp"
#include "peel/sources/address_text.hpp"

#include "cli/line_part.hpp"
#include "cli/numbers.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/printable.hpp"
#include "cli/output/quoted.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace peel::cli {

namespace {

// Columns of a count, as uniq -c has them if no count is wider.
constexpr std::size_t kCountColumns = 7;
constexpr std::size_t kLeastBar = 6;
constexpr std::size_t kLeastKey = 8;  // what a key gets before bounds and share do, if it is so long
constexpr std::size_t kMostBar = 40;

// Without the first bytes of a character whose others were cut.
std::string_view whole_characters(std::string_view text) {
  for (std::size_t less = 0; less < 4 && less <= text.size(); ++less) {
    const std::string_view shorter = text.substr(0, text.size() - less);
    if (is_utf8(shorter)) return shorter;
  }
  return text;
}

std::string key_of(const HeavyText& text, const CountedPart& part) {
  if (part.keys == CountedPart::Keys::addresses) return sources::address_text(text.text);
  return std::string(text.length > text.text.size() ? whole_characters(text.text) : text.text);
}

// Lines, of parts of lines.
std::uint64_t rounded_up(std::uint64_t parts, const sources::Fading& fading) {
  return parts / fading.parts + (parts % fading.parts != 0 ? 1 : 0);
}
std::uint64_t nearest(std::uint64_t parts, const sources::Fading& fading) {
  return parts / fading.parts + (parts % fading.parts >= fading.parts - fading.parts / 2 ? 1 : 0);
}

TopItem item_of(const HeavyText& text, const HeavyStream& stream, const sources::Fading& fading) {
  const auto [lower, upper, is_saturated] = text.count;
  const std::uint64_t guess = upper - std::min(fading.rounding.value, upper - lower);
  const double total = static_cast<double>(stream.texts.total().value);
  return {.key = key_of(text, stream.part),
          .length = text.length,
          .is_cut = text.length > text.text.size(),
          .count = nearest(guess, fading),
          .share = std::min(1.0, static_cast<double>(guess) / total),
          .bounds = {lower / fading.parts, rounded_up(upper, fading), is_saturated}};
}

// Bounds of whole lines that are rounded apart differ by one more.
CopyCount error_of(const HeavyTexts& texts, const sources::Fading& fading) {
  return CopyCount(rounded_up(texts.error().value, fading) + (fading.halvings > 0 ? 1 : 0));
}

// At least three digits, if they are not zeros: 12.3%, 1.23%, 0.123%.
std::string percent(double share) {
  const double hundredths = 100 * share;
  const int decimals = hundredths >= 9.995 ? 1 : hundredths >= 0.9995 ? 2 : 3;
  return fmt::format("{:.{}f}%", hundredths, decimals);
}

std::string shown_key(const TopItem& item, TableStyle::Reader reader) {
  using Reader = TableStyle::Reader;
  if (reader == Reader::nulls) return item.key;
  const std::string key = line_text(item.key, reader == Reader::program ? Tabs::plain : Tabs::quoted);
  return item.is_cut ? key + fmt::format("... ({} bytes)", item.length) : key;
}

// Columns of a row, without bar and key.
class Numbers {
 public:
  explicit Numbers(const TopTable& table) {
    const bool are_exact = std::ranges::all_of(table.items, &TopItem::is_exact);
    for (const TopItem& item : table.items) {
      count_ = std::max(count_, fmt::formatted_size("{}", item.count));
      if (!are_exact) bounds_ = std::max(bounds_, range(item).size());
    }
  }

  std::string row(const TopItem& item) const {
    std::string text = fmt::format("{:>{}}", item.count, count_);
    if (has_share_) text += fmt::format("  {:>6}", percent(item.share));
    if (bounds_ > 0) text += fmt::format("  {:>{}}", range(item), bounds_);
    return text;
  }

  std::size_t columns() const { return count_ + (has_share_ ? 2 + 6 : 0) + (bounds_ > 0 ? 2 + bounds_ : 0); }

  // Leaves out bounds, and then shares, until the others fit, or only counts are left.
  void fit_into(std::size_t room) {
    is_all_ = columns() <= room;
    if (columns() > room) bounds_ = 0;
    if (columns() > room) has_share_ = false;
  }
  bool is_all() const { return is_all_; }

 private:
  static std::string range(const TopItem& item) {
    return fmt::format("{}..{}", item.bounds.lower, item.bounds.upper);
  }

  std::size_t count_ = kCountColumns;
  std::size_t bounds_ = 0;
  bool has_share_ = true;
  bool is_all_ = true;
};

// What keys leave, or a third where they leave too little; none where that is not worth it.
std::size_t columns_of_bar(std::size_t room, std::size_t longest_key) {
  const std::size_t left = room > longest_key ? room - longest_key : 0;
  const std::size_t columns = std::min(std::max(left, room / 3), kMostBar);
  return columns < kLeastBar ? 0 : columns;
}

}  // namespace

TopTable table_of(const HeavyStream& stream, const TopView& view, const sources::Fading& fading) {
  const HeavyTexts& texts = stream.texts;
  TopTable table{.part = stream.part,
                 .lines = stream.lines,
                 .keyless = stream.keyless,
                 .total = CopyCount(nearest(texts.total().value, fading)),
                 .error = error_of(texts, fading),
                 .want_of_room = CopyCount(rounded_up(
                     texts.error().value - std::min(texts.error(), fading.rounding).value, fading)),
                 .is_halved = fading.halvings > 0,
                 .is_saturated = ~texts.total().value == 0,
                 .capacity = texts.shape().capacity,
                 .bytes = texts.bytes()};
  std::vector<HeavyText> found;
  if (view.share) {
    // Halving rounds the total up, by less than one part in all.
    const std::uint64_t total = texts.total().value;
    const CopyCount least = view.share->of(CopyCount(total - (total > 0 && fading.halvings > 0 ? 1 : 0)));
    found = texts.above(least);
    table.share = {.is_complete = texts.error().value == 0 || texts.error() < least,
                   .capacity_for = analysis::heavy_capacity_for(view.share->most_keys())};
  } else {
    found = texts.top(view.first);
  }
  for (const HeavyText& text : found) table.items.push_back(item_of(text, stream, fading));
  return table;
}

TopTable table_of(const sources::Majority& majority, const CountedPart& part) {
  TopTable table{
      .part = part, .lines = majority.lines, .keyless = majority.keyless, .total = CopyCount(majority.total)};
  if (!majority.key) return table;
  const bool is_address = part.keys == CountedPart::Keys::addresses;
  table.items.push_back({.key = is_address ? sources::address_text(*majority.key) : *majority.key,
                         .length = majority.key->size(),
                         .count = majority.count,
                         .share = static_cast<double>(majority.count) / static_cast<double>(majority.total),
                         .bounds = {.lower = majority.count, .upper = majority.count}});
  return table;
}

std::string heading_of(const TopTable& table, const std::string& name) {
  std::string text = fmt::format("{}  {}", printable(name), counted(table.lines, "line"));
  if (table.keyless > 0)
    text += fmt::format(", {} without {}", grouped(table.keyless), missing_part(table.part));
  if (table.is_saturated) return text + ", more than can be counted";
  if (table.error.value == 0) return text + ", counts are exact";
  return text + fmt::format(", counts off by at most {}", grouped(table.error.value));
}

std::string bar_of(double share, std::size_t columns, TableStyle::Bars bars) {
  constexpr std::array<std::string_view, 8> kParts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const std::size_t parts = bars == TableStyle::Bars::blocks ? kParts.size() : 1;
  const double wanted = std::round(share * static_cast<double>(columns * parts));
  const std::size_t filled =
      share <= 0 ? 0 : std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, columns * parts);
  std::string bar;
  for (std::size_t i = 0; i < filled / parts; ++i) bar += parts == 1 ? "#" : "█";
  bar += kParts[filled % parts];
  bar.append(columns - (filled + parts - 1) / parts, ' ');
  return bar;
}

std::vector<TableRow> rows_of(const TopTable& table, const TableStyle& style) {
  using Reader = TableStyle::Reader;
  Numbers numbers(table);
  std::vector<std::string> keys;
  std::size_t longest = 0;
  double most = 0;
  for (const TopItem& item : table.items) {
    keys.push_back(shown_key(item, style.reader));
    longest = std::max(longest, columns_of(keys.back()));
    most = std::max(most, item.share);
  }
  const auto without = [&style](std::size_t taken) {
    return style.columns > taken ? style.columns - taken : 0;
  };
  // A gap before the key, and one column that stays free: some terminals wrap at the last.
  constexpr std::size_t kGap = 2, kAround = kGap + 1;
  if (style.reader == Reader::screen) numbers.fit_into(without(std::min(longest, kLeastKey) + kAround));
  const bool has_bars = style.reader > Reader::program && numbers.is_all();
  const std::size_t bar = has_bars ? columns_of_bar(without(numbers.columns() + kAround + kGap), longest) : 0;
  const std::size_t before_key = numbers.columns() + (bar > 0 ? bar + kGap : 0) + kGap;
  std::vector<TableRow> rows;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const TopItem& item = table.items[i];
    std::string row = numbers.row(item);
    if (bar > 0) {
      const std::string drawn = bar_of(most > 0 ? item.share / most : 0, bar, style.bars);
      row += style.colour == Colour::on ? fmt::format("  \x1b[36m{}\x1b[0m", drawn) : "  " + drawn;
    }
    if (style.reader != Reader::screen) {
      rows.push_back({fmt::format("{}  {}", row, keys[i]), before_key + columns_of(keys[i])});
    } else if (before_key < style.columns) {
      const std::string key = shortened(keys[i], without(before_key + 1));
      rows.push_back({fmt::format("{}  {}", row, key), before_key + columns_of(key)});
    } else {  // not even the count fits, and there are no bars
      row = shortened(row, without(1));
      rows.push_back({row, columns_of(row)});
    }
  }
  return rows;
}

}  // namespace peel::cli
