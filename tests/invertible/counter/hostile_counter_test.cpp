// Counters that nobody filled honestly: bounded work and a report, whatever the cells hold.
#include "invertible/counter/counting.hpp"
#include "invertible/counter/kept_keys.hpp"
#include "invertible/field.hpp"

#include <array>
#include <gtest/gtest.h>
#include <memory>

namespace peel {
namespace {

class HostileCounter : public testing::TestWithParam<CounterSpec> {
 protected:
  CounterShape shape() const { return test::counter_shape(GetParam()); }
  std::size_t words() const { return shape().cells().value * shape().cell_words(); }

  Result<InvertibleCounter> adopt(std::uint64_t gross_total, std::vector<std::uint64_t> cells) const {
    return InvertibleCounter::from_cells(shape(), ItemHashing(HashFamily::fast, Seed(1)), gross_total,
                                         std::move(cells));
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, HostileCounter, testing::ValuesIn(test::roomy_specs()));

TEST_P(HostileCounter, RandomCellsAreReadWithoutEndingInALoop) {
  test::Random random;
  for (const std::uint64_t gross_total : {std::uint64_t{3}, std::uint64_t{50}, kMaxCounted}) {
    std::vector<std::uint64_t> cells(words());
    for (std::size_t at = 0; at < cells.size(); ++at) {
      const bool is_count = at % shape().cell_words() == 0;
      cells[at] = is_count ? random.below(gross_total + 1) : random.below(detail::field::kModulus);
    }
    InvertibleCounter counter = test::value_of(adopt(gross_total, std::move(cells)));
    const CounterListing listing = counter.consume({.splits_per_cell = 64});
    EXPECT_NE(listing.outcome, ListingOutcome::complete);
    EXPECT_TRUE(counter.count_of(Bytes(GetParam().key_width.value)));
  }
}

// A key in one of its cells alone: taking it out puts its negative into the others, and so on in a circle.
TEST_P(HostileCounter, AKeyInTooFewOfItsCellsEndsInAReport) {
  InvertibleCounter honest(shape(), HashFamily::fast, Seed(1));
  EXPECT_OK(honest.insert(Bytes(GetParam().key_width.value, std::byte{5})));
  std::vector<std::uint64_t> cells(honest.cells().begin(), honest.cells().end());
  std::size_t kept = 0;
  for (std::size_t at = 0; at < cells.size(); at += shape().cell_words()) {
    if (cells[at] != 0 && kept++ > 0) std::fill_n(&cells[at], shape().cell_words(), 0);
  }
  const CounterListing listing = test::value_of(adopt(1, cells)).list();
  EXPECT_NE(listing.outcome, ListingOutcome::complete);
}

TEST_P(HostileCounter, ACellInTheWrongPlaceShowsNothing) {
  InvertibleCounter honest(shape(), HashFamily::fast, Seed(1));
  EXPECT_OK(honest.insert(Bytes(GetParam().key_width.value, std::byte{5})));
  const std::size_t cell_words = shape().cell_words();
  std::vector<std::uint64_t> cells(words());
  std::size_t own = 0;
  while (honest.cells()[own * cell_words] == 0) ++own;
  // Half a sub-table away: farther than a key of 8 bytes may be shifted.
  const std::size_t sub_cells = shape().placement().sub_table_cells().value;
  const std::size_t elsewhere = own / sub_cells * sub_cells + (own + sub_cells / 2) % sub_cells;
  std::copy_n(&honest.cells()[own * cell_words], cell_words, &cells[elsewhere * cell_words]);
  const CounterListing listing = test::value_of(adopt(1, cells)).list();
  EXPECT_EQ(listing.outcome, ListingOutcome::incomplete);
  EXPECT_TRUE(listing.keys.empty());
}

TEST_P(HostileCounter, CellsThatNoCounterHasAreRefused) {
  EXPECT_FALSE(adopt(0, std::vector<std::uint64_t>(words() - 1)));
  EXPECT_FALSE(adopt(kMaxCounted + 1, std::vector<std::uint64_t>(words())));
  std::vector<std::uint64_t> counts_too_much(words());
  counts_too_much[0] = 4;
  EXPECT_FALSE(adopt(3, counts_too_much));
  EXPECT_TRUE(adopt(4, counts_too_much));
  std::vector<std::uint64_t> no_element(words());
  no_element[shape().cell_words() - 1] = detail::field::kModulus;
  EXPECT_FALSE(adopt(4, no_element));
}

// Otherwise one counter would have many encodings.
TEST(HostileKeptKey, WithoutItsFirstWordIsRefused) {
  const CounterShape shape = test::counter_shape(
      {.cells = CellCount(6), .key_width = ByteWidth(16), .variant = CounterVariant::one_key});
  const ItemHashing hashing(HashFamily::fast, Seed(1));
  std::vector<std::uint64_t> cells(shape.cells().value * shape.cell_words());
  cells[shape.sum_words() + 1] = 5;
  EXPECT_FALSE(InvertibleCounter::from_cells(shape, hashing, 0, cells));
  cells[shape.sum_words()] = 1;
  EXPECT_TRUE(InvertibleCounter::from_cells(shape, hashing, 0, cells));
}

// Two cells in each of two sub-tables, where key 1 shares one cell with key 2 and the other with key 3.
class TwoNeighbours final : public InjectedHash {
 public:
  std::uint64_t choice(ByteView key, unsigned i) const override {
    const bool is_apart = load_le(key.data(), key.size()) == (i == 0 ? 3 : 2);
    return is_apart ? ~std::uint64_t{0} : 0;
  }
  std::uint64_t check(ByteView key) const override { return scramble(load_le(key.data(), key.size())); }
};

// No cell counts more than 3 until the neighbours of key 1, each taken out three times, are listed.
TEST(HostileGrossTotal, BoundsWhatACellShowsAfterItsNeighboursAreGone) {
  const auto key = [](std::uint64_t number) {
    Bytes bytes(4);
    store_le(bytes.data(), number, bytes.size());
    return bytes;
  };
  for (const CounterVariant variant : kCounterVariants) {
    const CounterShape shape = test::counter_shape(
        {.cells = CellCount(4), .hashes = HashCount(2), .key_width = ByteWidth(4), .variant = variant});
    const ItemHashing hashing(std::make_shared<TwoNeighbours>());
    InvertibleCounter honest(shape, hashing);
    EXPECT_OK(honest.add(key(1), 5));
    EXPECT_OK(honest.add(key(2), -3));
    EXPECT_OK(honest.add(key(3), -3));
    EXPECT_TRUE(honest.list().complete()) << name_of(variant);
    const InvertibleCounter forged = test::value_of(
        InvertibleCounter::from_cells(shape, hashing, 3, {honest.cells().begin(), honest.cells().end()}));
    EXPECT_FALSE(forged.list().complete()) << name_of(variant);
  }
}

// Puts every key into the first cell of its first sub-table, and key i into cell i of the second.
class AllInOneCell final : public InjectedHash {
 public:
  explicit AllInOneCell(CellCount sub_cells) : step_(~std::uint64_t{0} / sub_cells.value) {}

  std::uint64_t choice(ByteView key, unsigned i) const override {
    return i == 0 ? 0 : load_le(key.data(), key.size()) * step_ + step_ / 2;
  }
  std::uint64_t check(ByteView key) const override { return scramble(load_le(key.data(), key.size())); }

 private:
  std::uint64_t step_;
};

// Each of them is kept beside the cell. After every change of the cell all would be looked at again.
TEST(HostileKeptKey, OfThousandsThatBelongToOneCellFewAreTried) {
  constexpr std::uint64_t kKeys = 5000;
  for (const CounterVariant variant : {CounterVariant::one_key, CounterVariant::combined}) {
    const CounterShape shape = test::counter_shape({.cells = CellCount(2 * kKeys),
                                                    .hashes = HashCount(2),
                                                    .key_width = ByteWidth(4),
                                                    .variant = variant});
    InvertibleCounter counter(shape, ItemHashing(std::make_shared<AllInOneCell>(CellCount(kKeys))));
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      std::array<std::byte, 4> bytes;
      store_le(bytes.data(), key, bytes.size());
      EXPECT_OK(counter.insert(bytes));
    }
    detail::KeptLists kept;
    kept.build(shape, counter.hashing(), counter.cells());
    EXPECT_EQ(kept.in_cell(0).size(), detail::KeptLists::kMostOfACell);
    EXPECT_EQ(kept.in_cell(kKeys + 1).size(), 1U);
    const CounterListing listing = counter.consume();
    EXPECT_TRUE(listing.complete());
    EXPECT_EQ(listing.keys.size(), kKeys);
  }
}

}  // namespace
}  // namespace peel
