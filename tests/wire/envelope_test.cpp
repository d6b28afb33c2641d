#include "peel/wire/envelope.hpp"

#include "wire/wire_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string_view>

namespace peel::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

wire::Envelope example() {
  return {.kind = wire::Kind::iblt,
          .hash_family = HashFamily::siphash,
          .seed = Seed(0x0123456789ABCDEF, 0xFEDCBA9876543210),
          .shape = as_bytes("shape"),
          .payload = as_bytes("the payload")};
}

std::string refusal_to_open(ByteView bytes, ErrorCode code = ErrorCode::malformed) {
  const auto opened = wire::open(bytes);
  if (opened) return "accepted";
  EXPECT_EQ(opened.error().code(), code) << opened.error().sentence();
  return opened.error().sentence();
}

TEST(WireEnvelope, OpensToWhatWasSealed) {
  const Bytes sealed = wire::seal(example());
  const auto opened = wire::open(sealed);
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_EQ(opened->kind, wire::Kind::iblt);
  EXPECT_EQ(opened->version, wire::kFormatVersion);
  EXPECT_EQ(opened->hash_family, HashFamily::siphash);
  EXPECT_EQ(opened->seed, Seed(0x0123456789ABCDEF, 0xFEDCBA9876543210));
  EXPECT_EQ(as_text(opened->shape), "shape");
  EXPECT_EQ(as_text(opened->payload), "the payload");
}

TEST(WireEnvelope, HoldsAnEmptyShapeAndPayload) {
  const Bytes sealed = wire::seal({.kind = wire::Kind::iblt, .hash_family = HashFamily::fast});
  EXPECT_EQ(sealed.size(), wire::kEnvelopeHeaderBytes);
  const auto opened = wire::open(sealed);
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_TRUE(opened->shape.empty());
  EXPECT_TRUE(opened->payload.empty());
}

// The bytes are the specification, whatever machine writes them.
TEST(WireEnvelope, LaysItsHeaderOutAsDocumented) {
  const Bytes sealed = wire::seal(example());
  EXPECT_EQ(hex(ByteView(sealed).first(40)),
            "8e5045454c"  // magic
            "01"
            "01"
            "02"                // version, kind iblt, family siphash
            "efcdab8967452301"  // seed, low word
            "1032547698badcfe"  // seed, high word
            "05000000"          // shape length
            "00000000"          // reserved
            "0b00000000000000"  // payload length
  );
  EXPECT_EQ(as_text(ByteView(sealed).subspan(48)), "shapethe payload");
}

TEST(WireEnvelope, RefusesEveryTruncation) {
  const Bytes sealed = wire::seal(example());
  for (std::size_t length = 0; length < sealed.size(); ++length) {
    const std::string sentence = refusal_to_open(ByteView(sealed).first(length));
    EXPECT_THAT(sentence, StartsWith(length < 48 ? "too short" : "cut short")) << "at length " << length;
  }
}

TEST(WireEnvelope, RefusesEveryFlippedBit) {
  const Bytes sealed = wire::seal(example());
  for (std::size_t bit = 0; bit < 8 * sealed.size(); ++bit) {
    Bytes flipped = sealed;
    flipped[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    EXPECT_FALSE(wire::open(flipped)) << "bit " << bit;
  }
}

TEST(WireEnvelope, RefusesBytesBehindItsEnd) {
  Bytes sealed = wire::seal(example());
  sealed.push_back(std::byte{0});
  EXPECT_THAT(refusal_to_open(sealed), HasSubstr("bytes follow the end of the envelope"));
}

TEST(WireEnvelope, CallsAForeignFileForeignEvenIfItsLengthsMakeNoSense) {
  const Bytes text(100, std::byte{'a'});
  EXPECT_THAT(refusal_to_open(text), StartsWith("not a peel file"));
  EXPECT_THAT(refusal_to_open(Bytes(text.begin(), text.begin() + 3)), StartsWith("not a peel file"));
}

TEST(WireEnvelope, SaysThatAHigherVersionIsOfANewerPeelEvenIfTheRestLooksDamaged) {
  Bytes sealed = wire::seal(example());
  sealed[wire::layout::kVersionAt] = std::byte{3};
  sealed[wire::layout::kKindAt] = std::byte{99};
  EXPECT_THAT(refusal_to_open(sealed, ErrorCode::unsupported),
              HasSubstr("version 3 is not known here: made by a newer peel"));
}

TEST(WireEnvelope, DoesNotCallVersionZeroNewer) {
  EXPECT_THAT(
      refusal_to_open(forged(wire::seal(example()), wire::layout::kVersionAt, 0, 1), ErrorCode::unsupported),
      HasSubstr("version 0 is not known here; accepted are 1 and 2"));
}

TEST(WireEnvelope, RefusesAKindInTheVersionOfOthers) {
  EXPECT_THAT(
      refusal_to_open(forged(wire::seal(example()), wire::layout::kVersionAt, 2, 1), ErrorCode::unsupported),
      HasSubstr("kind 1 (iblt) is not known here in format version 2; accepted is 1"));
}

TEST(WireEnvelope, RefusesAnUnknownKind) {
  EXPECT_THAT(
      refusal_to_open(forged(wire::seal(example()), wire::layout::kKindAt, 99, 1), ErrorCode::unsupported),
      HasSubstr("kind 99"));
}

TEST(WireEnvelope, RefusesAnUnknownHashFamily) {
  EXPECT_THAT(
      refusal_to_open(forged(wire::seal(example()), wire::layout::kFamilyAt, 0, 1), ErrorCode::unsupported),
      HasSubstr("hash family 0"));
  EXPECT_THAT(
      refusal_to_open(forged(wire::seal(example()), wire::layout::kFamilyAt, 3, 1), ErrorCode::unsupported),
      HasSubstr("hash family 3"));
}

TEST(WireEnvelope, RefusesReservedBytesInUse) {
  EXPECT_THAT(refusal_to_open(forged(wire::seal(example()), wire::layout::kReservedAt, 1, 4)),
              HasSubstr("reserved"));
}

TEST(WireEnvelope, RefusesAShapeBeyondItsLimit) {
  const Bytes shape(wire::kMaxShapeBytes);
  const Bytes sealed =
      wire::seal({.kind = wire::Kind::iblt, .hash_family = HashFamily::fast, .shape = shape});
  EXPECT_TRUE(wire::open(sealed));
  Bytes longer = sealed;
  longer.push_back(std::byte{0});
  EXPECT_THAT(refusal_to_open(forged(longer, wire::layout::kShapeLengthAt, wire::kMaxShapeBytes + 1, 4)),
              HasSubstr("4097"));
}

// 48 + 5 + 2^64 - 1 is 52 modulo 2^64, which is less than is there.
TEST(WireEnvelope, CallsAPayloadLengthThatWouldWrapAroundTooLong) {
  EXPECT_THAT(
      refusal_to_open(forged(wire::seal(example()), wire::layout::kPayloadLengthAt, ~std::uint64_t{0})),
      HasSubstr("longer than any file"));
}

TEST(WireEnvelope, RefusesAWrongChecksum) {
  Bytes sealed = wire::seal(example());
  sealed[wire::layout::kChecksumAt] ^= std::byte{1};
  EXPECT_THAT(refusal_to_open(sealed), StartsWith("the checksum does not match"));
}

TEST(DeclaredSize, IsKnownFromTheHeaderAlone) {
  const Bytes sealed = wire::seal(example());
  const auto declared = wire::declared_size(ByteView(sealed).first(wire::kEnvelopeHeaderBytes));
  ASSERT_TRUE(declared);
  EXPECT_EQ(*declared, sealed.size());
}

TEST(DeclaredSize, RefusesWhatIsNotOurs) {
  const Bytes zeros(wire::kEnvelopeHeaderBytes);
  EXPECT_FALSE(wire::declared_size(zeros));
}

}  // namespace
}  // namespace peel::test
