#include "peel/invertible/rateless_decoder.hpp"

#include "support/random.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace peel {
namespace {

using testing::HasSubstr;

// A multiset of items: what it holds, and how often. Negative counts are those of the other side.
using Model = std::map<Bytes, std::int64_t>;

Model difference_of(const Model& left, const Model& right) {
  Model rest = left;
  for (const auto& [item, count] : right) rest[item] -= count;
  std::erase_if(rest, [](const auto& entry) { return entry.second == 0; });
  return rest;
}

Model model_of(const Listing& listing) {
  Model model;
  const auto add = [&](const Entries& entries, std::int64_t sign) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const ByteView key = entries.key(i);
      model[Bytes(key.begin(), key.end())] += sign * static_cast<std::int64_t>(entries.multiplicity(i));
    }
  };
  add(listing.inserted, 1);
  add(listing.deleted, -1);
  return model;
}

RatelessCells cells_of(const Model& model, const RatelessShape& shape, const KeyHasher& hashing,
                       CellRange range) {
  auto cells = RatelessCells::empty(shape, hashing, range);
  for (const auto& [item, count] : model) EXPECT_TRUE(cells->add(item, count));
  return *cells;
}

Bytes item_of(std::uint64_t number, std::size_t width) {
  Bytes item(width);
  store_le(item.data(), number, std::min<std::size_t>(8, width));
  return item;
}

// Takes blocks of random lengths until the difference is complete, or there are no more.
void take_all(RatelessDecoder& decoder, const RatelessCells& difference, test::Random& random) {
  while (decoder.outcome() == RatelessOutcome::needs_more && decoder.received() < difference.range().end) {
    const std::uint64_t longest = random.below(4) == 0 ? 1 + decoder.received() : 20;
    const std::uint64_t end =
        std::min(difference.range().end, decoder.received() + 1 + random.below(longest));
    ASSERT_TRUE(decoder.take(*difference.part({decoder.received(), end})));
  }
}

// Keys as people have them.
const std::vector<std::function<std::uint64_t(std::uint64_t)>> kKindsOfKeys = {
    [](std::uint64_t i) { return i; },
    [](std::uint64_t i) { return 2 * i; },
    [](std::uint64_t i) { return i << 20; },
    [](std::uint64_t i) { return 0xC0A80000 + i; },
    [](std::uint64_t i) { return std::uint64_t{1} << (i % 64) ^ std::uint64_t{1} << (i / 64 % 64); },
    [](std::uint64_t i) { return scramble(i); },
};

RatelessShape random_shape(test::Random& random) {
  return *RatelessShape::from({
      .form = random.below(2) == 0 ? RatelessForm::regular : RatelessForm::irregular,
      .item_width = ByteWidth(random.below(3) == 0 ? 8 : 1 + random.below(64)),
      .arithmetic = random.below(2) == 0 ? CellArithmetic::xor_sums : CellArithmetic::prime_field,
      .check_bits = BitWidth(24 + 8 * random.below(6)),
      .shard_bits = BitWidth(random.below(3) == 0 ? random.below(4) : 0),
  });
}

TEST(RatelessDecoder, ListsWhatTheModelSaysWhateverTheItemsAndTheBlocks) {
  test::Random random;
  for (int round = 0; round < test::rounds(300); ++round) {
    const RatelessShape shape = random_shape(random);
    const std::size_t width = shape.key_width().value;
    const KeyHasher hashing(random.below(2) == 0 ? HashFamily::fast : HashFamily::siphash, random.seed());
    const auto& key = kKindsOfKeys[random.below(kKindsOfKeys.size())];
    const std::uint64_t items = random.below(width == 1 ? 100 : 600), apart = 1 + random.below(items + 1);
    Model left, right;
    for (std::uint64_t i = 0; i < items; ++i) {
      const Bytes item = item_of(key(i), width);
      const auto often = static_cast<std::int64_t>(shape.tolerates_duplicates() ? 1 + random.below(3) : 1);
      const bool differs = random.below(apart) == 0;
      if (!differs || random.below(2) == 0) left[item] = often;
      if (!differs || !left.contains(item)) right[item] = often;
    }
    auto cells = cells_of(left, shape, hashing, {0, 5'000});
    ASSERT_TRUE(cells.subtract(cells_of(right, shape, hashing, {0, 5'000})));
    RatelessDecoder decoder(shape, hashing);
    ASSERT_NO_FATAL_FAILURE(take_all(decoder, cells, random));
    ASSERT_EQ(decoder.outcome(), RatelessOutcome::complete) << "round " << round << ", " << items << " items";
    ASSERT_EQ(model_of(decoder.listing()), difference_of(left, right)) << "round " << round;
  }
}

TEST(RatelessDecoder, ListsEverySmallDifferenceOfOneByteItems) {
  const RatelessShape shape = *RatelessShape::from({.item_width = ByteWidth(1)});
  const KeyHasher hashing(HashFamily::fast, Seed(5));
  for (unsigned left = 0; left < 64; ++left) {
    for (unsigned right = 0; right < 64; ++right) {
      Model a, b;
      for (unsigned bit = 0; bit < 6; ++bit) {
        if ((left >> bit & 1) != 0) a[item_of(bit, 1)] = 1;
        if ((right >> bit & 1) != 0) b[item_of(bit, 1)] = 1;
      }
      auto cells = cells_of(a, shape, hashing, {0, 200});
      ASSERT_TRUE(cells.subtract(cells_of(b, shape, hashing, {0, 200})));
      RatelessDecoder decoder(shape, hashing);
      ASSERT_TRUE(decoder.take(cells));
      ASSERT_EQ(decoder.outcome(), RatelessOutcome::complete);
      ASSERT_EQ(model_of(decoder.listing()), difference_of(a, b));
    }
  }
}

TEST(RatelessDecoder, EqualSetsAreCompleteAtTheFirstCell) {
  const RatelessShape shape = *RatelessShape::from({});
  const KeyHasher hashing(HashFamily::fast, Seed(5));
  auto cells = cells_of({{item_of(1, 8), 1}, {item_of(2, 8), 1}}, shape, hashing, {0, 1});
  ASSERT_TRUE(cells.subtract(cells));
  RatelessDecoder decoder(shape, hashing);
  EXPECT_EQ(decoder.outcome(), RatelessOutcome::needs_more);
  ASSERT_TRUE(decoder.take(cells));
  EXPECT_EQ(decoder.outcome(), RatelessOutcome::complete);
  EXPECT_EQ(decoder.estimated_left(), 0);
}

// Xor cells cannot hold an item twice: it cancels, but for its count. That must be noticed.
TEST(RatelessDecoder, AForbiddenCopyIsNeverCalledComplete) {
  const RatelessShape shape = *RatelessShape::from({});
  const KeyHasher hashing(HashFamily::fast, Seed(5));
  auto cells = RatelessCells::empty(shape, hashing, {0, 500});
  ASSERT_TRUE(cells->insert(item_of(1, 8)) && cells->insert(item_of(1, 8)) && cells->insert(item_of(2, 8)));
  RatelessDecoder decoder(shape, hashing);
  ASSERT_TRUE(decoder.take(*cells));
  EXPECT_NE(decoder.outcome(), RatelessOutcome::complete);
}

TEST(RatelessDecoder, KnowsAboutHowMuchIsLeft) {
  const KeyHasher hashing(HashFamily::fast, Seed(test::test_seed()));
  for (const RatelessForm form : {RatelessForm::regular, RatelessForm::irregular}) {
    const RatelessShape shape = *RatelessShape::from({.form = form});
    for (const std::uint64_t only_right : {0U, 1'000U, 5'000U}) {
      auto cells = RatelessCells::empty(shape, hashing, {0, 1'000});
      std::vector<std::uint64_t> left, right;
      for (std::uint64_t i = 0; i < 5'000; ++i) left.push_back(i);
      for (std::uint64_t i = 0; i < only_right; ++i) right.push_back(1'000'000 + i);
      ASSERT_TRUE(cells->insert(left) && cells->erase(right));
      RatelessDecoder decoder(shape, hashing);
      ASSERT_TRUE(decoder.take(*cells));
      // The relative error is about sqrt(2 / cells), and larger where classes correlate cells.
      const double there = 5'000.0 + static_cast<double>(only_right) - static_cast<double>(decoder.listed());
      EXPECT_NEAR(decoder.estimated_left(), there, 0.35 * there) << name_of(form) << " " << only_right;
    }
  }
}

// Both items of a changed row are in the difference. Who knows the second by the first needs fewer cells.
TEST(RatelessDecoder, TwinsAreTakenOutTogether) {
  const RatelessShape shape = *RatelessShape::from({.item_width = ByteWidth(16)});
  const KeyHasher hashing(HashFamily::fast, Seed(test::test_seed()));
  Model left, right;
  const auto row = [](std::uint64_t key, std::uint64_t value) {
    Bytes item(16);
    store_le(item.data(), key);
    store_le(item.data() + 8, value);
    return item;
  };
  for (std::uint64_t key = 0; key < 2'000; ++key) left[row(key, 1)] = 1, right[row(key, key % 2 + 1)] = 1;
  auto cells = cells_of(left, shape, hashing, {0, 4'000});
  ASSERT_TRUE(cells.subtract(cells_of(right, shape, hashing, {0, 4'000})));
  const auto twin = [&](ByteView item, std::span<std::byte> to) {
    const Bytes found = row(load_le(item.data()), 2);
    std::ranges::copy(found, to.begin());
    return right.contains(found);
  };
  std::array<std::uint64_t, 2> needed{};
  for (const bool with_twins : {false, true}) {
    RatelessDecoder decoder(shape, hashing, with_twins ? RatelessDecoder::FindTwin(twin) : nullptr);
    while (decoder.outcome() == RatelessOutcome::needs_more && decoder.received() < 4'000)
      ASSERT_TRUE(decoder.take(*cells.part({decoder.received(), decoder.received() + 10})));
    ASSERT_EQ(decoder.outcome(), RatelessOutcome::complete);
    ASSERT_EQ(model_of(decoder.listing()), difference_of(left, right));
    needed[with_twins ? 1 : 0] = decoder.received();
  }
  EXPECT_LT(needed[1], needed[0]);
}

TEST(RatelessDecoder, AWrongTwinMakesItFailAndNeverWrong) {
  const RatelessShape shape = *RatelessShape::from({});
  const KeyHasher hashing(HashFamily::fast, Seed(3));
  Model left;
  for (std::uint64_t i = 0; i < 50; ++i) left[item_of(i, 8)] = 1;
  const auto twin = [](ByteView item, std::span<std::byte> to) {
    store_le(to.data(), load_le(item.data()) + 1'000);
    return load_le(item.data()) == 7;
  };
  RatelessDecoder decoder(shape, hashing, twin);
  ASSERT_TRUE(decoder.take(cells_of(left, shape, hashing, {0, 400})));
  // The item that was not there is found again, with the other sign, and both cancel.
  if (decoder.outcome() == RatelessOutcome::complete) {
    EXPECT_EQ(model_of(decoder.listing()), left);
  }
}

TEST(RatelessDecoder, CellsThatDoNotFollowAreRefused) {
  const RatelessShape shape = *RatelessShape::from({});
  const KeyHasher hashing(HashFamily::fast, Seed(3));
  RatelessDecoder decoder(shape, hashing);
  const Model some = {{item_of(1, 8), 1}, {item_of(2, 8), 1}, {item_of(3, 8), 1}};
  const Model others = {{item_of(1, 8), 1}, {item_of(2, 8), 1}, {item_of(4, 8), 1}};
  EXPECT_THAT(decoder.take(cells_of(some, shape, hashing, {1, 2})).error().sentence(),
              HasSubstr("cell 0 comes next"));
  ASSERT_TRUE(decoder.take(cells_of(some, shape, hashing, {0, 2})));
  EXPECT_THAT(decoder.take(cells_of(others, shape, hashing, {2, 3})).error().sentence(),
              HasSubstr("changed in between"));
  EXPECT_THAT(
      decoder.take(cells_of(some, *RatelessShape::from({.form = RatelessForm::regular}), hashing, {2, 3}))
          .error()
          .sentence(),
      HasSubstr("irregular and regular form"));
  EXPECT_EQ(decoder.received(), 2U);
}

// The planted cell is read first, and the others hold the same item.
TEST(RatelessDecoder, ListsAnItemThoughACopyIsPlantedWhereItDoesNotHash) {
  const RatelessShape shape = *RatelessShape::from({.form = RatelessForm::regular});
  const KeyHasher hashing(HashFamily::fast, Seed(1));
  const auto honest = cells_of({{item_of(7, 8), 1}}, shape, hashing, {0, 500});
  std::vector<std::uint64_t> words(honest.stream(0).begin(), honest.stream(0).end());
  const std::size_t width = shape.cell_words();
  std::size_t planted = words.size() - width;
  while (words[planted] != 0) planted -= width;
  std::copy_n(words.begin(), width, words.begin() + static_cast<std::ptrdiff_t>(planted));
  RatelessDecoder decoder(shape, hashing);
  ASSERT_TRUE(decoder.take(*RatelessCells::from_cells(shape, hashing, {0, 500}, honest.totals(), words)));
  EXPECT_EQ(model_of(decoder.listing()), (Model{{item_of(7, 8), 1}}));
  EXPECT_EQ(decoder.outcome(), RatelessOutcome::needs_more);
  EXPECT_EQ(decoder.listing().poisoned_cells, 1U);
}

// Cells that nobody filled honestly: listing ends, and does not call them complete unless their digest
// agrees.
TEST(RatelessDecoder, EndsOnCellsThatNoItemsMake) {
  test::Random random;
  for (int round = 0; round < test::rounds(200); ++round) {
    const RatelessShape shape = random_shape(random);
    const KeyHasher hashing(HashFamily::fast, random.seed());
    Model some;
    for (std::uint64_t i = 0; i < 40; ++i) some[item_of(i, shape.key_width().value)] = 1;
    const RatelessCells honest = cells_of(some, shape, hashing, {0, 100});
    std::vector<std::uint64_t> words(honest.words().begin(), honest.words().end());
    // Copies of cells in other places: their checks are right, and their items belong elsewhere.
    for (int swap = 0; swap < 30; ++swap) {
      const std::size_t from = random.below(100) * shape.cell_words(),
                        to = random.below(100) * shape.cell_words();
      for (unsigned w = 0; w < shape.cell_words(); ++w) words[to + w] = words[from + w];
    }
    auto forged = RatelessCells::from_cells(shape, hashing, {1, 101}, honest.totals(), words);
    if (!forged) continue;
    RatelessDecoder decoder(shape, hashing);
    ASSERT_TRUE(decoder.take(cells_of(some, shape, hashing, {0, 1})));
    ASSERT_TRUE(decoder.take(*forged));
    if (decoder.outcome() == RatelessOutcome::complete) {
      EXPECT_EQ(model_of(decoder.listing()), some);
    }
  }
}

}  // namespace
}  // namespace peel
