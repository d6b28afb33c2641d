#include "peel/invertible/rateless_sketch.hpp"

#include "peel/invertible/rateless_decoder.hpp"

#include "support/pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

RatelessSketch sketch_of_integers(Random& random, std::uint64_t cells, std::uint64_t items, Seed seed) {
  const auto shape = value_of(RatelessShape::from({.arithmetic = CellArithmetic::prime_field}));
  RatelessSketch sketch{
      {.items = SketchDescription::Items::rows, .columns = {"a"}, .key_columns = 1, .key_bytes = 8},
      static_cast<std::int64_t>(items),
      value_of(RatelessCells::empty(shape, KeyHasher(HashFamily::fast, seed), {0, cells}))};
  EXPECT_OK(sketch.cells.insert(random.distinct_keys(items)));
  return sketch;
}

TEST(RatelessSketch, OfOtherLengthCombinesAsFarAsBothGo) {
  Random random;
  const RatelessSketch longer = sketch_of_integers(random, 300, 40, Seed(5));
  const RatelessSketch shorter = sketch_of_integers(random, 200, 30, Seed(5));
  RatelessSketch left = longer, right = shorter;
  EXPECT_OK(left.subtract(shorter));
  EXPECT_OK(right.subtract(longer));
  EXPECT_EQ(left.cells.range().end, 200U);
  EXPECT_EQ(right.cells.range().end, 200U);
  EXPECT_EQ(left.rows, 10);
  EXPECT_EQ(right.rows, -10);
  RatelessDecoder decoder(left.cells.shape(), left.cells.hashing());
  EXPECT_OK(decoder.take(left.cells));
  EXPECT_EQ(decoder.outcome(), RatelessOutcome::complete);
  EXPECT_EQ(decoder.listing().inserted.size(), 40U);
  EXPECT_EQ(decoder.listing().deleted.size(), 30U);
}

TEST(RatelessSketch, MergesPartsToTheSketchOfTheWhole) {
  Random random;
  RatelessSketch first = sketch_of_integers(random, 100, 10, Seed(5));
  const RatelessSketch second = sketch_of_integers(random, 100, 20, Seed(5));
  EXPECT_OK(first.merge(second));
  EXPECT_EQ(first.rows, 30);
  EXPECT_EQ(first.cells.totals().net, 30);
}

TEST(RatelessSketch, RefusesWhatItDoesNotAgreeWithAndStaysAsItWas) {
  Random random;
  RatelessSketch sketch = sketch_of_integers(random, 100, 10, Seed(5));
  RatelessSketch other = sketch_of_integers(random, 100, 10, Seed(5));
  other.description.columns = {"b"};
  const auto refusal = sketch.subtract(other);
  ASSERT_FALSE(refusal);
  EXPECT_EQ(refusal.error().code(), ErrorCode::incompatible);
  EXPECT_THAT(refusal.error().sentence(), testing::HasSubstr("columns 'a' and 'b'"));
  EXPECT_FALSE(sketch.merge(sketch_of_integers(random, 100, 10, Seed(6))));
  other = sketch;
  other.rows = static_cast<std::int64_t>(kMaxSketchRows);
  EXPECT_EQ(sketch.merge(other).error().code(), ErrorCode::limit_exceeded);
  EXPECT_EQ(sketch.rows, 10);
  EXPECT_EQ(sketch.cells.totals().net, 10);
}

}  // namespace
}  // namespace peel::test
