// Counting files and pipes, against a map.
#include "peel/sources/count_file.hpp"

#include "peel/sources/address_text.hpp"

#include "sources/temporary_file.hpp"
#include "sources/watching.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

using Stage = reconcile::Watch::Stage;
using Counts = std::map<std::string, std::int64_t>;

Counts counts_in(const Counted& counted) {
  Counts counts;
  std::string room;
  for (std::size_t i = 0; i < counted.keys->size(); ++i)
    counts[std::string(counted.keys->key(i, room)->text)] = counted.keys->count(i);
  return counts;
}

Counted counted(const test::TemporaryFile& file, const CountRequest& request) {
  reconcile::Watch watch;
  auto found = count_file(file.path(), request, watch);
  if (!found) throw std::runtime_error(found.error().sentence());
  return std::move(*found);
}

CountRequest fields(std::uint32_t number) {
  return {.description = {.part = {.keys = CountedPart::Keys::fields, .field = number}}};
}

TEST(CountFile, CountsLinesAsAMapDoes) {
  test::Random random;
  std::string text;
  Counts model;
  for (int i = 0; i < 20'000; ++i) {
    const std::string line = "line " + std::to_string(random.below(3000));
    text += line + "\n";
    ++model[line];
  }
  const test::TemporaryFile file(text);
  const Counted found = counted(file, {});
  EXPECT_EQ(counts_in(found), model);
  EXPECT_TRUE(found.summary.complete);
  EXPECT_EQ(found.summary.lines, 20'000);
  EXPECT_EQ(found.summary.passes, 2U);
  EXPECT_EQ(counts_in(counted(file, {.one_pass = true})), model);
}

TEST(CountFile, CountsFieldsAndSaysHowManyLinesHaveNone) {
  const test::TemporaryFile file("a x\nb y\nc\nd x\n");
  const Counted found = counted(file, fields(2));
  EXPECT_EQ(counts_in(found), (Counts{{"x", 2}, {"y", 1}}));
  EXPECT_EQ(found.summary.keyless, 1);
}

TEST(CountFile, CountsAddressesHoweverTheyAreWritten) {
  const test::TemporaryFile file("from 10.0.0.1\n[::ffff:10.0.0.1]:80\nnobody\n");
  const Counted found = counted(file, {.description = {.part = {.keys = CountedPart::Keys::addresses}}});
  ASSERT_EQ(found.keys->size(), 1U);
  std::string room;
  EXPECT_EQ(address_text(found.keys->key(0, room)->text), "10.0.0.1");
  EXPECT_EQ(found.keys->count(0), 2);
}

TEST(CountFile, KeepsInOnePassTheDigestOfALongKey) {
  const test::TemporaryFile file("short\n" + std::string(40, 'x') + "\n");
  const Counted found = counted(file, {.one_pass = true});
  EXPECT_EQ(found.summary.by_digest, 1U);
  EXPECT_EQ(found.summary.passes, 1U);
  EXPECT_EQ(counted(file, {}).summary.by_digest, 0U);
}

std::string distinct_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i) + "\n";
  return text;
}

TEST(CountFile, SaysWhichSizeWouldDoIfOneWasGivenThatIsTooSmall) {
  const test::TemporaryFile file(distinct_lines(5000));
  const Counted found = counted(file, {.capacity = ItemCount(100)});
  EXPECT_FALSE(found.summary.complete);
  ASSERT_TRUE(found.summary.unlisted);
  EXPECT_GE(found.summary.unlisted->capacity_needed.value, 5000U - found.keys->size());
  const Counted again = counted(file, {.capacity = found.summary.unlisted->capacity_needed});
  EXPECT_TRUE(again.summary.complete);
  EXPECT_EQ(again.keys->size(), 5000U);
}

TEST(CountFile, TakesACapacityFromTheMemoryThatIsAllowed) {
  const test::TemporaryFile file("a\nb\n");
  const Counted found = counted(file, {.memory_bytes = 1 << 20});
  EXPECT_LE(found.summary.bytes, std::uint64_t{1} << 20);
  EXPECT_GT(found.summary.capacity, 1000U);
}

TEST(CountFile, ShowsBothPasses) {
  const test::TemporaryFile file("a\nb\n");
  test::RecordedStages watch;
  ASSERT_TRUE(count_file(file.path(), {}, watch));
  EXPECT_EQ(watch.stages, (std::vector{Stage::reading, Stage::reading_again}));
  EXPECT_EQ(watch.totals.front(), 4U);
}

TEST(CountFile, EndsIfItsWatchSaysSo) {
  const test::TemporaryFile file("a\n");
  for (const bool one_pass : {false, true}) {
    test::CancelledWatch watch;
    const auto found = count_file(file.path(), {.one_pass = one_pass}, watch);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code(), ErrorCode::cancelled);
  }
}

TEST(CountFile, FailsForWhatIsNotThere) {
  reconcile::Watch watch;
  const auto found = count_file("/nowhere/at/all", {}, watch);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), ErrorCode::io);
}

// Changes the file between the passes.
class Meddler : public reconcile::Watch {
 public:
  explicit Meddler(const test::TemporaryFile& file) : file_(file) {}
  std::unique_ptr<Shown> show(Work work) override {
    if (work.stage == Stage::reading_again) file_.write("b\nb\n");
    return nullptr;
  }

 private:
  const test::TemporaryFile& file_;
};

TEST(CountFile, FailsIfTheFileChangesBetweenThePasses) {
  const test::TemporaryFile file("a\nb\n");
  Meddler watch(file);
  const auto found = count_file(file.path(), {}, watch);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), ErrorCode::io);
}

}  // namespace
}  // namespace peel::sources
