// The worked example of cuckoo hashing cell by cell, and the slide on cycles, by the slides' own functions.
#include "peel/tables/cuckoo_pair.hpp"

#include "lab/ra_miri/experiments.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace peel::lab::ra_miri {

namespace {

using Table = CuckooPair<std::uint64_t, char>;
using Row = std::vector<std::uint64_t>;
using Cells = std::map<std::uint64_t, std::uint64_t>;

constexpr std::uint64_t kExampleSlots = 11;
constexpr std::array<std::uint64_t, 11> kKeys = {20, 50, 53, 75, 100, 67, 105, 3, 36, 39, 6};
constexpr std::array<std::uint64_t, 11> kFirst = {9, 6, 9, 9, 1, 1, 6, 3, 3, 6, 6};
constexpr std::array<std::uint64_t, 11> kSecond = {1, 4, 4, 6, 9, 6, 9, 0, 3, 3, 0};

// At every rehash the same, so that a key without a place stays without.
std::uint64_t of_the_example(std::uint64_t key, SubTable table, GenerationCount) {
  return (table.value == 0 ? key : key / kExampleSlots) % kExampleSlots;
}

std::uint64_t with_the_ceiling(std::uint64_t key) {
  return (key + kExampleSlots - 1) / kExampleSlots % kExampleSlots;
}

template <class Function>
double entries_as(std::span<const std::uint64_t> column, Function function) {
  double same = 0;
  for (std::size_t i = 0; i < kKeys.size(); ++i) same += function(kKeys[i]) == column[i] ? 1 : 0;
  return same;
}

struct Printout {
  Cells first, second;
};

double cells_as_in(const Printout& printout, const Table& table) {
  double same = 0;
  for (const auto& [cells, which] : {std::pair(printout.first, 0U), std::pair(printout.second, 1U)}) {
    for (std::uint64_t slot = 0; slot < kExampleSlots; ++slot) {
      const auto& entry = table.at(SubTable(which), SlotCount(slot));
      const auto at = cells.find(slot);
      same += entry.has_value() == (at != cells.end()) && (!entry || entry->key == at->second) ? 1 : 0;
    }
  }
  return same;
}

Printed all(double count) {
  return {"all " + std::to_string(static_cast<int>(count)), Estimate::computed(count), 0, Origin::derived};
}

std::vector<Finding> columns() {
  return {{.what = "h1: entries of the column that k mod 11 gives",
           .fact = "002.cuckoo.h1",
           .printed = all(11),
           .observed = Estimate::computed(
               entries_as(kFirst, [](std::uint64_t key) { return of_the_example(key, SubTable(0), {}); }))},
          {.what = "h2: entries of the column that floor(k/11) mod 11 gives",
           .fact = "002.cuckoo.h2",
           .printed = all(11),
           .observed = Estimate::computed(
               entries_as(kSecond, [](std::uint64_t key) { return of_the_example(key, SubTable(1), {}); }))},
          {.what = "h2: entries of the column that ceil(k/11) mod 11 gives",
           .fact = "002.cuckoo.ceil",
           .printed = all(11),
           .observed = Estimate::computed(entries_as(kSecond, with_the_ceiling))}};
}

// Inserts the next `count` keys of the example. Returns the displacements that it took.
std::uint64_t insert_next(Table& table, std::uint64_t count) {
  std::uint64_t displacements = 0;
  const std::uint64_t before = table.size().value;
  for (std::uint64_t i = before; i < before + count; ++i)
    displacements += table.insert_or_assign(kKeys[i], 'x').displacements;
  return displacements;
}

}  // namespace

Outcome cuckoo_example(const RunOptions&) {
  std::vector<Finding> findings = columns();
  Table table(SlotCount(kExampleSlots), of_the_example);
  const auto cells = [&](const char* what, const char* fact, const Printout& printout) {
    return Finding{.what = what, .fact = fact, .observed = Estimate::computed(cells_as_in(printout, table))};
  };
  std::uint64_t displacements = insert_next(table, 5);
  findings.push_back(cells("cells as printed after 20, 50, 53, 75, 100", "002.cuckoo.after100",
                           {{{1, 100}, {6, 50}, {9, 75}}, {{1, 20}, {4, 53}}}));
  findings.back().printed = all(22);
  displacements += insert_next(table, 2);
  findings.push_back(cells("cells as printed after 67, 105", "002.cuckoo.after105",
                           {{{1, 67}, {6, 105}, {9, 53}}, {{1, 20}, {4, 50}, {6, 75}, {9, 100}}}));
  findings.back().printed = all(22);
  displacements += insert_next(table, 3);
  findings.push_back(
      cells("cells as by hand after 3, 36, 39, of 22", "002.cuckoo.after39",
            {{{1, 100}, {3, 36}, {6, 50}, {9, 75}}, {{0, 3}, {1, 20}, {3, 39}, {4, 53}, {6, 67}, {9, 105}}}));
  findings.back().expected = 22;
  findings.push_back({.what = "entries that moved for these ten keys",
                      .fact = "002.cuckoo.after39",
                      .observed = Estimate::computed(static_cast<double>(displacements)),
                      .expected = 14});
  const Table::Reach reach = table.reach_of(6);
  findings.push_back(
      {.what = "keys for which the slots that 6 reaches are too few",
       .fact = "002.cuckoo.rehash6",
       .printed =
           Printed{"rehash: at least 1", Estimate::computed(1), 0, Origin::derived, Relation::at_least},
       .observed = Estimate::computed(static_cast<double>(reach.keys) - static_cast<double>(reach.slots))});
  insert_next(table, 1);
  findings.push_back({.what = "keys without a place after 6",
                      .observed = Estimate::computed(static_cast<double>(table.stashed().value)),
                      .expected = 1});
  return {findings};
}

namespace {

// x, y, w, z, u with the slide's values, but for the second one of z. Returns how many find no place.
double without_a_place(std::uint64_t second_of_z) {
  const std::map<std::uint64_t, std::array<std::uint64_t, 2>> values = {
      {'x', {2, 1}}, {'y', {2, 1}}, {'w', {4, 2}}, {'z', {4, second_of_z}}, {'u', {4, 2}}};
  Table table(SlotCount(5), [&](std::uint64_t key, SubTable which, GenerationCount) {
    return values.at(key)[which.value];
  });
  for (const char key : {'x', 'y', 'w', 'z', 'u'})
    table.insert_or_assign(static_cast<std::uint64_t>(key), 'x');
  return static_cast<double>(table.stashed().value);
}

}  // namespace

Outcome cuckoo_cycles(const RunOptions&) {
  return {{{.what = "keys without a place, by the values of both slides",
            .fact = "002.cycle.same",
            .printed = Printed{"one: rehash", Estimate::computed(1), 0, Origin::derived},
            .observed = Estimate::computed(without_a_place(0))},
           {.what = "keys without a place, if h2(z) = 2",
            .fact = "002.cycle.fix",
            .observed = Estimate::computed(without_a_place(2)),
            .expected = 1}}};
}

}  // namespace peel::lab::ra_miri
