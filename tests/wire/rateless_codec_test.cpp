// Rateless sketches to bytes and back, cut and damaged, and how many bytes a difference costs.
#include "peel/wire/rateless_codec.hpp"

#include "peel/invertible/planned_rateless.hpp"

#include "invertible/rateless/expected_count.hpp"
#include "support/pairs.hpp"
#include "wire/golden_rateless.hpp"
#include "wire/rateless_blocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace peel::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

RatelessSketch filled(Random& random, const RatelessSpec& spec, std::uint64_t cells, std::uint64_t items) {
  RatelessSketch sketch = empty_rateless(spec, cells, KeyHasher(HashFamily::fast, random.seed()));
  EXPECT_OK(sketch.cells.insert(random.distinct_keys(items)));
  sketch.rows = static_cast<std::int64_t>(items);
  return sketch;
}

// Where blocks end in a file, the head as the first.
std::vector<std::size_t> ends_of_blocks(ByteView file) {
  std::vector<std::size_t> ends = {value_of(wire::declared_size(file))};
  while (ends.back() < file.size())
    ends.push_back(ends.back() + wire::kBlockHeaderBytes + load_le(file.data() + ends.back() + 4, 4));
  return ends;
}

std::string refusal_of(ByteView bytes) {
  const auto decoded = wire::decode_rateless_sketch(bytes);
  return decoded ? "accepted" : decoded.error().sentence();
}

TEST(RatelessCodec, KeepsEverything) {
  Random random;
  for (const auto form : {RatelessForm::regular, RatelessForm::irregular}) {
    for (const std::uint64_t shard_bits : {0U, 3U}) {
      const RatelessSketch sketch =
          filled(random, {.form = form, .shard_bits = BitWidth(shard_bits)}, 1'100, 3'000);
      const Bytes bytes = value_of(wire::encode(sketch));
      const RatelessSketch decoded = value_of(wire::decode_rateless_sketch(bytes));
      EXPECT_EQ(decoded.description, sketch.description);
      EXPECT_EQ(decoded.rows, sketch.rows);
      EXPECT_EQ(decoded.cells.shape(), sketch.cells.shape());
      EXPECT_EQ(decoded.cells.range(), sketch.cells.range());
      EXPECT_EQ(decoded.cells.totals(), sketch.cells.totals());
      EXPECT_TRUE(std::ranges::equal(decoded.cells.words(), sketch.cells.words()));
      EXPECT_EQ(value_of(wire::encode(decoded)), bytes);
    }
  }
}

TEST(RatelessCodec, KeepsCountsAsLargeAsTheyGet) {
  RatelessSketch sketch = empty_rateless({.arithmetic = CellArithmetic::prime_field}, 300,
                                         KeyHasher(HashFamily::fast, kDefaultSeed));
  EXPECT_OK(sketch.cells.add(as_bytes("12345678"), -static_cast<std::int64_t>(kMaxGrossTotal)));
  const Bytes bytes = value_of(wire::encode(sketch));
  const RatelessSketch decoded = value_of(wire::decode_rateless_sketch(bytes));
  EXPECT_TRUE(std::ranges::equal(decoded.cells.words(), sketch.cells.words()));
}

TEST(RatelessCodec, WritesBlocksThatDoubleAFileInFourSteps) {
  const RatelessShape shape = value_of(RatelessShape::from({}));
  std::vector<std::uint64_t> ends;
  for (std::uint64_t first = 0; first < 2'048; first = ends.back())
    ends.push_back(wire::full_block(shape, first).end);
  EXPECT_THAT(ends,
              testing::ElementsAre(256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048));
  EXPECT_EQ(wire::full_block(shape, 1 << 18).size(), 65'536U);
  EXPECT_EQ(wire::full_block(shape, 1 << 30).size(), 65'536U);
  const RatelessShape sharded = value_of(RatelessShape::from({.shard_bits = BitWidth(12)}));
  EXPECT_EQ(wire::full_block(sharded, 1 << 30).size(), 256U);
}

TEST(RatelessCodec, CutBehindABlockIsTheSketchOfFewerCells) {
  Random random;
  const RatelessSketch sketch = filled(random, {.shard_bits = BitWidth(1)}, 700, 5'000);
  const Bytes bytes = value_of(wire::encode(sketch));
  const std::vector<std::size_t> ends = ends_of_blocks(bytes);
  ASSERT_EQ(ends.size(), 8U);
  EXPECT_EQ(refusal_of(ByteView(bytes).first(ends[0])),
            "a rateless sketch without a block; accepted is at least one");
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const ByteView cut = ByteView(bytes).first(ends[i]);
    const RatelessSketch decoded = value_of(wire::decode_rateless_sketch(cut));
    const RatelessCells expected = value_of(sketch.cells.part(decoded.cells.range()));
    EXPECT_TRUE(std::ranges::equal(decoded.cells.words(), expected.words()));
    EXPECT_EQ(decoded.cells.totals(), sketch.cells.totals());
    EXPECT_TRUE(std::ranges::equal(value_of(wire::encode(decoded)), cut));
  }
}

TEST(RatelessCodec, RefusesEveryCutInsideABlock) {
  const Bytes whole = value_of(wire::encode(made(golden_rateless_blocks())));
  const std::vector<std::size_t> ends = ends_of_blocks(whole);
  for (std::size_t length = 48; length < whole.size(); ++length) {
    if (std::ranges::find(ends, length) != ends.end()) continue;
    ASSERT_THAT(refusal_of(ByteView(whole).first(length)), StartsWith("cut short")) << length;
  }
}

TEST(RatelessCodec, RefusesEveryFlippedBit) {
  const Bytes whole = value_of(wire::encode(made(golden_rateless_lines())));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Bytes flipped = whole;
    flipped[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    EXPECT_NE(refusal_of(flipped), "accepted") << "bit " << bit;
  }
}

// What comes behind a short block cannot belong to it.
TEST(RatelessCodec, RefusesABlockBehindAShortOne) {
  RatelessSketch sketch = made(golden_rateless_blocks());
  sketch.cells = value_of(sketch.cells.part({0, 200}));
  Bytes file = value_of(wire::encode(sketch));
  const Bytes head(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(ends_of_blocks(file)[0]));
  const Bytes more = wire::block_content(sketch.cells, {10, 20});
  wire::BlockWriter writer(head);
  Bytes blocks = head;
  writer.append(ByteView(file).subspan(head.size() + wire::kBlockHeaderBytes), blocks);
  EXPECT_EQ(blocks, file);
  writer.append(more, blocks);
  EXPECT_EQ(refusal_of(blocks), "bytes follow cell 199, which ends its block early; accepted are none");
}

TEST(RatelessCodec, HandsOnCellsAsBlocksArrive) {
  Random random;
  RatelessSketch sketch = filled(random, {}, 900, 20'000);
  const RatelessSketch before = sketch;
  EXPECT_OK(sketch.cells.insert(random.distinct_keys(400)));
  const Bytes bytes = value_of(wire::encode(sketch));
  auto reader = value_of(wire::RatelessReader::open(bytes));
  RatelessDecoder decoder(reader.head().shape, reader.head().hashing);
  ByteView rest = ByteView(bytes).subspan(reader.head_bytes());
  while (decoder.outcome() == RatelessOutcome::needs_more && !rest.empty()) {
    RatelessCells cells = value_of(reader.next(rest));
    EXPECT_OK(cells.subtract(value_of(before.cells.part(cells.range()))));
    EXPECT_OK(decoder.take(cells));
    rest = rest.subspan(reader.last_block_bytes());
  }
  EXPECT_EQ(decoder.outcome(), RatelessOutcome::complete);
  EXPECT_EQ(decoder.listed(), 400U);
  EXPECT_FALSE(rest.empty());  // 400 differences take fewer than 900 cells
}

TEST(RatelessCodec, RefusesCellsThatDoNotBeginWithTheFirst) {
  RatelessSketch sketch = made(golden_rateless_blocks());
  sketch.cells = value_of(sketch.cells.part({1, 20}));
  const auto bytes = wire::encode(sketch);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code(), ErrorCode::invalid_argument);
  EXPECT_THAT(bytes.error().sentence(), HasSubstr("cells from 1 on"));
}

TEST(RatelessCodec, RefusesADescriptionAsThatOfASketch) {
  RatelessSketch sketch = made(golden_rateless_blocks());
  sketch.rows = static_cast<std::int64_t>(kMaxSketchRows) + 1;
  EXPECT_FALSE(wire::encode(sketch));
  sketch.rows = 0;
  sketch.description.key_columns = 4;
  EXPECT_FALSE(wire::encode(sketch));
}

// Each block would be justified by itself: cells that are left out take a bit each.
TEST(RatelessCodec, GetsNoMemoryThatItsBytesDoNotJustify) {
  const RatelessShape shape = value_of(RatelessShape::from(
      {.item_width = ByteWidth(64), .arithmetic = CellArithmetic::prime_field, .shard_bits = BitWidth(12)}));
  const Bytes first = value_of(wire::encode(RatelessSketch{
      {}, 0, value_of(RatelessCells::empty(shape, KeyHasher(HashFamily::fast, Seed(1)), {0, 1}))}));
  Bytes file(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(ends_of_blocks(first)[0]));
  wire::BlockWriter writer(file);
  for (std::uint64_t at = 0; at < 800;) {
    const CellRange range = wire::full_block(shape, at);
    ByteWriter content;
    content.varint(range.size());
    content.integer(0, 2);  // base, parameter
    content.integer(1, 1);  // empty cells are left out: a zero for each
    content.bytes(Bytes(range.size() * shape.shards() / 8));
    writer.append(content.view(), file);
    at = range.end;
  }
  EXPECT_LT(file.size(), std::size_t{1} << 20);
  EXPECT_THAT(refusal_of(file), HasSubstr("accepted are up to 268435456, or 64 times what is written"));
}

// The whole numbers of the format stay close to the probabilities, or counts would take more bits.
TEST(ExpectedCount, IsCloseToWhatCellsCount) {
  Random random;
  constexpr std::uint64_t kItems = 100'000;
  for (const auto form : {RatelessForm::regular, RatelessForm::irregular}) {
    const RatelessSketch sketch = filled(random, {.form = form}, 4'000, kItems);
    const RatelessShape& shape = sketch.cells.shape();
    double sum = 0;
    std::uint64_t cells = 0;
    for (std::uint64_t cell = 100; cell < 4'000; ++cell) {
      const double share = static_cast<double>(detail::fixed_share(form, cell)) / 4'294'967'296.0;
      const auto count = static_cast<std::int64_t>(sketch.cells.words()[cell * shape.cell_words()]);
      const auto beyond = static_cast<double>(count - detail::expected_count(shape, kItems, cell));
      sum += beyond * beyond / (kItems * share);
      ++cells;
    }
    EXPECT_LT(sum / static_cast<double>(cells), 1.5) << name_of(form);  // 1 if only chance is left
  }
}

TEST(ExpectedCount, OfTheFirstCellIsEverything) {
  for (const auto form : {RatelessForm::regular, RatelessForm::irregular}) {
    const RatelessShape shape = value_of(RatelessShape::from({.form = form}));
    for (const std::int64_t net : {std::int64_t{0}, std::int64_t{12'345}, std::int64_t{-7},
                                   std::int64_t{1} << 60, -(std::int64_t{1} << 60)})
      EXPECT_EQ(detail::expected_count(shape, net, 0), net);
  }
}

TEST(ExpectedCount, RoundsHalvesUpwards) {
  const RatelessShape shape = value_of(RatelessShape::from({.form = RatelessForm::regular}));
  EXPECT_EQ(detail::expected_count(shape, 5, 2), 3);    // 2.5
  EXPECT_EQ(detail::expected_count(shape, -5, 2), -2);  // -2.5
}

// Of the whole file: 11,100 cells, which list 10,000 differences, among 100,000 items.
double bytes_per_difference(Random& random, const RatelessSpec& spec) {
  const RatelessSketch sketch = filled(random, spec, 11'100, 100'000);
  return static_cast<double>(value_of(wire::encode(sketch)).size()) / 10'000;
}

TEST(RatelessCodec, TakesFewBytesForEachDifference) {
  Random random;
  const double short_checks = bytes_per_difference(random, {.check_bits = BitWidth(24)});
  const double unique = bytes_per_difference(random, {});
  const double several = bytes_per_difference(random, {.arithmetic = CellArithmetic::prime_field});
  RecordProperty("bytes_24_bits", std::to_string(short_checks));
  RecordProperty("bytes_32_bits", std::to_string(unique));
  RecordProperty("bytes_prime_field", std::to_string(several));
  EXPECT_LE(short_checks, 14);
  EXPECT_LE(unique, 15);
  EXPECT_LE(several, 24);
}

}  // namespace
}  // namespace peel::test
