// Bytes that no encoder wrote: cut, flipped, or forged with a right checksum. Each ends in an error that says
// what is wrong, never in a crash, a large allocation, or a table that differs from what the bytes say.
#include "peel/wire/iblt_codec.hpp"

#include "wire/iblt_refusal.hpp"
#include "wire/wire_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

using testing::HasSubstr;

// One field of the shape of the small table replaced.
std::string refusal_of_shape(std::size_t offset, std::uint64_t value, std::size_t width = 1) {
  return iblt_refusal(forged(encoded_plain(small_table()), kShapeAt + offset, value, width));
}

TEST(IbltCodecDamage, IsNoticedWhenTheBytesAreCutAtAnyLength) {
  const Bytes bytes = encoded_plain(small_table());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(wire::decode_iblt(ByteView(bytes).first(length))) << "at length " << length;
  }
}

TEST(IbltCodecDamage, IsNoticedWhenTheBytesAreCutAtAnyLengthAndTheEnvelopeMatches) {
  const Bytes bytes = encoded_plain(small_table());
  for (std::size_t length = kPayloadAt; length < bytes.size(); ++length) {
    Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    cut = with_right_length(std::move(cut));
    ASSERT_TRUE(wire::open(cut));
    const std::string reason =
        length < kCellsAt ? "an iblt has at least 16" : "those of an iblt of this shape have 144";
    EXPECT_THAT(iblt_refusal(cut), HasSubstr(reason)) << "at length " << length;
  }
}

TEST(IbltCodecDamage, IsNoticedWhenAnyByteIsChangedToAnyOther) {
  const Bytes bytes = encoded_plain(small_table());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned change = 1; change < 256; ++change) {
      Bytes damaged = bytes;
      damaged[at] ^= static_cast<std::byte>(change);
      EXPECT_FALSE(wire::decode_iblt(damaged)) << "byte " << at << " xor " << change;
    }
  }
}

// A forger can make a right checksum. What then still decodes says exactly what the bytes say.
TEST(IbltCodecDamage, ReencodesToTheSameBytesIfAForgedByteIsAcceptedAtAll) {
  const Bytes bytes = encoded_plain(small_table());
  std::size_t accepted = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned change = 1; change < 256; ++change) {
      const Bytes damaged = forged(bytes, at, std::to_integer<std::uint64_t>(bytes[at]) ^ change, 1);
      if (damaged == bytes) continue;  // the checksum itself was changed, and restored
      const auto decoded = wire::decode_iblt(damaged);
      if (!decoded) continue;
      ++accepted;
      EXPECT_EQ(encoded_again(*decoded, damaged), damaged) << "byte " << at << " xor " << change;
    }
  }
  EXPECT_GT(accepted, 0U);  // seeds, for instance, may be anything
}

TEST(IbltCodecDamage, IsNoticedInBytesBehindTheEnd) {
  Bytes bytes = encoded_plain(small_table());
  bytes.push_back(std::byte{0});
  EXPECT_THAT(iblt_refusal(bytes), HasSubstr("bytes follow the end of the envelope"));
}

TEST(IbltCodecDamage, IsNoticedInExtraPayload) {
  Bytes bytes = encoded_plain(small_table());
  bytes.resize(bytes.size() + 8);
  EXPECT_THAT(iblt_refusal(with_right_length(bytes)),
              HasSubstr("the cells have 152 bytes; those of an iblt of this shape have 144"));
}

TEST(IbltCodecDamage, IsNoticedInAPayloadTooShortForItsPrelude) {
  Bytes bytes = encoded_plain(small_table());
  bytes.resize(kPayloadAt);
  EXPECT_THAT(iblt_refusal(forged(bytes, wire::layout::kPayloadLengthAt, 0)),
              HasSubstr("the payload has 0 bytes"));
}

TEST(IbltCodecDamage, IsNoticedInAShapeOfAnotherLength) {
  // One byte of the payload is declared part of the shape.
  const Bytes bytes = encoded_plain(small_table());
  const Bytes longer = forged(bytes, wire::layout::kShapeLengthAt, 25, 4);
  EXPECT_THAT(iblt_refusal(forged(longer, wire::layout::kPayloadLengthAt, bytes.size() - kPayloadAt - 1)),
              HasSubstr("the shape of an iblt has 24 bytes, not 25"));
}

TEST(IbltCodecDamage, IsNoticedInAnUnknownPlacement) {
  EXPECT_THAT(refusal_of_shape(0, 0), HasSubstr("placement 0"));
  EXPECT_THAT(refusal_of_shape(0, 4), HasSubstr("placement 4"));
}

TEST(IbltCodecDamage, IsNoticedInSegmentsThatThePlacementDoesNotHave) {
  EXPECT_THAT(refusal_of_shape(0, 2), HasSubstr("0 segments with placement 2"));
  EXPECT_THAT(refusal_of_shape(6, 5, 2), HasSubstr("5 segments with placement 1"));
}

TEST(IbltCodecDamage, IsNoticedInTooFewSegmentsForTheHashes) {
  const Bytes coupled = forged(encoded_plain(small_table()), kShapeAt, 2, 1);
  EXPECT_THAT(iblt_refusal(forged(coupled, kShapeAt + 6, 3, 2)), HasSubstr("3 segments"));
}

TEST(IbltCodecDamage, IsNoticedInCheckBitsOutOfRange) {
  EXPECT_THAT(refusal_of_shape(16, 7), HasSubstr("checks of 7 bits"));
  EXPECT_THAT(refusal_of_shape(16, 65), HasSubstr("checks of 65 bits"));
}

// Without checks their width means nothing: one shape, so one encoding.
TEST(IbltCodecDamage, IsNoticedInTheBitsOfChecksThatAreNotThere) {
  const Bytes unchecked = forged(encoded_plain(small_table()), kShapeAt + 3, 0, 1);
  EXPECT_THAT(iblt_refusal(forged(unchecked, kShapeAt + 16, 32, 1)), HasSubstr("in a table without checks"));
}

TEST(IbltCodecDamage, IsNoticedInAnUnknownForm) {
  EXPECT_THAT(refusal_of_shape(17, 0), HasSubstr("form 0"));
  EXPECT_THAT(refusal_of_shape(17, 3), HasSubstr("form 3"));
}

TEST(IbltCodecDamage, IsNoticedInANumberOfHashesOutOfRange) {
  EXPECT_THAT(refusal_of_shape(1, 0), HasSubstr("0 hashes"));
  EXPECT_THAT(refusal_of_shape(1, 1), HasSubstr("1 hashes"));
  EXPECT_THAT(refusal_of_shape(1, 9), HasSubstr("9 hashes"));
}

TEST(IbltCodecDamage, IsNoticedInAnUnknownArithmetic) {
  EXPECT_THAT(refusal_of_shape(2, 0), HasSubstr("cell arithmetic 0"));
  EXPECT_THAT(refusal_of_shape(2, 4), HasSubstr("cell arithmetic 4"));
}

TEST(IbltCodecDamage, IsNoticedInUnknownChecks) {
  EXPECT_THAT(refusal_of_shape(3, 3), HasSubstr("cell checks 3"));
}

// Without values, checks of keys and values are checks of keys: one table, so one encoding.
TEST(IbltCodecDamage, IsNoticedInChecksOfValuesThatHaveNoBytes) {
  EXPECT_THAT(refusal_of_shape(3, 2), HasSubstr("values of 0 bytes; accepted is 1"));
}

TEST(IbltCodecDamage, IsNoticedInAKeyWidthOutOfRange) {
  EXPECT_THAT(refusal_of_shape(4, 0), HasSubstr("a key of 0 bytes"));
  EXPECT_THAT(refusal_of_shape(4, 65), HasSubstr("a key of 65 bytes"));
}

TEST(IbltCodecDamage, IsNoticedInAValueWidthOutOfRange) {
  EXPECT_THAT(refusal_of_shape(5, 65), HasSubstr("a value of 65 bytes"));
}

TEST(IbltCodecDamage, IsNoticedInReservedBytesOfTheShape) {
  for (std::size_t at = 22; at < 24; ++at) {
    EXPECT_THAT(refusal_of_shape(at, 1), HasSubstr("reserved")) << "byte " << at;
  }
}

TEST(IbltCodecDamage, IsNoticedInLightKeysOfAPartitionedTable) {
  for (std::size_t at = 18; at < 22; ++at) {
    EXPECT_THAT(refusal_of_shape(at, 1), HasSubstr("only irregular tables have light keys")) << "byte " << at;
  }
}

TEST(IbltCodecDamage, IsNoticedInCellsThatAreNoMultipleOfTheSubTables) {
  EXPECT_THAT(refusal_of_shape(8, 5, 8), HasSubstr("5 cells are not a multiple of 3 sub-tables"));
}

TEST(IbltCodecDamage, IsNoticedInAnImpossibleNumberOfCells) {
  EXPECT_THAT(refusal_of_shape(8, 0, 8), HasSubstr("0 cells"));
  EXPECT_THAT(refusal_of_shape(8, kMaxCells + 3, 8), HasSubstr(std::to_string(kMaxCells + 3) + " cells"));
  EXPECT_THAT(refusal_of_shape(8, ~std::uint64_t{0}, 8), HasSubstr("18446744073709551615 cells"));
}

// 24 bytes a cell: this product is 144 modulo 2^64, just what is there.
TEST(IbltCodecDamage, IsNoticedInACellCountWhoseProductWrapsToTheRightLength) {
  const std::uint64_t wraps = 6 + (std::uint64_t{1} << 61);
  ASSERT_EQ(wraps * 24, 6U * 24U);
  EXPECT_THAT(refusal_of_shape(8, wraps, 8), HasSubstr(std::to_string(wraps) + " cells"));
}

// Allowed as a shape, and 100 GB: must be refused by its length before anything is allocated.
TEST(IbltCodecDamage, IsNoticedInALargeDeclaredTableBeforeMemoryIsTaken) {
  const std::uint64_t cells = 3 * (std::uint64_t{1} << 30);
  EXPECT_THAT(refusal_of_shape(8, cells, 8),
              HasSubstr("those of an iblt of this shape have " + std::to_string(cells * 24)));
}

TEST(IbltCodecDamage, IsNoticedInMoreLostSubTablesThanThereAre) {
  EXPECT_THAT(iblt_refusal(forged(encoded_plain(small_table()), kLostAt, 4)), HasSubstr("4 lost sub-tables"));
  EXPECT_THAT(iblt_refusal(forged(encoded_plain(small_table()), kLostAt, std::uint64_t{1} << 62)),
              HasSubstr("4611686018427387904 lost sub-tables"));
}

TEST(IbltCodecDamage, IsNoticedInAListOfLostSubTablesThatEndsEarly) {
  Bytes bytes = forged(encoded_plain(small_table()), kLostAt, 1);
  bytes.resize(kCellsAt + 3);
  EXPECT_THAT(iblt_refusal(with_right_length(bytes)), HasSubstr("ends inside its list of 1 lost"));
}

}  // namespace
}  // namespace peel::test
