// A range sketch made of counters that came from elsewhere.
#include "peel/frequency/range_sketch.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace peel {
namespace {

AlignedWords copy_of(std::span<const std::uint64_t> words) {
  AlignedWords copy(words.size());
  std::ranges::copy(words, copy.data());
  return copy;
}

RangeSketch filled() {
  const auto grid = GridShape::from({RowCount(2), ColumnCount(8), BitWidth(16)});
  RangeSketch sketch(*RangeShape::from(*grid, BitWidth(7)), HashFamily::fast, kDefaultSeed);
  for (std::uint64_t key = 0; key < 100; ++key) EXPECT_TRUE(sketch.add(key, CopyCount(1 + key % 3)));
  return sketch;
}

RangeSketch::Parts parts_of(const RangeSketch& sketch) {
  RangeSketch::Parts parts{.shape = sketch.shape(),
                           .family = sketch.family(),
                           .seed = sketch.seed(),
                           .exact = copy_of(sketch.exact_counters()),
                           .levels = {}};
  for (const CountMinSketch& level : sketch.levels()) parts.levels.push_back(copy_of(level.words()));
  return parts;
}

TEST(RangeSketchParts, MakeTheSketchTheyCameFrom) {
  const RangeSketch sketch = filled();
  const auto adopted = RangeSketch::from_parts(parts_of(sketch));
  ASSERT_TRUE(adopted) << adopted.error().sentence();
  EXPECT_EQ(*adopted, sketch);
  EXPECT_EQ(adopted->range({.first = 3, .last = 77}), sketch.range({.first = 3, .last = 77}));
}

TEST(RangeSketchParts, AreRefusedIfALevelIsMissing) {
  RangeSketch::Parts parts = parts_of(filled());
  parts.levels.pop_back();
  EXPECT_EQ(RangeSketch::from_parts(std::move(parts)).error().sentence(),
            "16 exact counters and 2 levels: this shape has 16 and 3");
}

TEST(RangeSketchParts, AreRefusedIfALevelCountedOtherCopies) {
  RangeSketch::Parts parts = parts_of(filled());
  ++parts.exact.data()[3];
  const auto adopted = RangeSketch::from_parts(std::move(parts));
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().code(), ErrorCode::malformed);
  EXPECT_TRUE(adopted.error().sentence().starts_with("level 0: ")) << adopted.error().sentence();
}

}  // namespace
}  // namespace peel
