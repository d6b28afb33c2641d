// Every table over tiny universes: what listing says must be what peeling the hypergraph by hand says.
#include "support/pairs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

// Places key x by the digits of x in base `range`, one digit per sub-table: all placements are covered.
class DigitHash : public InjectedHash {
 public:
  explicit DigitHash(std::uint64_t range) : range_(range) {}

  std::uint64_t digit(std::uint64_t key, unsigned i) const {
    for (; i > 0; --i) key /= range_;
    return key % range_;
  }
  // The middle of the digit's share of 2^64.
  std::uint64_t choice(ByteView key, unsigned i) const override {
    const std::uint64_t share = ~std::uint64_t{0} / range_;
    return digit(load_le(key.data(), key.size()), i) * share + share / 2;
  }
  std::uint64_t check(ByteView key) const override { return scramble(load_le(key.data(), key.size()) + 1); }

 private:
  std::uint64_t range_;
};

// The keys outside the 2-core of the hypergraph whose edges are the keys, by the definition.
std::size_t keys_outside_the_core(const std::vector<std::uint64_t>& keys, const DigitHash& hash,
                                  unsigned hashes, std::uint64_t range) {
  std::vector<std::uint64_t> left = keys;
  for (bool changed = true; changed;) {
    std::vector<int> degree(hashes * range);
    for (const std::uint64_t key : left) {
      for (unsigned i = 0; i < hashes; ++i) ++degree[i * range + hash.digit(key, i)];
    }
    changed = std::erase_if(left, [&](std::uint64_t key) {
                for (unsigned i = 0; i < hashes; ++i) {
                  if (degree[i * range + hash.digit(key, i)] == 1) return true;
                }
                return false;
              }) > 0;
  }
  return keys.size() - left.size();
}

void expect_listing_to_equal_the_core(unsigned hashes, std::uint64_t range, CellArithmetic arithmetic) {
  const auto hash = std::make_shared<const DigitHash>(range);
  const IbltShape shape = test::value_of(IbltShape::from({.cells = CellCount(hashes * range),
                                                          .hashes = HashCount(hashes),
                                                          .key_width = ByteWidth(1),
                                                          .arithmetic = arithmetic}));
  std::uint64_t universe = 1;
  for (unsigned i = 0; i < hashes; ++i) universe *= range;
  for (std::uint64_t subset = 0; subset < (std::uint64_t{1} << universe); ++subset) {
    std::vector<std::uint64_t> keys;
    Iblt table(shape, ItemHashing(hash));
    for (std::uint64_t key = 0; key < universe; ++key) {
      if ((subset >> key & 1) == 0) continue;
      keys.push_back(key);
      const auto byte = static_cast<std::byte>(key);
      // Odd keys are deleted without having been inserted: the sign must not matter.
      EXPECT_OK(key % 2 == 0 ? table.insert(ByteView(&byte, 1)) : table.erase(ByteView(&byte, 1)));
    }
    const Listing listing = table.list();
    const std::size_t expected = keys_outside_the_core(keys, *hash, hashes, range);
    ASSERT_EQ(listing.inserted.size() + listing.deleted.size(), expected) << "subset " << subset;
    ASSERT_EQ(listing.complete(), expected == keys.size());
    for (std::size_t i = 0; i < listing.inserted.size(); ++i) {
      ASSERT_EQ(listing.inserted.key_integer(i) % 2, 0U);
      ASSERT_EQ(subset >> listing.inserted.key_integer(i) & 1, 1U);
    }
  }
}

TEST(IbltExhaustive, TwoSubTablesOfThreeCellsPeelLikeTheirGraph) {
  expect_listing_to_equal_the_core(2, 3, CellArithmetic::xor_sums);
}

TEST(IbltExhaustive, ThreeSubTablesOfTwoCellsPeelLikeTheirHypergraph) {
  expect_listing_to_equal_the_core(3, 2, CellArithmetic::wrapping_sums);
}

TEST(IbltExhaustive, PrimeFieldCellsPeelLikeTheirHypergraph) {
  expect_listing_to_equal_the_core(3, 2, CellArithmetic::prime_field);
}

TEST(IbltExhaustive, TwoSubTablesOfFourCellsPeelLikeTheirGraph) {
  expect_listing_to_equal_the_core(2, 4, CellArithmetic::xor_sums);
}

// Keys 0 to 11 are light and go to two of three sub-tables of two cells, in all twelve ways; 12 to 15 are
// heavy.
class TinyIrregularHash : public InjectedHash {
 public:
  // Its cells, ascending.
  static std::vector<unsigned> cells_of(unsigned key) {
    if (key >= 12) return {key % 2, 2 + key / 2 % 2, 4 + key % 4 / 3};
    const unsigned first = key / 4 == 2 ? 1 : 0, second = key / 4 == 0 ? 1 : 2;  // {0,1}, {0,2}, {1,2}
    return {2 * first + key % 2, 2 * second + key / 2 % 2};
  }
  std::uint64_t choice(ByteView key, unsigned i) const override {
    const auto name = static_cast<unsigned>(key[0]);
    // The sub-tables are chosen by what is left of the weight word behind its sixteen bits.
    if (i == kWeightWord) return ((name / 4 % 3 * 2 + 1) * (~std::uint64_t{0} / 6)) >> 16;
    const std::vector<unsigned> cells = cells_of(name);
    return i < cells.size() && cells[i] % 2 == 1 ? ~std::uint64_t{0} : 0;
  }
  std::uint64_t check(ByteView key) const override {
    return scramble(static_cast<std::uint64_t>(key[0]) + 1);
  }
};

std::size_t keys_outside_the_irregular_core(std::uint64_t subset) {
  std::size_t gone = 0;
  for (bool changed = true; changed;) {
    std::array<int, 6> degree{};
    for (unsigned key = 0; key < 16; ++key) {
      if ((subset >> key & 1) == 0) continue;
      for (const unsigned cell : TinyIrregularHash::cells_of(key)) ++degree[cell];
    }
    changed = false;
    for (unsigned key = 0; key < 16; ++key) {
      if ((subset >> key & 1) == 0) continue;
      const auto cells = TinyIrregularHash::cells_of(key);
      if (std::ranges::none_of(cells, [&](unsigned cell) { return degree[cell] == 1; })) continue;
      subset &= ~(std::uint64_t{1} << key);
      ++gone;
      changed = true;
    }
  }
  return gone;
}

TEST(IbltExhaustive, IrregularTablesPeelLikeTheirHypergraph) {
  const auto hash = std::make_shared<const TinyIrregularHash>();
  const IbltShape shape =
      test::value_of(IbltShape::from({.cells = CellCount(6),
                                      .hashes = HashCount(3),
                                      .weights = {{HashCount(2), 12 * 256}, WeightSource::last_byte},
                                      .key_width = ByteWidth(1)}));
  for (std::uint64_t subset = 0; subset < (std::uint64_t{1} << 16); ++subset) {
    Iblt table(shape, ItemHashing(hash));
    for (unsigned key = 0; key < 16; ++key) {
      if ((subset >> key & 1) == 0) continue;
      const auto byte = static_cast<std::byte>(key);
      EXPECT_OK(key % 2 == 0 ? table.insert(ByteView(&byte, 1)) : table.erase(ByteView(&byte, 1)));
    }
    const Listing listing = table.list();
    const std::size_t expected = keys_outside_the_irregular_core(subset);
    ASSERT_EQ(listing.inserted.size() + listing.deleted.size(), expected) << "subset " << subset;
    ASSERT_EQ(listing.complete(), expected == static_cast<std::size_t>(std::popcount(subset)));
  }
}

TEST(InjectedHash, TablesCombineOnlyIfTheyShareTheFunctions) {
  const IbltShape shape = test::value_of(IbltShape::from({.cells = CellCount(40)}));
  const auto hash = std::make_shared<const DigitHash>(10), other = std::make_shared<const DigitHash>(10);
  Iblt table{shape, ItemHashing(hash)};
  EXPECT_TRUE(table.merge(Iblt(shape, ItemHashing(hash))));
  EXPECT_FALSE(table.merge(Iblt(shape, ItemHashing(other))));
  EXPECT_FALSE(table.merge(Iblt(shape, HashFamily::fast, Seed(1))));
}

}  // namespace
}  // namespace peel
