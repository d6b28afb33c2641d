// The second pass of a count: texts of digests, in memory or in the file, and what does not fit the first.
#include "sources/count/found_texts.hpp"

#include "sources/line_source.hpp"
#include "sources/temporary_file.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

constexpr std::uint64_t kNoMemory = 0;
constexpr std::uint64_t kMuchMemory = 1 << 20;

struct Listed {
  std::uint64_t digest;
  std::int64_t count;
};

CountedKeys keys_of(const std::vector<Listed>& listed) {
  CountedKeys keys{ByteWidth(8)};
  for (const Listed& each : listed) {
    Bytes key(8);
    store_le(key.data(), each.digest);
    keys.append(key, {&each.count, 1});
  }
  return keys;
}

class FoundTextsTest : public testing::Test {
 protected:
  // The lines of the file, as the last batch of the source.
  const RowBatch& lines() {
    EXPECT_TRUE(source_.next(batch_));
    return batch_;
  }
  static std::string text(const FoundTexts& texts, std::size_t i) {
    std::string room;
    return std::string(texts.key(i, room)->text);
  }

  test::TemporaryFile file_{"pear\napple\npear\nfig\n"};
  LineSource source_{*InputFile::open(file_.path(), InputFile::Passes::one), ReadingLimits()};
  RowBatch batch_;
};

class FoundTextsWithin : public FoundTextsTest, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(FoundTextsWithin, FindsTextsAndCountsThem) {
  FoundTexts texts(keys_of({{1, 2}, {2, 1}}), source_, GetParam());
  const auto& batch = lines();
  const std::vector<HashedText> found = {{batch.raw(0), KeyHash(1, 10)},
                                         {batch.raw(1), KeyHash(2, 20)},
                                         {batch.raw(2), KeyHash(1, 10)},
                                         {batch.raw(3), KeyHash(3, 30)}};
  const FoundTexts::Taken taken = texts.take(found);
  EXPECT_EQ(taken.not_listed, 1U);
  EXPECT_EQ(taken.of_other_text, 0U);
  EXPECT_TRUE(texts.agrees());
  texts.finish();
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(text(texts, 0), "pear");
  EXPECT_EQ(texts.count(0), 2);
  EXPECT_EQ(text(texts, 1), "apple");
}

INSTANTIATE_TEST_SUITE_P(Memory, FoundTextsWithin, testing::Values(kNoMemory, 5, kMuchMemory));

TEST_F(FoundTextsTest, NoticesTwoTextsWithOneDigest) {
  FoundTexts texts(keys_of({{1, 2}}), source_, kMuchMemory);
  const auto& batch = lines();
  EXPECT_EQ(
      texts.take(std::vector<HashedText>{{batch.raw(0), KeyHash(1, 10)}, {batch.raw(2), KeyHash(1, 11)}})
          .of_other_text,
      1U);
}

TEST_F(FoundTextsTest, DoesNotAgreeWithOtherCounts) {
  FoundTexts texts(keys_of({{1, 2}}), source_, kMuchMemory);
  const auto& batch = lines();
  texts.take(std::vector<HashedText>{{batch.raw(0), KeyHash(1, 10)}});
  EXPECT_FALSE(texts.agrees());
}

TEST_F(FoundTextsTest, ForgetsKeysThatNoTextHas) {
  FoundTexts texts(keys_of({{7, 1}, {1, 1}}), source_, kMuchMemory);
  const auto& batch = lines();
  texts.take(std::vector<HashedText>{{batch.raw(3), KeyHash(1, 10)}});
  texts.finish();
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(text(texts, 0), "fig");
}

TEST_F(FoundTextsTest, SaysSoIfATextIsGone) {
  FoundTexts texts(keys_of({{1, 1}}), source_, kNoMemory);
  const auto& batch = lines();
  texts.take(std::vector<HashedText>{{batch.raw(3), KeyHash(1, 10)}});
  file_.write("");
  std::string room;
  const auto key = texts.key(0, room);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().code(), ErrorCode::io);
}

}  // namespace
}  // namespace peel::sources
