// Filters to bytes and back, and bytes that no encoder writes. tests/malformed has more of those.
#include "peel/wire/filter_codec.hpp"

#include "peel/wire/counter_codec.hpp"

#include "support/pairs.hpp"
#include "wire/filter_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

using testing::HasSubstr;

BloomFilter random_filter(Random& random, const FilterSpec& spec) {
  auto filter =
      value_of(BloomFilter::make(value_of(FilterShape::from(spec)), HashFamily::fast, random.seed()));
  for (int i = 0; i < 300; ++i) filter.insert(random.next());
  return filter;
}

class FilterCodecOf : public testing::TestWithParam<FilterLayout> {};

// Sizes around the ends of a page.
TEST_P(FilterCodecOf, KeepsEverything) {
  Random random;
  const std::uint64_t step = cells_in_block(GetParam(), BitWidth(1));
  for (const std::uint64_t bytes : {64U, 4032U, 4096U, 4160U, 8192U, 12'352U}) {
    for (const std::uint64_t extra : {0U, 1U}) {
      const CellCount cells(bytes * 8 / step * step + extra * step);
      const BloomFilter filter =
          random_filter(random, {.layout = GetParam(), .cells = cells, .hashes = HashCount(7)});
      const Bytes encoded = value_of(wire::encode(filter));
      const BloomFilter decoded = value_of(wire::decode_filter(encoded));
      EXPECT_EQ(decoded, filter);
      EXPECT_EQ(value_of(wire::encode(decoded)), encoded);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, FilterCodecOf, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

TEST(FilterCodec, BeginsPagesAtMultiplesOfTheirSizeWhereThereAreSeveral) {
  const auto cells_at = [](std::uint64_t cells) {
    const auto shape = FilterShape::from(
        {.layout = FilterLayout::classic, .cells = CellCount(cells), .hashes = HashCount(1)});
    return wire::FilterFileLayout(value_of(shape)).cells_at();
  };
  EXPECT_EQ(cells_at(32'768), 64 + 8 + 8U);
  EXPECT_EQ(cells_at(32'769), 4096U);
  EXPECT_EQ(cells_at(32'768 * 503), 4096U);
  EXPECT_EQ(cells_at(32'768 * 504), 8192U);
}

TEST(FilterCodec, HandsOutTheSameBytesPieceByPiece) {
  const BloomFilter filter = made(golden_filters().back());
  Bytes pieces;
  EXPECT_OK(wire::encode_to(filter, [&](ByteView piece) -> Result<void> {
    pieces.insert(pieces.end(), piece.begin(), piece.end());
    return {};
  }));
  EXPECT_EQ(pieces, value_of(wire::encode(filter)));
}

TEST(FilterCodec, StopsWhenTheSinkFails) {
  int pieces = 0;
  const auto done = wire::encode_to(made(golden_filter_line()), [&](ByteView) -> Result<void> {
    ++pieces;
    return failure(ErrorCode::io, "full");
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().sentence(), "full");
  EXPECT_EQ(pieces, 1);
}

TEST(FilterCodec, RefusesEveryCut) {
  const Bytes whole = value_of(wire::encode(made(golden_filter_register())));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(wire::decode_filter(ByteView(whole).first(length))) << length;
  }
}

TEST(FilterCodec, RefusesEveryCutWithARightLengthAndChecksum) {
  const Bytes whole = value_of(wire::encode(made(golden_filter_register())));
  for (std::size_t length = kFilterIndexAt; length < whole.size(); ++length) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    cut = forged(std::move(cut), wire::layout::kPayloadLengthAt, length - kFilterIndexAt);
    EXPECT_FALSE(wire::decode_filter(cut)) << length;
  }
}

TEST(FilterCodec, RefusesEveryDamagedByte) {
  const Bytes whole = value_of(wire::encode(made(golden_filter_line())));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_FALSE(wire::decode_filter(damaged)) << at;
  }
}

// Whoever changes a cell must also change its page's checksum, and the one over those.
TEST(FilterCodec, RefusesChangedCellsWhereOnlyTheEnvelopeWasPutRight) {
  const Bytes whole = value_of(wire::encode(made(golden_filter_line())));
  for (std::size_t at = kShapeAt; at < whole.size(); ++at) {
    const Bytes changed = forged(whole, at, std::to_integer<unsigned>(whole[at]) ^ 0x10, 1);
    EXPECT_FALSE(wire::decode_filter(changed)) << at;
  }
}

// With all checksums put right: refused, or a filter that encodes to just these bytes.
TEST(FilterCodec, AcceptsNoSecondEncodingOfAnything) {
  for (const GoldenFilter& golden : {golden_filter_classic(), golden_filter_register()}) {
    const BloomFilter filter = made(golden);
    const Bytes whole = value_of(wire::encode(filter));
    for (std::size_t at = wire::layout::kVersionAt; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        Bytes changed = whole;
        changed[at] ^= static_cast<std::byte>(flip);
        changed = with_right_checksums(std::move(changed), filter.shape());
        const auto decoded = wire::decode_filter(changed);
        if (!decoded) continue;
        EXPECT_EQ(value_of(wire::encode(*decoded)), changed) << golden.name << " at " << at;
      }
    }
  }
}

TEST(FilterCodec, RefusesBitsBehindTheLastCell) {
  const BloomFilter filter = made(golden_filter_classic());
  const Bytes whole = value_of(wire::encode(filter));
  Bytes changed = whole;
  changed.back() = std::byte{0x80};
  const auto decoded = wire::decode_filter(with_right_checksums(std::move(changed), filter.shape()));
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().sentence(), "a bit is set behind the last cell; accepted are zeros");
}

// Every number of cells is refused but those that end in the same word, before memory is reserved for it.
TEST(FilterCodec, RefusesNumbersOfCellsThatTheFileHasNotRoomFor) {
  const BloomFilter filter = made(golden_filter_classic());
  const Bytes whole = value_of(wire::encode(filter));
  for (unsigned bit = 6; bit < 64; ++bit) {
    const std::uint64_t cells = 100 ^ std::uint64_t{1} << bit;
    Bytes changed = whole;
    store_le(changed.data() + kShapeAt + 8, cells);
    EXPECT_FALSE(wire::decode_filter(with_right_checksums(std::move(changed), filter.shape()))) << cells;
  }
}

TEST(FilterCodec, RefusesCellsThatAreNoBits) {
  const BloomFilter filter = made(golden_filter_register());
  Bytes changed = value_of(wire::encode(filter));
  store_le(changed.data() + kShapeAt + 1, 4, 1);
  store_le(changed.data() + kShapeAt + 8, 192);
  const auto decoded = wire::decode_filter(with_right_checksums(std::move(changed), filter.shape()));
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().code(), ErrorCode::malformed);
  EXPECT_THAT(decoded.error().sentence(), HasSubstr("cells of 4 bits"));
}

TEST(FilterCodec, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(wire::decode_filter(encoded(small_table())).error().sentence(), "kind 1 is not 4 (filter)");
  const Bytes filter = value_of(wire::encode(made(golden_filter_line())));
  EXPECT_EQ(wire::decode_counter(filter).error().sentence(), "kind 4 is not 3 (counter)");
}

}  // namespace
}  // namespace peel::test
