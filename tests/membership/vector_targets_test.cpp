// Whichever vectors the machine has, the bits of a filter are those of probes.hpp. Every kind of vectors that
// was compiled and that this machine can run is tried, plain code included.
#include "support/vector_targets.hpp"

#include "peel/membership/bloom_filter.hpp"

#include "membership/probes.hpp"
#include "support/pairs.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace peel {
namespace {

FilterShape blocked_shape(FilterLayout layout, std::uint64_t hashes, std::uint64_t blocks) {
  return test::value_of(FilterShape::from({.layout = layout,
                                           .cells = CellCount(blocks * cells_in_block(layout, BitWidth(1))),
                                           .hashes = HashCount(hashes)}));
}

std::vector<std::uint64_t> words_of(const BloomFilter& filter) {
  return {filter.words().begin(), filter.words().end()};
}

// What probes.hpp says, and nothing else.
class PlainFilter {
 public:
  explicit PlainFilter(const FilterShape& shape) : shape_(shape), words_(shape.words()) {}

  void insert(const KeyHash& hash) {
    for_each_cell(shape_, hash,
                  [&](std::uint64_t cell) { words_[cell / 64] |= std::uint64_t{1} << cell % 64; });
  }
  bool contains(const KeyHash& hash) const {
    bool all = true;
    for_each_cell(shape_, hash,
                  [&](std::uint64_t cell) { all &= (words_[cell / 64] >> cell % 64 & 1) != 0; });
    return all;
  }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  FilterShape shape_;
  std::vector<std::uint64_t> words_;
};

struct TargetCase {
  FilterLayout layout;
  std::int64_t target;
};

std::vector<TargetCase> cases() {
  std::vector<TargetCase> all;
  for (const FilterLayout layout : {FilterLayout::register_blocks, FilterLayout::line_blocks})
    for (const std::int64_t target : test::vector_targets()) all.push_back({layout, target});
  return all;
}

class EveryTarget : public testing::TestWithParam<TargetCase> {
 protected:
  EveryTarget() : only_(GetParam().target) {}

  static BloomFilter filter_of(const FilterShape& shape) {
    return test::value_of(BloomFilter::make(shape, HashFamily::fast, Seed(7)));
  }
  std::vector<KeyHash> random_hashes(std::size_t count) {
    std::vector<KeyHash> hashes;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t low = random_.next();
      hashes.emplace_back(low, random_.next());
    }
    return hashes;
  }

  test::OnlyTarget only_;
  test::Random random_;
};
INSTANTIATE_TEST_SUITE_P(BlockedFilter, EveryTarget, testing::ValuesIn(cases()), [](const auto& chosen) {
  return std::string(name_of(chosen.param.layout)) + "_" + hwy::TargetName(chosen.param.target);
});

// Few keys in a filter of one block, one filter for each key: a single bit in the wrong place shows.
TEST_P(EveryTarget, SetsTheBitsOfOneKeyAsPlainCodeDoes) {
  for (std::uint64_t hashes = 1; hashes <= kMaxBlockedHashes; ++hashes) {
    const FilterShape shape = blocked_shape(GetParam().layout, hashes, 1);
    for (const KeyHash& hash : random_hashes(40)) {
      BloomFilter filter = filter_of(shape);
      PlainFilter plain(shape);
      filter.insert(hash);
      plain.insert(hash);
      ASSERT_EQ(words_of(filter), plain.words()) << hashes << " hashes";
    }
  }
}

TEST_P(EveryTarget, SetsTheBitsOfManyKeysAsPlainCodeDoes) {
  for (std::uint64_t hashes = 1; hashes <= kMaxBlockedHashes; ++hashes) {
    const FilterShape shape = blocked_shape(GetParam().layout, hashes, 37);
    const std::vector<KeyHash> keys = random_hashes(150);
    BloomFilter filter = filter_of(shape);
    PlainFilter plain(shape);
    filter.insert(keys);
    for (const KeyHash& hash : keys) plain.insert(hash);
    ASSERT_EQ(words_of(filter), plain.words()) << hashes << " hashes";
  }
}

TEST_P(EveryTarget, AnswersAsPlainCodeDoes) {
  for (std::uint64_t hashes = 1; hashes <= kMaxBlockedHashes; ++hashes) {
    const FilterShape shape = blocked_shape(GetParam().layout, hashes, 5);
    BloomFilter filter = filter_of(shape);
    PlainFilter plain(shape);
    // As full as leaves both answers likely whatever the number of hashes.
    for (const KeyHash& hash : random_hashes(1 + shape.cells().value / hashes)) {
      ASSERT_EQ(filter.insert_and_tell(hash), plain.contains(hash)) << hashes << " hashes";
      plain.insert(hash);
    }
    const std::vector<KeyHash> asked = random_hashes(200);
    const auto found = std::make_unique<bool[]>(asked.size());
    filter.contains(asked, {found.get(), asked.size()});
    for (std::size_t i = 0; i < asked.size(); ++i) {
      ASSERT_EQ(found[i], plain.contains(asked[i])) << hashes << " hashes";
      ASSERT_EQ(filter.contains(asked[i]), found[i]) << hashes << " hashes";
    }
    ASSERT_EQ(words_of(filter), plain.words()) << hashes << " hashes";
  }
}

}  // namespace
}  // namespace peel
