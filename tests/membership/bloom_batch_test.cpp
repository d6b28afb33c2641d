// Many keys at once: the same bits and the same answers as one by one, in every layout and for every length.
#include "peel/membership/bloom_filter.hpp"

#include "membership/probes.hpp"
#include "support/pairs.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace peel {
namespace {

FilterShape batch_shape(FilterLayout layout, CellCount cells, HashCount hashes) {
  return test::value_of(FilterShape::from({.layout = layout, .cells = cells, .hashes = hashes}));
}

BloomFilter batch_filter(FilterLayout layout, CellCount cells, HashCount hashes,
                         HashFamily family = HashFamily::fast) {
  return test::value_of(BloomFilter::make(batch_shape(layout, cells, hashes), family, Seed(7)));
}

std::vector<bool> answers_of(const BloomFilter& filter, std::span<const std::uint64_t> keys) {
  const auto found = std::make_unique<bool[]>(keys.size());
  filter.contains(keys, {found.get(), keys.size()});
  return std::vector<bool>(found.get(), found.get() + keys.size());
}

std::vector<bool> told_by(BloomFilter& filter, std::span<const std::uint64_t> keys) {
  const auto found = std::make_unique<bool[]>(keys.size());
  filter.insert_and_tell(keys, {found.get(), keys.size()});
  return std::vector<bool>(found.get(), found.get() + keys.size());
}

class BatchOf : public testing::TestWithParam<FilterLayout> {
 protected:
  test::Random random_;
};
INSTANTIATE_TEST_SUITE_P(BloomFilter, BatchOf, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

// None, one, and around one and two groups.
constexpr std::size_t kLengths[] = {0, 1, 2, 17, 18, 19, 63, 64, 65, 127, 128, 129, 1000};

TEST_P(BatchOf, InsertedKeysSetsTheBitsThatOneByOneSets) {
  for (const std::size_t length : kLengths) {
    BloomFilter one_by_one = batch_filter(GetParam(), CellCount(8 * 512), HashCount(7)), batch = one_by_one;
    const auto keys = random_.distinct_keys(length);
    for (const std::uint64_t key : keys) one_by_one.insert(key);
    batch.insert(keys);
    EXPECT_EQ(batch, one_by_one) << length;
  }
}

TEST_P(BatchOf, InsertedHashesSetsTheBitsThatOneByOneSets) {
  for (const std::size_t length : kLengths) {
    BloomFilter one_by_one = batch_filter(GetParam(), CellCount(8 * 512), HashCount(7)), batch = one_by_one;
    std::vector<KeyHash> hashes;
    for (const std::uint64_t key : random_.distinct_keys(length)) {
      hashes.push_back(batch.hasher()(key));
      one_by_one.insert(key);
    }
    batch.insert(hashes);
    EXPECT_EQ(batch, one_by_one) << length;
  }
}

TEST_P(BatchOf, QuestionsIsAnsweredAsOneByOne) {
  BloomFilter filter = batch_filter(GetParam(), CellCount(8 * 512), HashCount(3));
  filter.insert(random_.distinct_keys(1500));
  for (const std::size_t length : kLengths) {
    const auto keys = random_.distinct_keys(length);
    std::vector<bool> expected;
    for (const std::uint64_t key : keys) expected.push_back(filter.contains(key));
    EXPECT_EQ(answers_of(filter, keys), expected) << length;
  }
}

TEST_P(BatchOf, HashesByTheHostileFamilyIsAnsweredToo) {
  BloomFilter filter = batch_filter(GetParam(), CellCount(8 * 512), HashCount(7), HashFamily::siphash);
  const auto keys = random_.distinct_keys(200);
  filter.insert(keys);
  for (const std::uint64_t key : keys) ASSERT_TRUE(filter.contains(key));
  EXPECT_EQ(answers_of(filter, keys), std::vector<bool>(keys.size(), true));
}

TEST_P(BatchOf, KeysThatRepeatTellsThatTheyCameBefore) {
  BloomFilter filter = batch_filter(GetParam(), CellCount(1 << 20), HashCount(16));
  // Each key twice in a row, then all of them once more: within a group and across groups.
  std::vector<std::uint64_t> keys;
  std::vector<bool> expected;
  for (std::uint64_t key = 0; key < 200; ++key) {
    keys.insert(keys.end(), {key, key});
    expected.insert(expected.end(), {false, true});
  }
  for (std::uint64_t key = 0; key < 200; ++key) {
    keys.push_back(key);
    expected.push_back(true);
  }
  EXPECT_EQ(told_by(filter, keys), expected);
}

TEST_P(BatchOf, TellingLeavesTheBitsOfInserting) {
  BloomFilter told = batch_filter(GetParam(), CellCount(8 * 512), HashCount(5)), inserted = told;
  const auto keys = random_.distinct_keys(333);
  (void)told_by(told, keys);
  inserted.insert(keys);
  EXPECT_EQ(told, inserted);
}

TEST_P(BatchOf, AMillionKeysDeniesNone) {
  constexpr std::size_t kKeys = 1'000'000;
  BloomFilter filter = batch_filter(GetParam(), CellCount(10 * kKeys / 512 * 512), HashCount(7));
  std::vector<std::uint64_t> keys(kKeys);
  std::generate(keys.begin(), keys.end(), [&] { return random_.next(); });
  filter.insert(keys);
  const auto found = std::make_unique<bool[]>(kKeys);
  filter.contains(keys, {found.get(), kKeys});
  EXPECT_EQ(std::count(found.get(), found.get() + kKeys, true), static_cast<std::ptrdiff_t>(kKeys));
}

TEST_P(BatchOf, KeysFitsAFilterOfOneBlock) {
  BloomFilter filter =
      batch_filter(GetParam(), CellCount(cells_in_block(GetParam(), BitWidth(1))), HashCount(8));
  const auto keys = random_.distinct_keys(100);
  filter.insert(keys);
  EXPECT_EQ(answers_of(filter, keys), std::vector<bool>(keys.size(), true));
}

// Of blocked filters vector_targets_test.cpp says so.
TEST(ClassicBloomFilter, SetsTheBitsThatProbesSaysWhateverItsSize) {
  test::Random random;
  for (const std::uint64_t cells : {1U, 2U, 63U, 64U, 65U, 1009U, 4096U}) {
    for (const std::uint64_t hashes : {1U, 2U, 7U, 16U, 17U, 33U, 64U}) {
      const FilterShape shape = batch_shape(FilterLayout::classic, CellCount(cells), HashCount(hashes));
      BloomFilter one_by_one = test::value_of(BloomFilter::make(shape, HashFamily::fast, Seed(7)));
      BloomFilter batch = one_by_one;
      std::vector<std::uint64_t> words(shape.words());
      const auto keys = random.distinct_keys(70);
      for (const std::uint64_t key : keys) {
        for_each_cell(shape, batch.hasher()(key),
                      [&](std::uint64_t cell) { words[cell / 64] |= std::uint64_t{1} << cell % 64; });
        one_by_one.insert(key);
      }
      batch.insert(keys);
      ASSERT_TRUE(std::ranges::equal(batch.words(), words)) << cells << " cells, " << hashes << " hashes";
      ASSERT_EQ(one_by_one, batch) << cells << " cells, " << hashes << " hashes";
    }
  }
}

}  // namespace
}  // namespace peel
