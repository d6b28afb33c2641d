// The slides' own examples, cell by cell, with their functions; then what they say of cuckoo graphs.
#include "peel/tables/cuckoo_pair.hpp"

#include "peel/analysis/cuckoo.hpp"

#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace peel::test {
namespace {

using Cells = std::map<std::uint64_t, std::uint64_t>;
using Keys = CuckooPair<std::uint64_t, char>;
constexpr std::uint64_t kSlots = 11;

// h1(k) = k mod 11 and h2(k) = floor(k / 11) mod 11, at every rehash the same.
std::uint64_t of_the_slides(std::uint64_t key, SubTable table, GenerationCount) {
  return (table.value == 0 ? key : key / kSlots) % kSlots;
}

Keys slides() {
  return {SlotCount(kSlots), of_the_slides};
}

Cells cells_of(const Keys& keys, std::uint64_t slots, SubTable table) {
  Cells cells;
  for (std::uint64_t slot = 0; slot < slots; ++slot)
    if (const auto& entry = keys.at(table, SlotCount(slot))) cells[slot] = entry->key;
  return cells;
}
Cells first_of(const Keys& keys, std::uint64_t slots = kSlots) {
  return cells_of(keys, slots, SubTable(0));
}
Cells second_of(const Keys& keys, std::uint64_t slots = kSlots) {
  return cells_of(keys, slots, SubTable(1));
}

std::vector<std::uint64_t> displacements_of(Keys& keys, const std::vector<std::uint64_t>& row) {
  std::vector<std::uint64_t> displacements;
  for (const std::uint64_t key : row) displacements.push_back(keys.insert_or_assign(key, 'x').displacements);
  return displacements;
}

using Row = std::vector<std::uint64_t>;

// The component of a key in the cuckoo graph of `row`, whatever the arrangement.
Keys::Reach component_of(std::uint64_t key, const Row& row, const PairFunctions<std::uint64_t>& functions) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> slots;
  std::set<std::uint64_t> keys{key};
  for (std::size_t before = 0; before != keys.size();) {
    before = keys.size();
    for (const std::uint64_t member : keys)
      for (const std::uint64_t table : {0U, 1U})
        slots.emplace(table, functions(member, SubTable(table), GenerationCount(0)));
    for (const std::uint64_t other : row)
      for (const std::uint64_t table : {0U, 1U})
        if (slots.contains({table, functions(other, SubTable(table), GenerationCount(0))}))
          keys.insert(other);
  }
  return {slots.size(), keys.size()};
}

TEST(CuckooPairOfTheSlides, IsAsPrintedAfterTheKey100) {
  Keys keys = slides();
  EXPECT_EQ(displacements_of(keys, {20, 50, 53, 75, 100}), (Row{0, 0, 1, 1, 0}));
  EXPECT_EQ(first_of(keys), (Cells{{1, 100}, {6, 50}, {9, 75}}));
  EXPECT_EQ(second_of(keys), (Cells{{1, 20}, {4, 53}}));
}

TEST(CuckooPairOfTheSlides, IsAsPrintedAfterTheKey105) {
  Keys keys = slides();
  displacements_of(keys, {20, 50, 53, 75, 100});
  EXPECT_EQ(displacements_of(keys, {67, 105}), (Row{1, 3}));
  EXPECT_EQ(first_of(keys), (Cells{{1, 67}, {6, 105}, {9, 53}}));
  EXPECT_EQ(second_of(keys), (Cells{{1, 20}, {4, 50}, {6, 75}, {9, 100}}));
}

TEST(CuckooPairOfTheSlides, HoldsTenKeysInTenSlotsAfterTheKey39) {
  Keys keys = slides();
  displacements_of(keys, {20, 50, 53, 75, 100, 67, 105});
  EXPECT_EQ(displacements_of(keys, {3, 36, 39}), (Row{0, 1, 7}));
  EXPECT_EQ(first_of(keys), (Cells{{1, 100}, {3, 36}, {6, 50}, {9, 75}}));
  EXPECT_EQ(second_of(keys), (Cells{{0, 3}, {1, 20}, {3, 39}, {4, 53}, {6, 67}, {9, 105}}));
  EXPECT_EQ(component_of(20, {20, 50, 53, 75, 100, 67, 105, 3, 36, 39}, of_the_slides),
            (Keys::Reach{.slots = 10, .keys = 10}));
  EXPECT_EQ(component_of(6, {20, 50, 53, 75, 100, 67, 105, 3, 36, 39}, of_the_slides),
            (Keys::Reach{.slots = 10, .keys = 11}));
}

TEST(CuckooPairOfTheSlides, HasToRehashForTheKey6) {
  const auto by_others_later = [](std::uint64_t key, SubTable table, GenerationCount generation) {
    if (generation.value == 0) return of_the_slides(key, table, generation);
    return keyed_pair_functions<std::uint64_t>(SlotCount(kSlots), Seed(1))(key, table, generation);
  };
  Keys keys(SlotCount(kSlots), by_others_later);
  const Row row = {20, 50, 53, 75, 100, 67, 105, 3, 36, 39, 6};
  for (const std::uint64_t key : row) {
    EXPECT_EQ(keys.reach_of(6).keys > keys.reach_of(6).slots, key == 6);
    const auto insertion = keys.insert_or_assign(key, 'x');
    EXPECT_EQ(insertion.outcome, PairPlaced::inserted);
    EXPECT_EQ(insertion.rehashes > 0, key == 6);
  }
  EXPECT_GT(keys.generation().value, 0U);
  for (const std::uint64_t key : row) EXPECT_NE(keys.find(key), nullptr) << key;
}

TEST(CuckooPairOfTheSlides, StashesTheKey6IfItsFunctionsNeverChange) {
  Keys keys = slides();
  const Row row = {20, 50, 53, 75, 100, 67, 105, 3, 36, 39};
  displacements_of(keys, row);
  const auto insertion = keys.insert_or_assign(6, 'x');
  EXPECT_EQ(insertion.outcome, PairPlaced::stashed);
  EXPECT_EQ(insertion.rehashes, PairLimits{}.rehashes);
  EXPECT_EQ(keys.size().value, 11U);
  EXPECT_NE(keys.find(6), nullptr);
  for (const std::uint64_t key : row) EXPECT_NE(keys.find(key), nullptr) << key;
}

// x, y, w, z, u with the values of the slide on long cycles.
PairFunctions<std::uint64_t> five_functions(std::uint64_t second_of_z) {
  return [=](std::uint64_t key, SubTable table, GenerationCount) -> std::uint64_t {
    const std::map<std::uint64_t, std::array<std::uint64_t, 2>> values = {
        {'x', {2, 1}}, {'y', {2, 1}}, {'w', {4, 2}}, {'z', {4, second_of_z}}, {'u', {4, 2}}};
    return values.at(key)[table.value];
  };
}
Keys five_keys(std::uint64_t second_of_z) {
  return {SlotCount(5), five_functions(second_of_z)};
}

TEST(CuckooPairOfTheSlides, DoesNotLoopWhereTheSlideSaysSo) {
  Keys keys = five_keys(0);
  EXPECT_EQ(displacements_of(keys, {'x', 'y', 'w', 'z', 'u'}), (Row{0, 1, 0, 1, 1}));
  EXPECT_EQ(first_of(keys, 5), (Cells{{2, 'y'}, {4, 'u'}}));
  EXPECT_EQ(second_of(keys, 5), (Cells{{0, 'z'}, {1, 'x'}, {2, 'w'}}));
  EXPECT_EQ(component_of('x', {'x', 'y', 'w', 'z', 'u'}, five_functions(0)),
            (Keys::Reach{.slots = 2, .keys = 2}));
  EXPECT_EQ(component_of('u', {'x', 'y', 'w', 'z', 'u'}, five_functions(0)),
            (Keys::Reach{.slots = 3, .keys = 3}));
  EXPECT_EQ(keys.rehashes(), 0U);
}

TEST(CuckooPairOfTheSlides, RecognisesTheLoopIfThreeKeysHaveTwoSlots) {
  Keys keys = five_keys(2);
  EXPECT_EQ(displacements_of(keys, {'x', 'y', 'w', 'z'}), (Row{0, 1, 0, 1}));
  EXPECT_EQ(keys.reach_of('u'), (Keys::Reach{.slots = 2, .keys = 3}));
  EXPECT_EQ(keys.insert_or_assign('u', 'x').outcome, PairPlaced::stashed);
}

TEST(CuckooPair, HoldsWhatAMapHolds) {
  Random random;
  CuckooPair<std::uint64_t, std::uint64_t> pair(SlotCount(120), random.seed());
  std::unordered_map<std::uint64_t, std::uint64_t> model;
  for (int step = 0; step < 5'000; ++step) {
    const std::uint64_t key = random.below(150), value = random.next();
    if (random.below(3) == 0) {
      EXPECT_EQ(pair.erase(key), model.erase(key) == 1);
    } else {
      EXPECT_EQ(pair.insert_or_assign(key, value).outcome == PairPlaced::replaced, model.contains(key));
      model[key] = value;
    }
    ASSERT_EQ(pair.size().value, model.size());
  }
  for (std::uint64_t key = 0; key < 150; ++key) {
    ASSERT_EQ(pair.find(key) != nullptr, model.contains(key)) << key;
    if (model.contains(key)) {
      EXPECT_EQ(*pair.find(key), model[key]);
    }
  }
}

TEST(CuckooPair, LosesNothingWhenDisplacementsComeToTheirLimit) {
  Random random;
  const SlotCount slots(100);
  CuckooPair<std::uint64_t, std::uint64_t> pair(
      slots, keyed_pair_functions<std::uint64_t>(slots, random.seed()), {.displacements = 1, .rehashes = 1});
  const auto keys = random.distinct_keys(250);
  for (const std::uint64_t key : keys) pair.insert_or_assign(key, ~key);
  EXPECT_EQ(pair.size().value, keys.size());
  for (const std::uint64_t key : keys) {
    ASSERT_NE(pair.find(key), nullptr);
    EXPECT_EQ(*pair.find(key), ~key);
  }
  EXPECT_GE(pair.stashed().value, 50U);  // of 250 keys, as there are 200 slots
}

// Theorem 2 of the slides: with m = (1 + epsilon) n slots in each table, a slot's component has at most
// 1 + 1/epsilon slots in expectation. A key reaches at most those of the components of its two slots.
TEST(CuckooPair, KeysReachAsFewSlotsAsTheTheoremSays) {
  constexpr std::uint64_t kKeys = 500, kTrials = 8;
  Random random;
  double sum = 0, squares = 0;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    CuckooPair<std::uint64_t, char> pair(SlotCount(2 * kKeys), random.seed());
    for (const std::uint64_t key : random.distinct_keys(kKeys)) pair.insert_or_assign(key, 'x');
    double slots = 0;
    for (std::uint64_t i = 0; i < kKeys; ++i)
      slots += static_cast<double>(pair.reach_of(random.next()).slots) / kKeys;
    sum += slots;
    squares += slots * slots;
  }
  const double mean = sum / kTrials, variance = squares / kTrials - mean * mean;
  EXPECT_LE(mean,
            2 * analysis::component_size({.items = ItemCount(kKeys), .buckets = BucketCount(2 * kKeys)}) +
                5 * std::sqrt(variance / (kTrials - 1)));
}

// Theorem 1: the probability of a rehash is O(1/m). To first order, which real tables come to from below.
TEST(CuckooPair, RehashesAsRarelyAsTheTheoremSays) {
  constexpr std::uint64_t kSlotsEach = 250, kKeys = 200;
  const std::uint64_t trials = 300;
  Random random;
  std::uint64_t rehashed = 0;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    CuckooPair<std::uint64_t, char> pair(SlotCount(kSlotsEach), random.seed());
    for (const std::uint64_t key : random.distinct_keys(kKeys)) pair.insert_or_assign(key, 'x');
    rehashed += pair.rehashes() > 0 ? 1U : 0U;
  }
  const double bound =
      static_cast<double>(trials) *
      analysis::rehash_probability({.items = ItemCount(kKeys), .buckets = BucketCount(kSlotsEach)});
  EXPECT_LE(static_cast<double>(rehashed), bound + 7 * std::sqrt(bound));  // a small count: 5 is not rare
}

}  // namespace
}  // namespace peel::test
