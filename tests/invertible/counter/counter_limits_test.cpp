// Extremes of keys and multiplicities: no overflow, no wrap, no surprise in a sign.
#include "invertible/counter/counting.hpp"
#include "invertible/field.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <limits>

namespace peel {
namespace {

using test::KeyCounts;

constexpr std::int64_t kMost = static_cast<std::int64_t>(kMaxCounted);

class ExtremeCounter : public testing::TestWithParam<CounterVariant> {
 protected:
  InvertibleCounter counter() const { return test::new_counter(spec()); }
  CounterSpec spec() const { return {.cells = CellCount(64), .hashes = HashCount(3), .variant = GetParam()}; }
};
INSTANTIATE_TEST_SUITE_P(Kinds, ExtremeCounter, testing::ValuesIn(kCounterVariants), [](const auto& tested) {
  std::string name(name_of(tested.param));
  std::erase(name, '-');
  return name;
});

TEST_P(ExtremeCounter, ListsASingleKeyWithAnyMultiplicityUpToTheLimit) {
  for (const std::int64_t times :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{1} << 31, std::int64_t{1} << 32, kMost - 1, kMost,
        std::int64_t{-1}, -(std::int64_t{1} << 31), 1 - kMost, -kMost}) {
    InvertibleCounter one = counter();
    EXPECT_OK(test::add_copies(one, 77, times));
    const CounterListing listing = one.list();
    ASSERT_TRUE(listing.complete()) << times;
    ASSERT_EQ(listing.keys.size(), 1U);
    EXPECT_EQ(listing.keys.key_integer(0), 77U);
    EXPECT_EQ(listing.keys.count(0), times);
    EXPECT_EQ(test::value_of(one.count_of(std::uint64_t{77})), (Multiplicity{times, true}));
  }
}

TEST_P(ExtremeCounter, ZeroTimesIsNothing) {
  InvertibleCounter none = counter();
  EXPECT_OK(test::add_copies(none, 77, 0));
  EXPECT_OK(none.add(Bytes(8), std::array<std::int64_t, 1>{0}));
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.gross_total(), 0U);
}

TEST_P(ExtremeCounter, RefusesMoreThanTheLimitAndThenHoldsWhatItHeld) {
  InvertibleCounter full = counter();
  EXPECT_OK(test::add_copies(full, 1, kMost - 1));
  for (const std::int64_t times :
       {std::int64_t{2}, std::int64_t{-2}, kMost, std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()}) {
    const auto refused = test::add_copies(full, 2, times);
    ASSERT_FALSE(refused) << times;
    EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
    const auto also_refused = full.add(Bytes(16), std::array<std::int64_t, 2>{1, times});
    ASSERT_FALSE(also_refused) << times;
  }
  EXPECT_EQ(full.gross_total(), kMaxCounted - 1);
  EXPECT_OK(test::add_copies(full, 2, -1));
  EXPECT_FALSE(full.insert(3));
  EXPECT_EQ(full.list().keys.size(), 2U);
}

TEST_P(ExtremeCounter, KeysAtTheEdgesOfTheFieldAndOfTheirWidthAreKeysLikeOthers) {
  constexpr std::uint64_t kModulus = detail::field::kModulus;
  for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}, kModulus - 1, kModulus, kModulus + 1,
                                  std::uint64_t{1} << 60, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    InvertibleCounter one = counter();
    EXPECT_OK(one.add(std::span(&key, 1), 5));
    const CounterListing listing = one.list();
    ASSERT_TRUE(listing.complete()) << key;
    ASSERT_EQ(listing.keys.size(), 1U);
    EXPECT_EQ(listing.keys.key_integer(0), key);
    EXPECT_EQ(listing.keys.count(0), 5);
  }
}

TEST_P(ExtremeCounter, KeysWithoutAnyBitOrWithAllOfThemListForEveryWidth) {
  for (const std::uint64_t width : {1U, 2U, 7U, 8U, 9U, 14U, 15U, 64U}) {
    CounterSpec wide = spec();
    wide.key_width = ByteWidth(width);
    InvertibleCounter counted = test::new_counter(wide);
    const KeyCounts model{{std::string(width, '\0'), 3}, {std::string(width, '\xFF'), 4}};
    EXPECT_OK(test::add(counted, model));
    EXPECT_EQ(test::counts_of(counted.list()), model) << width;
  }
}

TEST_P(ExtremeCounter, WhatIsDeletedMoreOftenThanInsertedIsListedAsNegative) {
  InvertibleCounter owing = counter();
  EXPECT_OK(owing.insert(5));
  EXPECT_OK(test::add_copies(owing, 5, -4));
  EXPECT_OK(test::add_copies(owing, 6, 3));  // together the counts add up to 0
  const CounterListing listing = owing.list();
  EXPECT_TRUE(listing.complete());
  EXPECT_EQ(listing.keys.size(), 2U);
  EXPECT_EQ(test::value_of(owing.count_of(std::uint64_t{5})).count, -3);
}

TEST_P(ExtremeCounter, RefusesKeysOfAnotherWidthAndNamesBoth) {
  InvertibleCounter eight = counter();
  const auto refused = eight.insert(Bytes(12));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence(), "12 bytes of keys: this counter takes keys of 8 bytes");
  EXPECT_FALSE(eight.count_of(Bytes(7)));
  EXPECT_FALSE(eight.add(Bytes(16), std::array<std::int64_t, 1>{1}));
  EXPECT_TRUE(eight.empty());
}

TEST_P(ExtremeCounter, CombinesOnlyWithItsLikeAndSaysWhy) {
  InvertibleCounter here = counter();
  CounterSpec larger = spec();
  larger.cells = CellCount(128);
  const auto refused = here.merge(test::new_counter(larger));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(refused.error().sentence(), "these counters cannot be combined: they have 66 and 129 cells");
  EXPECT_FALSE(here.subtract(test::new_counter(spec(), Seed(2))));
}

// Moment cells have no limit to what a split would have to try: the same cells, the same work.
TEST(MomentCounter, TwoKeysShareAllTheirCellsWithAnyMultiplicities) {
  for (const std::int64_t times : {std::int64_t{1}, std::int64_t{20}, std::int64_t{1} << 32, kMost - 1}) {
    InvertibleCounter counter =
        test::new_counter({.cells = CellCount(2), .hashes = HashCount(2), .key_width = ByteWidth(7)});
    EXPECT_OK(counter.add(Bytes(7, std::byte{1}), times));
    EXPECT_OK(counter.add(Bytes(7, std::byte{2}), times == 1 ? 1 : -1));
    const CounterListing listing = counter.list();
    EXPECT_TRUE(listing.complete()) << times;
    EXPECT_EQ(listing.keys.size(), 2U);
  }
}

TEST(MomentCounter, ThreeKeysInOneCellStayHidden) {
  InvertibleCounter counter =
      test::new_counter({.cells = CellCount(2), .hashes = HashCount(2), .key_width = ByteWidth(7)});
  for (const std::byte key : {std::byte{1}, std::byte{2}, std::byte{3}})
    EXPECT_OK(counter.insert(Bytes(7, key)));
  const CounterListing listing = counter.list();
  EXPECT_EQ(listing.outcome, ListingOutcome::incomplete);
  EXPECT_TRUE(listing.keys.empty());
  EXPECT_EQ(listing.stuck_cells, 2U);
  EXPECT_EQ(test::value_of(counter.count_of(Bytes(7, std::byte{1}))), (Multiplicity{3, false}));
}

TEST(CounterShape, RefusesWhatNoCounterCanBe) {
  const auto sentence = [](const CounterSpec& spec) {
    const auto shape = CounterShape::from(spec);
    return shape ? std::string() : shape.error().sentence();
  };
  EXPECT_EQ(sentence({.cells = CellCount(47)}), "");  // rounded up to 3 sub-tables of 16
  EXPECT_EQ(sentence({.cells = CellCount(45)}), "sub-tables of 15 cells: keys of 8 bytes need at least 16");
  EXPECT_EQ(sentence({.cells = CellCount(45), .key_width = ByteWidth(7)}), "");
  EXPECT_EQ(sentence({.cells = CellCount(60), .key_width = ByteWidth(0)}),
            "keys of 0 bytes: accepted are 1 to 64");
  EXPECT_EQ(sentence({.cells = CellCount(60), .key_width = ByteWidth(65)}),
            "keys of 65 bytes: accepted are 1 to 64");
  EXPECT_EQ(sentence({.cells = CellCount(60), .variant = CounterVariant{9}}),
            "counter variant 9: accepted are 1 to 5");
  EXPECT_NE(sentence({.cells = CellCount(60), .kept = KeptKey::last}), "");
  EXPECT_NE(sentence({.cells = CellCount(kMaxCells - 2)}), "");
}

// Addresses of IPv4 in 16 bytes, or text with a common beginning. To look all of them up in one place would
// take hundreds of times as long.
TEST(CounterListing, TakesNoLongerForKeysThatBeginAlike) {
  constexpr std::uint64_t kKeys = 30'000;
  constexpr std::size_t kWidth = 16;
  const auto time_to_list = [&](std::size_t where_they_differ) {
    Bytes keys(kKeys * kWidth);
    for (std::uint64_t i = 0; i < kKeys; ++i) store_le(&keys[i * kWidth + where_they_differ], scramble(i), 4);
    InvertibleCounter counter = test::new_counter(
        {.cells = CellCount(kKeys), .hashes = HashCount(3), .key_width = ByteWidth(kWidth)});
    EXPECT_OK(counter.insert(keys));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(counter.consume().keys.size(), kKeys);
    return std::chrono::steady_clock::now() - start;
  };
  EXPECT_LT(time_to_list(kWidth - 4), 20 * time_to_list(0));
}

}  // namespace
}  // namespace peel
