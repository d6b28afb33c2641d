#include "peel/wire/parted_envelope.hpp"

#include "wire/wire_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace peel::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

wire::PartedHead example_head() {
  return {.kind = wire::Kind::rateless_sketch,
          .hash_family = HashFamily::siphash,
          .seed = Seed(0x0123456789ABCDEF, 0xFEDCBA9876543210),
          .shape = as_bytes("shape"),
          .description = as_bytes("a description")};
}

Bytes in_parts(const wire::PartedHead& head, const std::vector<std::string_view>& blocks) {
  Bytes file = wire::seal_head(head);
  wire::BlockWriter writer(file);
  for (const std::string_view block : blocks) writer.append(as_bytes(block), file);
  return file;
}

Bytes example_file() {
  return in_parts(example_head(), {"first", "", "the third block"});
}

struct Parts {
  std::vector<std::string> blocks;
  std::string refusal;  // of what comes behind them
};

Parts parts_of(ByteView file) {
  const auto head = wire::open_head(file);
  if (!head) return {{}, head.error().sentence()};
  Parts parts;
  wire::BlockReader reader(*head);
  for (ByteView rest = file.subspan(head->bytes); !rest.empty();) {
    const auto content = reader.next(rest);
    if (!content) {
      parts.refusal = content.error().sentence();
      EXPECT_EQ(content.error().code(), ErrorCode::malformed);
      return parts;
    }
    parts.blocks.emplace_back(as_text(*content));
    rest = rest.subspan(wire::kBlockHeaderBytes + content->size());
  }
  return parts;
}

constexpr std::size_t kHeadBytes = 48 + 5 + 13;

TEST(PartedEnvelope, OpensToWhatWasSealed) {
  const Bytes file = example_file();
  const auto opened = wire::open_head(file);
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_EQ(opened->head.kind, wire::Kind::rateless_sketch);
  EXPECT_EQ(opened->head.hash_family, HashFamily::siphash);
  EXPECT_EQ(opened->head.seed, example_head().seed);
  EXPECT_EQ(as_text(opened->head.shape), "shape");
  EXPECT_EQ(as_text(opened->head.description), "a description");
  EXPECT_EQ(opened->bytes, kHeadBytes);
  EXPECT_THAT(parts_of(file).blocks, testing::ElementsAre("first", "", "the third block"));
  EXPECT_EQ(parts_of(file).refusal, "");
}

TEST(PartedEnvelope, LaysItsPartsOutAsDocumented) {
  const Bytes file = example_file();
  EXPECT_EQ(hex(ByteView(file).first(40)),
            "8e5045454c020e02"  // magic, version 2, kind, family siphash
            "efcdab89674523011032547698badcfe"
            "0500000000000000"    // shape length, reserved
            "0d00000000000000");  // description length
  EXPECT_EQ(as_text(ByteView(file).subspan(48, 18)), "shapea description");
  EXPECT_EQ(hex(ByteView(file).subspan(kHeadBytes, 8)), "0000000005000000");
  EXPECT_EQ(as_text(ByteView(file).subspan(kHeadBytes + 16, 5)), "first");
  EXPECT_EQ(hex(ByteView(file).subspan(kHeadBytes + 21, 8)), "0100000000000000");
}

TEST(PartedEnvelope, IsAFileAtEveryEndOfABlockAndNowhereElse) {
  const Bytes file = example_file();
  const std::vector<std::size_t> ends = {kHeadBytes, kHeadBytes + 21, kHeadBytes + 37, file.size()};
  for (std::size_t length = 0; length <= file.size(); ++length) {
    const Parts parts = parts_of(ByteView(file).first(length));
    const auto end = std::ranges::find(ends, length);
    if (end == ends.end()) {
      EXPECT_THAT(parts.refusal, StartsWith(length < 48 ? "too short" : "cut short")) << length;
    } else {
      EXPECT_EQ(parts.refusal, "") << length;
      EXPECT_EQ(parts.blocks.size(), static_cast<std::size_t>(end - ends.begin()));
    }
  }
}

TEST(PartedEnvelope, RefusesEveryFlippedBit) {
  const Bytes file = example_file();
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    Bytes flipped = file;
    flipped[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    EXPECT_NE(parts_of(flipped).refusal, "") << "bit " << bit;
  }
}

// What came before a damaged block is as good as ever.
TEST(PartedEnvelope, OpensBlocksBeforeADamagedOne) {
  Bytes file = example_file();
  file.back() ^= std::byte{1};
  const Parts parts = parts_of(file);
  EXPECT_THAT(parts.blocks, testing::ElementsAre("first", ""));
  EXPECT_THAT(parts.refusal, StartsWith("the checksum of block 2 does not match"));
}

TEST(PartedEnvelope, RefusesABlockOfAnotherFile) {
  wire::PartedHead other = example_head();
  other.seed.low ^= 1;
  Bytes file = wire::seal_head(example_head());
  const Bytes theirs = in_parts(other, {"first"});
  file.insert(file.end(), theirs.begin() + kHeadBytes, theirs.end());
  EXPECT_THAT(parts_of(file).refusal, HasSubstr("or are of another file"));
}

TEST(PartedEnvelope, RefusesBlocksInAnotherOrder) {
  Bytes file = example_file();
  file.erase(file.begin() + kHeadBytes, file.begin() + kHeadBytes + 21);
  EXPECT_EQ(parts_of(file).refusal, "block 1 where block 0 comes next");
}

TEST(PartedEnvelope, RefusesABlockBeyondItsLimitBeforeItIsThere) {
  Bytes file = example_file();
  store_le(file.data() + kHeadBytes + 4, wire::kMaxBlockBytes + 1, 4);
  EXPECT_EQ(parts_of(file).refusal, "block 0 has 268435457 bytes; accepted are up to 268435456");
}

TEST(PartedEnvelope, IsNotForOtherKinds) {
  const auto head = wire::open_head(encoded(small_table()));
  ASSERT_FALSE(head);
  EXPECT_EQ(head.error().sentence(), "kind 1 (iblt) has no blocks");
  const auto whole = wire::open(example_file());
  ASSERT_FALSE(whole);
  EXPECT_THAT(whole.error().sentence(), HasSubstr("kind 14 (rateless sketch) comes in blocks"));
}

TEST(PartedEnvelope, SaysHowMuchOfItToReadNext) {
  const Bytes file = example_file();
  const auto head = wire::open_head(file);
  ASSERT_TRUE(head);
  EXPECT_EQ(wire::declared_size(ByteView(file).first(48)).value_or(0), kHeadBytes);
  const wire::BlockReader reader(*head);
  EXPECT_EQ(reader.declared_size(ByteView(file).subspan(kHeadBytes, 16)).value_or(0), 21U);
}

// As a reader of files does it, which takes one byte at a time here.
std::size_t bytes_read_of(ByteView endless) {
  auto extent = wire::FileExtent::from(endless.first(wire::kEnvelopeHeaderBytes));
  std::size_t read = wire::kEnvelopeHeaderBytes;
  while (read < endless.size() && read <= extent->bytes(endless.first(read))) ++read;
  return read;
}

TEST(FileExtent, EndsWhereNoBlockFollows) {
  Bytes file = example_file();
  const std::size_t size = file.size();
  EXPECT_EQ(bytes_read_of(file), size);
  file.resize(10 * size, std::byte{0xAA});
  EXPECT_LE(bytes_read_of(file), size + wire::kBlockHeaderBytes);
}

TEST(FileExtent, OfAFileWithoutBlocksIsItsSize) {
  Bytes file = encoded(small_table());
  const std::size_t size = file.size();
  file.resize(10 * size);
  EXPECT_EQ(bytes_read_of(file), size + 1);
}

}  // namespace
}  // namespace peel::test
