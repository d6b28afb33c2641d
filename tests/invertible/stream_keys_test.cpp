// Text of any length in slots of one width, and back.
#include "peel/invertible/stream_keys.hpp"

#include "support/pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace peel {
namespace {

using ::testing::Optional;
using KeyKind = StreamDescription::Keys;

const KeyHasher kHashing(HashFamily::fast, Seed(7));

StreamKeys lines(std::uint8_t key_bytes) {
  return {{.part = {.keys = KeyKind::lines}, .key_bytes = key_bytes}, kHashing};
}

Bytes written_key(const StreamKeys& keys, std::string_view text) {
  Bytes key(keys.width(), std::byte{0xAA});
  keys.write(text, key.data());
  return key;
}

TEST(StreamKeys, AreOneByteWiderThanTheTextTheyHold) {
  EXPECT_EQ(lines(16).width(), 17U);
  EXPECT_EQ(lines(63).width(), 64U);
}

TEST(StreamKeys, GiveBackTextThatFits) {
  const StreamKeys keys = lines(16);
  for (const std::string& text : {std::string(), std::string("a"), std::string("16 bytes of text"),
                                  std::string("\0\0", 2), std::string("\xFF\n\r")}) {
    EXPECT_THAT(keys.text_in(written_key(keys, text)), Optional(std::string_view(text)));
    EXPECT_EQ(keys.digest_in(written_key(keys, text)), std::nullopt);
  }
}

TEST(StreamKeys, TellTextsApartThatDifferInZerosAtTheEnd) {
  const StreamKeys keys = lines(16);
  EXPECT_NE(written_key(keys, std::string_view("a\0", 2)), written_key(keys, "a"));
}

TEST(StreamKeys, HoldADigestOfLongerText) {
  const StreamKeys keys = lines(16);
  const Bytes key = written_key(keys, "17 bytes of text.");
  EXPECT_EQ(keys.text_in(key), std::nullopt);
  ASSERT_TRUE(keys.digest_in(key));
  EXPECT_EQ(keys.digest_in(key)->size(), 32U);
  EXPECT_NE(written_key(keys, "17 bytes of text,"), key);
  EXPECT_EQ(written_key(keys, "17 bytes of text."), key);
}

TEST(StreamKeys, HoldOtherDigestsUnderAnotherSeed) {
  const StreamKeys others({.part = {.keys = KeyKind::lines}}, KeyHasher(HashFamily::fast, Seed(8)));
  EXPECT_NE(written_key(others, "17 bytes of text."), written_key(lines(16), "17 bytes of text."));
}

TEST(StreamKeys, OfAddressesAreTheirBytes) {
  const StreamKeys keys({.part = {.keys = KeyKind::addresses}, .key_bytes = 0}, kHashing);
  const std::string_view address("\xFF\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01", 16);
  EXPECT_EQ(keys.width(), 16U);
  EXPECT_THAT(keys.text_in(written_key(keys, address)), Optional(address));
}

TEST(StreamKeys, RefuseBytesThatNoTextLeaves) {
  const StreamKeys keys = lines(20);
  Bytes too_long = written_key(keys, "");
  too_long[0] = std::byte{21};
  Bytes not_padded = written_key(keys, "a");
  not_padded[20] = std::byte{1};
  Bytes digest_not_padded = written_key(keys, std::string(30, 'a'));
  digest_not_padded[20] = std::byte{1};
  EXPECT_FALSE(keys.is_key(too_long));
  EXPECT_FALSE(keys.is_key(not_padded));
  EXPECT_FALSE(keys.is_key(digest_not_padded));
  EXPECT_FALSE(keys.is_key(Bytes(20)));
  EXPECT_TRUE(keys.is_key(written_key(keys, std::string(20, 'a'))));
}

// Changing one of these changes what every saved count means.
TEST(StreamKeys, AreTheSameOnEveryMachine) {
  const StreamKeys keys({.part = {.keys = KeyKind::lines}}, KeyHasher(HashFamily::fast, kDefaultSeed));
  const Bytes key = written_key(keys, "a line that is too long for its slot");
  std::uint64_t item = 0;
  StratumItems(KeyHasher(HashFamily::fast, kDefaultSeed)).write(key, {&item, 1});
  EXPECT_THAT(keys.digest_in(key), Optional(std::string("9010a05d4add8ef718ff7867fb16d41e")));
  EXPECT_EQ(item, 50234835512369694U);
}

TEST(StratumItems, AreThoseOfOneKeyAfterTheOther) {
  const StreamKeys keys = lines(16);
  Bytes both = written_key(keys, "a");
  const Bytes second = written_key(keys, "b");
  both.insert(both.end(), second.begin(), second.end());
  std::uint64_t items[2] = {}, item = 0;
  const StratumItems strata(kHashing);
  strata.write(both, items);
  strata.write(second, {&item, 1});
  EXPECT_EQ(items[1], item);
  EXPECT_NE(items[0], item);
  EXPECT_EQ(items[0] & ~kStrataItemMask, 0U);
}

}  // namespace
}  // namespace peel
