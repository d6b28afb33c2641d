// The table that peel top prints, as pure functions: what is in it, and its lines.
#pragma once

#include "peel/core/types.hpp"
#include "peel/frequency/count_bounds.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/sources/heavy_lines.hpp"

#include "cli/terminal.hpp"
#include "cli/top/top_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

struct TopItem {
  std::string key;           // as it is printed; its beginning if it was cut
  std::uint64_t length = 0;  // in bytes, of all of it
  bool is_cut = false;
  std::uint64_t count = 0;  // the best guess
  double share = 0;         // the guess divided by the total, both in parts of lines
  CountBounds bounds = {};

  bool is_exact() const { return bounds.lower == bounds.upper; }
  friend bool operator==(const TopItem&, const TopItem&) = default;
};

// Where all keys of a share were asked for.
struct AllOfAShare {
  bool is_complete = true;   // no key that has it can be missing: the error is less
  ItemCount capacity_for{};  // that is sure to find all, whatever comes
  friend bool operator==(const AllOfAShare&, const AllOfAShare&) = default;
};

struct TopTable {
  CountedPart part = {};
  std::uint64_t lines = 0;
  std::uint64_t keyless = 0;
  CopyCount total{};          // of keys that count
  CopyCount error{};          // what no bounds differ by more than
  CopyCount want_of_room{};   // how much of that is because more keys came than there was room for
  bool is_halved = false;     // counts are rounded
  bool is_saturated = false;  // more came than can be counted
  ItemCount capacity{};       // 0 where none was needed
  std::uint64_t bytes = 0;
  std::optional<AllOfAShare> share = {};
  std::vector<TopItem> items = {};
  friend bool operator==(const TopTable&, const TopTable&) = default;
};

// The guess is the upper bound less what rounding added: a key that has had its counter since before room ran
// out came exactly so often, and frequent keys mostly have. Parts of lines become whole ones: lower bounds
// are rounded down, upper ones and the error up, and counts to the nearest.
TopTable table_of(const HeavyStream& stream, const TopView& view, const sources::Fading& fading);
// The majority as its only item, or none.
TopTable table_of(const sources::Majority& majority, const CountedPart& part);

struct TableStyle {
  enum class Reader : std::uint8_t {
    nulls,     // bytes of keys as they are, no bars
    program,   // keys in quotes where they have to be, no bars
    terminal,  // the same, and bars
    screen,    // the same, and every line fits
  };
  enum class Bars : std::uint8_t { ascii, blocks };

  Reader reader = Reader::program;
  Bars bars = Bars::ascii;
  Colour colour = Colour::off;
  std::size_t columns = 80;  // of the terminal
};

// "access.log  7 lines, 2 without field 3, counts are exact"
std::string heading_of(const TopTable& table, const std::string& name);

struct TableRow {
  std::string text;         // without the end of the line
  std::size_t columns = 0;  // that it takes on a terminal: colours take none
};

// One for each item: count, share, bounds unless all are exact, bar, key. On a screen that is narrow, bars
// are left out first, then bounds, then shares; then keys and numbers are cut.
std::vector<TableRow> rows_of(const TopTable& table, const TableStyle& style);

// A bar of so many columns for a share of them, filled with blanks: eighths of blocks, or #. What is not
// nothing shows.
std::string bar_of(double share, std::size_t columns, TableStyle::Bars bars);

}  // namespace peel::cli
