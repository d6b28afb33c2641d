// Sketches to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/sketch_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_sketches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

using Items = SketchDescription::Items;
using testing::HasSubstr;

Sketch large_sketch(Random& random) {
  const Seed seed = random.seed();
  const IbltShape shape = shape_of({.cells = CellCount(600),
                                    .hashes = HashCount(4),
                                    .segments = SegmentCount(10),
                                    .key_width = ByteWidth(22),
                                    .arithmetic = CellArithmetic::prime_field,
                                    .check_bits = BitWidth(24)});
  Sketch sketch{
      {.items = Items::rows, .has_header = true, .columns = {"a", "b"}, .key_columns = 1, .key_bytes = 16},
      2'000,
      Iblt(shape, HashFamily::fast, seed),
      StrataEstimator(value_of(StrataShape::from({.level_cells = CellCount(288)})), HashFamily::fast, seed)};
  EXPECT_OK(sketch.table.insert(random_pairs(random, 2'000, shape).packed()));
  EXPECT_OK(sketch.strata.insert(random.distinct_keys(2'000)));
  return sketch;
}

TEST(SketchCodec, KeepsEverything) {
  Random random;
  const Sketch sketch = large_sketch(random);
  const Bytes bytes = value_of(wire::encode(sketch));
  const Sketch decoded = value_of(wire::decode_sketch(bytes));
  EXPECT_EQ(decoded.description, sketch.description);
  EXPECT_EQ(decoded.rows, sketch.rows);
  EXPECT_EQ(decoded.table.shape(), sketch.table.shape());
  EXPECT_EQ(decoded.table.gross_total(), sketch.table.gross_total());
  EXPECT_TRUE(std::ranges::equal(decoded.table.cells(), sketch.table.cells()));
  EXPECT_EQ(decoded.strata.shape(), sketch.strata.shape());
  for (std::size_t level = 0; level < sketch.strata.levels().size(); ++level) {
    EXPECT_TRUE(
        std::ranges::equal(decoded.strata.levels()[level].cells(), sketch.strata.levels()[level].cells()));
  }
  EXPECT_EQ(value_of(wire::encode(decoded)), bytes);
}

TEST(SketchCodec, OfADecodedDifferenceListsAndEstimates) {
  Random random;
  Sketch left = large_sketch(random), right = left;
  const auto extra = random_pairs(random, 5, left.table.shape());
  EXPECT_OK(right.table.insert(extra.packed()));
  EXPECT_OK(right.strata.insert(std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  right.rows += 5;
  EXPECT_OK(left.subtract(right));
  const Sketch decoded = value_of(wire::decode_sketch(value_of(wire::encode(left))));
  EXPECT_EQ(decoded.rows, -5);
  EXPECT_EQ(counts_of(decoded.table.list()), counts_of(extra, -1));
  EXPECT_EQ(decoded.strata.estimate().items, ItemCount(5));
}

TEST(SketchCodec, RefusesEveryCut) {
  const Bytes whole = value_of(wire::encode(made(golden_sketch_rows())));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(wire::decode_sketch(ByteView(whole).first(length))) << length;
  }
}

// Behind the header, as a hostile sender would cut it: with length and checksum put right.
TEST(SketchCodec, RefusesEveryCutWithARightChecksum) {
  const Bytes whole = value_of(wire::encode(made(golden_sketch_difference())));
  constexpr std::size_t kSketchPayloadAt = kShapeAt + 32;
  for (std::size_t length = kSketchPayloadAt; length < whole.size(); ++length) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kSketchPayloadAt);
    EXPECT_FALSE(wire::decode_sketch(cut)) << length;
  }
}

// Any byte, any value: refused, or a sketch that encodes to just these bytes.
TEST(SketchCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenSketch& golden : golden_sketches()) {
    const Bytes whole = value_of(wire::encode(made(golden)));
    for (std::size_t at = kShapeAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ flip, 1);
        const auto decoded = wire::decode_sketch(changed);
        if (!decoded) continue;
        EXPECT_EQ(value_of(wire::encode(*decoded)), changed) << golden.table.name << " at " << at;
      }
    }
  }
}

TEST(SketchCodec, KeepsTypesThatPeelDoesNotKnow) {
  Sketch sketch = made(golden_sketch_typed());
  sketch.description.types[2] = 'z';
  const Sketch decoded = value_of(wire::decode_sketch(value_of(wire::encode(sketch))));
  EXPECT_EQ(decoded.description, sketch.description);
}

TEST(SketchCodec, RefusesToEncodeWhatItWouldNotDecode) {
  Sketch sketch = made(golden_sketch_rows());
  sketch.description.key_columns = 5;
  EXPECT_EQ(wire::encode(sketch).error().sentence(), "5 key columns among 4");
  sketch = made(golden_sketch_rows());
  sketch.description.types = {'a', 'a', 'a', 'a'};
  EXPECT_THAT(wire::encode(sketch).error().sentence(), HasSubstr("4 types for 4 columns"));
  sketch = made(golden_sketch_rows());
  sketch.rows = std::numeric_limits<std::int64_t>::min();
  EXPECT_THAT(wire::encode(sketch).error().sentence(), HasSubstr("-9223372036854775808 rows"));
  sketch = made(golden_sketch_rows());
  sketch.strata = StrataEstimator(sketch.strata.shape(), HashFamily::fast, Seed(99));
  EXPECT_THAT(wire::encode(sketch).error().sentence(), HasSubstr("different seeds"));
}

TEST(SketchCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_sketch(encoded(small_table())).error().sentence(), "kind 1 is not 2 (sketch)");
  EXPECT_EQ(wire::decode_iblt(value_of(wire::encode(made(golden_sketch_lines())))).error().sentence(),
            "kind 2 is not 1 (iblt)");
}

}  // namespace
}  // namespace peel::test
