// Every multiset of up to three keys with small signed multiplicities in a tiny counter: whatever the cells,
// what is listed is right, and a complete listing is all there is.
#include "invertible/counter/counting.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using test::KeyCounts;

class TinyCounter : public testing::TestWithParam<CounterVariant> {};
INSTANTIATE_TEST_SUITE_P(Kinds, TinyCounter, testing::ValuesIn(kCounterVariants), [](const auto& tested) {
  std::string name(name_of(tested.param));
  std::erase(name, '-');
  return name;
});

// How many keys are in each cell, by the one counter that tells: a standard one with the key alone.
std::vector<unsigned> cells_of(const CounterSpec& spec, const std::string& key) {
  InvertibleCounter alone = test::new_counter(spec);
  EXPECT_OK(test::add(alone, {{key, 1}}));
  std::vector<unsigned> held;
  for (std::size_t at = 0; at < alone.cells().size(); at += alone.shape().cell_words()) {
    held.push_back(alone.cells()[at] == 1 ? 1 : 0);
  }
  return held;
}

TEST_P(TinyCounter, EveryMultisetOfThreeKeysIsListedRightlyOrNotAtAll) {
  const CounterSpec spec{
      .cells = CellCount(6), .hashes = HashCount(2), .key_width = ByteWidth(1), .variant = GetParam()};
  std::uint64_t complete = 0;
  for (int keys = 0; keys < 4 * 4 * 4; ++keys) {
    const std::array<char, 3> key{static_cast<char>(keys % 4), static_cast<char>(6 + keys / 4 % 4),
                                  static_cast<char>(12 + keys / 16)};
    for (int times = 0; times < 7 * 7 * 7; ++times) {
      const std::array<int, 3> count{times % 7 - 3, times / 7 % 7 - 3, times / 49 - 3};
      KeyCounts model;
      for (std::size_t i = 0; i < 3; ++i) {
        if (count[i] != 0) model[std::string(1, key[i])] = count[i];
      }
      InvertibleCounter counter = test::new_counter(spec);
      ASSERT_TRUE(test::add(counter, model));
      const CounterListing listing = counter.list();
      const KeyCounts listed = test::counts_of(listing);
      if (listing.complete()) {
        ASSERT_EQ(listed, model);
        ++complete;
      }
      for (const auto& [name, number] : listed) {
        const auto found = model.find(name);
        ASSERT_TRUE(found != model.end() && found->second == number);
      }
    }
  }
  EXPECT_GT(complete, 0U);
}

// Peeling cells of up to two keys, by hand.
bool peels(std::vector<std::vector<unsigned>> places) {
  for (bool progress = true; progress && !places.empty();) {
    progress = false;
    for (std::size_t c = 0; c < places[0].size() && !progress; ++c) {
      unsigned held = 0;
      for (const auto& place : places) held += place[c];
      if (held == 0 || held > 2) continue;
      std::erase_if(places, [c](const auto& place) { return place[c] == 1; });
      progress = true;
      if (places.empty()) return true;
    }
  }
  return places.empty();
}

TEST(MomentCounter, ListsExactlyWhatCellsOfUpToTwoKeysAllow) {
  const CounterSpec spec{.cells = CellCount(6), .hashes = HashCount(2), .key_width = ByteWidth(2)};
  for (unsigned first = 0; first < 24; ++first) {
    for (unsigned size = 0; size < 9; ++size) {
      KeyCounts model;
      std::vector<std::vector<unsigned>> places;
      for (unsigned i = 0; i < size; ++i) {
        const std::string key{static_cast<char>(first), static_cast<char>(7 * i)};
        model[key] = 1 + i;
        places.push_back(cells_of(spec, key));
      }
      InvertibleCounter counter = test::new_counter(spec);
      EXPECT_OK(test::add(counter, model));
      EXPECT_EQ(counter.list().complete(), peels(places)) << first << " " << size;
    }
  }
}

}  // namespace
}  // namespace peel
