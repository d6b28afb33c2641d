#include "peel/invertible/rateless_cells.hpp"

#include "support/random.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

using testing::HasSubstr;

const KeyHasher kHashing(HashFamily::fast, Seed(11));

RatelessShape shape_with(RatelessSpec spec) {
  return *RatelessShape::from(spec);
}

RatelessCells cells_of(const RatelessShape& shape, CellRange range, std::uint64_t from, std::uint64_t to) {
  auto cells = RatelessCells::empty(shape, kHashing, range);
  std::vector<std::uint64_t> items;
  for (std::uint64_t i = from; i < to; ++i) items.push_back(i);
  EXPECT_TRUE(cells->insert(items));
  return *cells;
}

void expect_equal(const RatelessCells& a, const RatelessCells& b) {
  EXPECT_EQ(a.range(), b.range());
  EXPECT_EQ(a.totals(), b.totals());
  EXPECT_TRUE(std::ranges::equal(a.words(), b.words()));
}

const std::vector<RatelessSpec> kSpecs = {
    {.form = RatelessForm::regular},
    {.form = RatelessForm::irregular, .check_bits = BitWidth(24)},
    {.form = RatelessForm::irregular, .arithmetic = CellArithmetic::prime_field},
    {.form = RatelessForm::regular, .check_bits = BitWidth(64), .shard_bits = BitWidth(3)},
    {.form = RatelessForm::irregular, .arithmetic = CellArithmetic::prime_field, .shard_bits = BitWidth(2)},
};

TEST(RatelessCells, WhatIsErasedLeavesNothingButTheGrossTotal) {
  for (const RatelessSpec& spec : kSpecs) {
    RatelessCells cells = cells_of(shape_with(spec), {0, 300}, 0, 500);
    std::vector<std::uint64_t> items;
    for (std::uint64_t i = 0; i < 500; ++i) items.push_back(499 - i);
    ASSERT_TRUE(cells.erase(items));
    EXPECT_TRUE(std::ranges::all_of(cells.words(), [](std::uint64_t word) { return word == 0; }));
    EXPECT_EQ(cells.totals(), (RatelessTotals{.net = 0, .gross = 1000}));
  }
}

TEST(RatelessCells, BlocksThatFollowEachOtherAreTheWhole) {
  for (const RatelessSpec& spec : kSpecs) {
    const RatelessShape shape = shape_with(spec);
    RatelessCells grown = cells_of(shape, {0, 1}, 0, 700);
    for (std::uint64_t end = 1; end < 1'300; end *= 2) {
      const std::uint64_t next = std::min<std::uint64_t>(2 * end, 1'300);
      ASSERT_TRUE(grown.append(cells_of(shape, {end, next}, 0, 700)));
    }
    expect_equal(grown, cells_of(shape, {0, 1'300}, 0, 700));
  }
}

TEST(RatelessCells, PartsOfASetMergeToTheWhole) {
  for (const RatelessSpec& spec : kSpecs) {
    const RatelessShape shape = shape_with(spec);
    RatelessCells sum = cells_of(shape, {5, 400}, 0, 300);
    ASSERT_TRUE(sum.merge(cells_of(shape, {5, 400}, 300, 1'000)));
    expect_equal(sum, cells_of(shape, {5, 400}, 0, 1'000));
  }
}

TEST(RatelessCells, WhatBothSidesHoldCancels) {
  for (const RatelessSpec& spec : kSpecs) {
    const RatelessShape shape = shape_with(spec);
    RatelessCells left = cells_of(shape, {0, 400}, 0, 1'000);
    ASSERT_TRUE(left.subtract(cells_of(shape, {0, 400}, 0, 900)));
    const RatelessCells rest = cells_of(shape, {0, 400}, 900, 1'000);
    EXPECT_TRUE(std::ranges::equal(left.words(), rest.words()));
    EXPECT_EQ(left.totals().net, 100);
    EXPECT_EQ(left.totals().digest_low, rest.totals().digest_low);
    EXPECT_EQ(left.totals().digest_high, rest.totals().digest_high);
  }
}

TEST(RatelessCells, StreamsFoldToThoseOfFewerShards) {
  for (const RatelessForm form : {RatelessForm::regular, RatelessForm::irregular}) {
    const auto with = [&](std::uint64_t bits) {
      return cells_of(shape_with({.form = form, .shard_bits = BitWidth(bits)}), {0, 300}, 0, 2'000);
    };
    const RatelessCells fine = with(4);
    for (const std::uint64_t bits : {0U, 1U, 3U, 4U}) expect_equal(*fine.folded(BitWidth(bits)), with(bits));
    EXPECT_THAT(fine.folded(BitWidth(5)).error().sentence(), HasSubstr("5 bits"));
  }
}

TEST(RatelessCells, APartIsWhatThatRangeAloneWouldHold) {
  for (const RatelessSpec& spec : kSpecs) {
    const RatelessShape shape = shape_with(spec);
    const RatelessCells whole = cells_of(shape, {0, 400}, 0, 600);
    expect_equal(*whole.part({17, 251}), cells_of(shape, {17, 251}, 0, 600));
    EXPECT_FALSE(whole.part({17, 401}));
    EXPECT_FALSE(whole.part({17, 17}));
  }
}

TEST(RatelessCells, TakeItemsOfEveryWidth) {
  for (std::uint64_t width = 1; width <= 64; ++width) {
    const RatelessShape shape =
        shape_with({.item_width = ByteWidth(width), .arithmetic = CellArithmetic::prime_field});
    auto cells = RatelessCells::empty(shape, kHashing, {0, 40});
    Bytes items(3 * width);
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::byte>(i * 37 + 255);
    ASSERT_TRUE(cells->add(items, 5));
    EXPECT_EQ(cells->totals().net, 15);
    ASSERT_TRUE(cells->add(items, -5));
    EXPECT_TRUE(std::ranges::all_of(cells->words(), [](std::uint64_t word) { return word == 0; })) << width;
    if (width > 1) {
      EXPECT_FALSE(cells->insert(ByteView(items).first(width + 1)));
    }
  }
}

TEST(RatelessCells, CellsOfOtherTablesAreRefused) {
  RatelessCells cells = cells_of(shape_with({}), {0, 10}, 0, 5);
  const RatelessCells before = cells;
  const auto sentence = [&](const RatelessCells& other) { return cells.subtract(other).error().sentence(); };
  EXPECT_THAT(sentence(cells_of(shape_with({.form = RatelessForm::regular}), {0, 10}, 0, 5)),
              HasSubstr("irregular and regular form"));
  EXPECT_THAT(sentence(cells_of(shape_with({.check_bits = BitWidth(40)}), {0, 10}, 0, 5)),
              HasSubstr("checks of 32 and 40 bits"));
  EXPECT_THAT(sentence(cells_of(shape_with({.arithmetic = CellArithmetic::prime_field}), {0, 10}, 0, 5)),
              HasSubstr("xor and prime-field cells"));
  EXPECT_THAT(sentence(cells_of(shape_with({.shard_bits = BitWidth(1)}), {0, 10}, 0, 5)),
              HasSubstr("1 and 2 shards"));
  EXPECT_THAT(sentence(cells_of(shape_with({}), {0, 11}, 0, 5)),
              HasSubstr("cells 0 to 10, and cells 0 to 11"));
  EXPECT_THAT(sentence(*RatelessCells::empty(shape_with({}), KeyHasher(HashFamily::fast, Seed(12)), {0, 10})),
              HasSubstr("seeds"));
  expect_equal(cells, before);
}

TEST(RatelessCells, CellsOfOtherItemsDoNotFollow) {
  RatelessCells cells = cells_of(shape_with({}), {0, 10}, 0, 5);
  EXPECT_THAT(cells.append(cells_of(shape_with({}), {10, 20}, 0, 6)).error().sentence(),
              HasSubstr("different items"));
  EXPECT_THAT(cells.append(cells_of(shape_with({}), {11, 20}, 0, 5)).error().sentence(),
              HasSubstr("do not follow"));
}

TEST(RatelessCells, AnItemSeveralTimesNeedsThePrimeField) {
  auto cells = RatelessCells::empty(shape_with({}), kHashing, {0, 10});
  const Bytes item(8);
  EXPECT_EQ(cells->add(item, 2).error().code(), ErrorCode::unsupported);
  EXPECT_TRUE(cells->add(item, 0));
  EXPECT_EQ(cells->totals(), RatelessTotals());
}

TEST(RatelessCells, AdoptWhatTheyWereAndRefuseWhatNoItemsMake) {
  for (const RatelessSpec& spec : kSpecs) {
    const RatelessShape shape = shape_with(spec);
    const RatelessCells cells = cells_of(shape, {0, 20}, 0, 50);
    const std::vector<std::uint64_t> words(cells.words().begin(), cells.words().end());
    const auto adopted = RatelessCells::from_cells(shape, kHashing, {0, 20}, cells.totals(), words);
    ASSERT_TRUE(adopted);
    expect_equal(*adopted, cells);

    const auto refusal = [&](std::size_t word, std::uint64_t value) {
      auto forged = words;
      forged[word] = value;
      return RatelessCells::from_cells(shape, kHashing, {0, 20}, cells.totals(), forged);
    };
    const std::size_t check_at = shape.check_offset();
    EXPECT_FALSE(refusal(shape.cell_words(), 51));   // a count beyond all items
    EXPECT_FALSE(refusal(0, cells.words()[0] - 1));  // cell 0 holds every item
    if (spec.check_bits.value < 64) {
      EXPECT_FALSE(refusal(check_at, ~std::uint64_t{0}));
    }
    if (spec.arithmetic == CellArithmetic::prime_field) {
      EXPECT_FALSE(refusal(1, (std::uint64_t{1} << 61) - 1));
    }
    EXPECT_FALSE(RatelessCells::from_cells(shape, kHashing, {0, 21}, cells.totals(), words));
  }
}

TEST(RatelessShape, NamesWhatItDoesNotAccept) {
  const auto sentence = [](const RatelessSpec& spec) { return RatelessShape::from(spec).error().sentence(); };
  EXPECT_THAT(sentence({.item_width = ByteWidth(0)}), HasSubstr("items of 0 bytes"));
  EXPECT_THAT(sentence({.item_width = ByteWidth(65)}), HasSubstr("1 to 64 bytes"));
  EXPECT_THAT(sentence({.check_bits = BitWidth(16)}), HasSubstr("checks of 16 bits"));
  EXPECT_THAT(sentence({.check_bits = BitWidth(33)}), HasSubstr("24, 32, 40, 48, 56 or 64"));
  EXPECT_THAT(sentence({.shard_bits = BitWidth(13)}), HasSubstr("0 to 12"));
  EXPECT_THAT(sentence({.arithmetic = CellArithmetic::wrapping_sums}), HasSubstr("wrapping_sums"));
}

TEST(RatelessCells, ARangeThatNoStreamHasIsRefused) {
  EXPECT_FALSE(RatelessCells::empty(shape_with({}), kHashing, {3, 3}));
  EXPECT_FALSE(RatelessCells::empty(shape_with({}), kHashing, {4, 3}));
  EXPECT_FALSE(RatelessCells::empty(shape_with({}), kHashing, {0, kMaxRatelessCells + 1}));
  EXPECT_EQ(RatelessCells::empty(shape_with({.item_width = ByteWidth(64), .shard_bits = BitWidth(12)}),
                                 kHashing, {0, kMaxRatelessCells})
                .error()
                .code(),
            ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace peel
