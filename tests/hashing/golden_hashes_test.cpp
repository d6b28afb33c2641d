// Hashes that must never change. Positions and checks on the wire are made of them: a table written by one
// version of peel is noise to another that hashes differently.
//
// If this test goes red, the change was an accident: undo it. If hashing must change on purpose, give the
// new rule a new HashFamily or wire version, keep the old one readable, add its vectors to
// docs/formats/hashing.md, and add rows here. Never edit a row.
//
// Widths stand on both sides of each branch: XXH3 changes its method above 3, 8, 16, 128 and 240 bytes,
// SipHash at multiples of 8, and exactly 8 bytes go to the integer mixer.
#include "peel/hashing/key_hasher.hpp"

#include <array>
#include <gtest/gtest.h>

namespace peel {

void PrintTo(const KeyHash& hash, std::ostream* out) {
  *out << std::hex << std::uppercase << "{0x" << hash.low << ", 0x" << hash.high << '}' << std::dec;
}

namespace {

struct GoldenHash {
  HashFamily family;
  std::size_t width;  // the key is 00 01 02 .. of this many bytes
  KeyHash hash;       // under kDefaultSeed
};

constexpr GoldenHash kGoldenHashes[] = {
    {HashFamily::fast, 0, KeyHash(0xE08E7800AB8A164EU, 0xD8E5F4CDE301CE2EU)},
    {HashFamily::fast, 1, KeyHash(0xB66622E648484DEDU, 0xB14AB826A67A9354U)},
    {HashFamily::fast, 3, KeyHash(0xD9E2037648D243F5U, 0x68EC13D2FBA0C0B6U)},
    {HashFamily::fast, 4, KeyHash(0x4EEF36A2F88804E3U, 0xC2A364B2084DC26FU)},
    {HashFamily::fast, 7, KeyHash(0xB1DD293C92764173U, 0x8BAD58926B4A53E9U)},
    {HashFamily::fast, 8, KeyHash(0xB82DF33779FAAB8EU, 0x27F82553192F07BDU)},
    {HashFamily::fast, 9, KeyHash(0x37EFFDA1300E6ADDU, 0x3F29564CFD01756CU)},
    {HashFamily::fast, 16, KeyHash(0xDC0E77EFF77486F5U, 0x3A48DDD3BEDE88FCU)},
    {HashFamily::fast, 17, KeyHash(0x338F38A5A6DD2F19U, 0x0208518D06507CFDU)},
    {HashFamily::fast, 32, KeyHash(0x4715AB9FF298EDA2U, 0x14DAC10FB5F6390FU)},
    {HashFamily::fast, 64, KeyHash(0xE484835E4A30CA39U, 0xB0C3CA240D1D64C3U)},
    {HashFamily::fast, 128, KeyHash(0xFDC1C6AEEAD65D3AU, 0x8B294BC4EAB9AE66U)},
    {HashFamily::fast, 129, KeyHash(0x71EE916C5C658F23U, 0x6F57C45AEA067CCCU)},
    {HashFamily::fast, 240, KeyHash(0xC2D1375BF44A7E11U, 0x30328D947E4D070AU)},
    {HashFamily::fast, 241, KeyHash(0x6F651CEC9A5106B8U, 0x45CC426C7194F1A0U)},
    {HashFamily::siphash, 0, KeyHash(0x83002AF0C21FE01AU, 0xC45E8C5BDE559971U)},
    {HashFamily::siphash, 1, KeyHash(0xBECFB8C30211236AU, 0xBB332EF2AABCCD97U)},
    {HashFamily::siphash, 3, KeyHash(0xC23AFA383B91F4A8U, 0xF555210FE77C30A8U)},
    {HashFamily::siphash, 4, KeyHash(0xD8F7830EF9DBCD66U, 0x5CDA44C1867094DDU)},
    {HashFamily::siphash, 7, KeyHash(0xE0645E501F19FBBDU, 0xB318AB86F6302ACCU)},
    {HashFamily::siphash, 8, KeyHash(0xBCA1B5D9553647DFU, 0xDC864A0B9A88535AU)},
    {HashFamily::siphash, 9, KeyHash(0x5AFB9805C7178EFBU, 0xF08E04E4FEEAAEE2U)},
    {HashFamily::siphash, 16, KeyHash(0x46B874D5F67D65F6U, 0xD6525D74695753E5U)},
    {HashFamily::siphash, 17, KeyHash(0x698E2035FF45B157U, 0xFEAF156949FBEF61U)},
    {HashFamily::siphash, 32, KeyHash(0xF78CA8D52B766D01U, 0xF3D3E71255DCD01BU)},
    {HashFamily::siphash, 64, KeyHash(0x73E31B3FC7FCDA9EU, 0x7FA9BD20F59AC97AU)},
    {HashFamily::siphash, 128, KeyHash(0xEA92807AB650A29AU, 0xBDE9B9BB63139C0EU)},
    {HashFamily::siphash, 129, KeyHash(0x8613A4DF58892D35U, 0x40EB696F3C64FDE5U)},
    {HashFamily::siphash, 240, KeyHash(0x55DDCF3816733B91U, 0x0BB989D33CC6177AU)},
    {HashFamily::siphash, 241, KeyHash(0xC2475912D1BCB9EBU, 0xBD9F727FE659D3FAU)},
};

class GoldenHashes : public ::testing::TestWithParam<GoldenHash> {};
INSTANTIATE_TEST_SUITE_P(KeyHasher, GoldenHashes, ::testing::ValuesIn(kGoldenHashes),
                         [](const auto& instance) {
                           const bool fast = instance.param.family == HashFamily::fast;
                           return std::string(fast ? "Fast" : "SipHash") +
                                  std::to_string(instance.param.width) + "Bytes";
                         });

TEST_P(GoldenHashes, AreWhatTheyAlwaysWere) {
  const auto& [family, width, hash] = GetParam();
  Bytes key(width);
  for (std::size_t i = 0; i < width; ++i) key[i] = static_cast<std::byte>(i);
  EXPECT_EQ(KeyHasher(family, kDefaultSeed)(ByteView(key)), hash);
}

TEST(GoldenIntegers, AreWhatTheyAlwaysWereInTheFastFamily) {
  const KeyHasher hasher(HashFamily::fast, kDefaultSeed);
  EXPECT_EQ(hasher(0), (KeyHash{0x26333F34D680DEE1U, 0x8CCEC39E4B1C738CU}));
  EXPECT_EQ(hasher(1), (KeyHash{0x6D1105FFA6ECEF3DU, 0xF59E6CB3AA38EA96U}));
  EXPECT_EQ(hasher(~std::uint64_t{0}), (KeyHash{0xBD9AB98EFC7E6A73U, 0x3D4712A7137C835DU}));
}

TEST(GoldenIntegers, AreWhatTheyAlwaysWereInTheSipHashFamily) {
  const KeyHasher hasher(HashFamily::siphash, kDefaultSeed);
  EXPECT_EQ(hasher(0), (KeyHash{0xA09F0C6F862CC0FCU, 0xBD415EE02959C534U}));
  EXPECT_EQ(hasher(1), (KeyHash{0x8BE375C7AA151770U, 0x044B61F56EEC28D8U}));
  EXPECT_EQ(hasher(~std::uint64_t{0}), (KeyHash{0x4005D3CDA0F237D4U, 0x00D65FC4176CE60CU}));
}

TEST(GoldenWords, AreWhatTheyAlwaysWere) {
  const KeyHash hash = KeyHasher(HashFamily::fast, kDefaultSeed)(1);
  const std::array<std::uint64_t, kDerivedWords> words{
      0x60226274BCEE8543U, 0xF79EC20D8364545EU, 0x426FE3E56C0A7AACU, 0x75312A52B14C4A08U,
      0x53BDC32C874F8748U, 0x47DEEF186DFB9118U, 0x4BF686D19FBA8633U, 0x3240E5333BB373B6U,
      0xC9930B09EB9E3CE7U, 0xFAA6AEEF66BEA7DCU, 0x9E7E97FA55D20945U, 0xE4ECDA46ADAF00DFU,
      0x5922E9C39E45AF76U, 0x6EFC5AF4D1A07D21U, 0xCE88CF3CAD6E520FU, 0x3FC4EF904C422F5EU,
  };
  for (unsigned i = 0; i < kDerivedWords; ++i) EXPECT_EQ(hash.word(i), words[i]) << "word " << i;
}

}  // namespace
}  // namespace peel
