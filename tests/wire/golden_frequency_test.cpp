// As golden_test.cpp, for the structures that count.
#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"

#include "support/pairs.hpp"
#include "wire/golden_comparison.hpp"
#include "wire/golden_grids.hpp"
#include "wire/golden_heavy_hitters.hpp"
#include "wire/golden_heavy_texts.hpp"
#include "wire/golden_range_sketches.hpp"
#include "wire/golden_signed_sketches.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace peel::test {
namespace {

class GoldenHeavyTextsFiles : public testing::TestWithParam<GoldenHeavyTexts> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenHeavyTextsFiles, testing::ValuesIn(golden_heavy_texts()),
                         kGoldenTestName);

TEST_P(GoldenHeavyTextsFiles, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()),
                [](ByteView bytes) { return wire::decode_heavy_texts(bytes, Seed(5)); });
}

// As long as nothing is lowered, which a writer may do when it likes.
TEST_P(GoldenHeavyTextsFiles, AreFilledAgainByTheSummaryItself) {
  const GoldenHeavyTexts& golden = GetParam();
  if (golden.error != 0) return;
  HeavyStream stream{golden.part, golden.lines, golden.keyless,
                     value_of(HeavyTexts::make(golden.shape, golden.family, golden.seed))};
  for (const auto& [text, copies] : golden.counters) stream.texts.add(as_bytes(text), CopyCount(copies));
  EXPECT_EQ(hex(*wire::encode(stream)), hex(golden_bytes(golden.name)));
}

class GoldenHeavyHittersFiles : public testing::TestWithParam<GoldenHeavyHitters> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenHeavyHittersFiles, testing::ValuesIn(golden_heavy_hitters()),
                         kGoldenTestName);

TEST_P(GoldenHeavyHittersFiles, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()),
                [](ByteView bytes) { return wire::decode_heavy_hitters(bytes, Seed(5)); });
}

TEST_P(GoldenHeavyHittersFiles, AreFilledAgainByTheSummaryItself) {
  const GoldenHeavyHitters& golden = GetParam();
  if (golden.error != 0) return;
  auto hitters = value_of(HeavyHitters::make(ItemCount(golden.capacity), Seed(6)));
  for (const auto& [key, count] : golden.counters) hitters.add(key, CopyCount(count));
  EXPECT_EQ(hex(*wire::encode(hitters)), hex(golden_bytes(golden.name)));
}

class GoldenCountMinFiles : public testing::TestWithParam<GoldenCountMin> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenCountMinFiles, testing::ValuesIn(golden_count_mins()), kGoldenTestName);

TEST_P(GoldenCountMinFiles, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()), wire::decode_count_min);
}

TEST_P(GoldenCountMinFiles, AreFilledAgainByTheSketchItself) {
  const GoldenCountMin& golden = GetParam();
  auto sketch =
      value_of(CountMinSketch::make(shape_of(golden.spec), golden.rule, golden.family, golden.seed));
  for (const auto& [key, copies] : golden.operations) sketch.add(as_bytes(key), CopyCount(copies));
  EXPECT_EQ(hex(*wire::encode(sketch)), hex(golden_bytes(golden.name)));
}

class GoldenSignedSketchFiles : public testing::TestWithParam<GoldenSignedSketch> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenSignedSketchFiles, testing::ValuesIn(golden_signed_sketches()),
                         kGoldenTestName);

TEST_P(GoldenSignedSketchFiles, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()), wire::decode_signed_sketch);
}

TEST_P(GoldenSignedSketchFiles, AreFilledAgainByTheSketchItself) {
  const GoldenSignedSketch& golden = GetParam();
  auto sketch = value_of(SignedSketch::make(shape_of(golden.spec), golden.family, golden.seed));
  for (const auto& [key, change] : golden.operations)
    EXPECT_OK(sketch.add(as_bytes(key), CountChange{change}));
  EXPECT_EQ(hex(*wire::encode(sketch)), hex(golden_bytes(golden.name)));
}

class GoldenRangeSketchFiles : public testing::TestWithParam<GoldenRangeSketch> {};
INSTANTIATE_TEST_SUITE_P(Files, GoldenRangeSketchFiles, testing::ValuesIn(golden_range_sketches()),
                         kGoldenTestName);

TEST_P(GoldenRangeSketchFiles, AreMadeAgainAndDecodeToWhatIsRecorded) {
  expect_golden(GetParam(), made(GetParam()), wire::decode_range_sketch);
}

TEST(GoldenFrequencyFiles, AreAllCovered) {
  if (is_writing()) GTEST_SKIP() << "the files are being written";
  std::set<std::string> expected, found;
  const auto expect = [&](const std::string& name) { expected.insert({name + ".peel", name + ".json"}); };
  for (const auto& golden : golden_heavy_texts()) expect(golden.name);
  for (const auto& golden : golden_heavy_hitters()) expect(golden.name);
  for (const auto& golden : golden_count_mins()) expect(golden.name);
  for (const auto& golden : golden_signed_sketches()) expect(golden.name);
  for (const auto& golden : golden_range_sketches()) expect(golden.name);
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("heavy-") || name.starts_with("count-min-") || name.starts_with("signed-") ||
        name.starts_with("range-"))
      found.insert(name);
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace peel::test
