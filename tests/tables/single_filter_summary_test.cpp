// SingleFilterSummary against a map of cells, and what its words are.
#include "peel/tables/single_filter_summary.hpp"

#include "support/table_summaries.hpp"

#include <gtest/gtest.h>
#include <map>

namespace peel::test {
namespace {

class EveryLevelPacking : public testing::TestWithParam<CellPacking> {
 protected:
  SingleFilterSummary make(CellCount cells, HashCount hashes, SegmentCount sub_tables) const {
    return value_of(SingleFilterSummary::make(single_filter_shape(cells, hashes, sub_tables, GetParam())));
  }
};
INSTANTIATE_TEST_SUITE_P(SingleFilterSummary, EveryLevelPacking,
                         testing::Values(CellPacking::six_values, CellPacking::three_bits),
                         [](const auto& packing) { return std::string(name_of(packing.param)); });

// The plainest single filter. Cells are read out of the words by the definition of the packing.
class SingleFilterModel {
 public:
  explicit SingleFilterModel(const SingleFilterShape& shape) : shape_(shape) {}

  std::uint64_t cell_of(const KeyHash& hash, unsigned i) const {
    return i * shape_.group().value + reduce(hash.far_word(i), shape_.group().value);
  }
  void note(const KeyHash& hash, Level level) {
    for (unsigned i = 0; i < shape_.hashes().value; ++i) {
      std::uint64_t& cell = cells_[cell_of(hash, i)];
      cell = std::max<std::uint64_t>(cell, level.number);
    }
  }
  Level where(const KeyHash& hash) {
    std::uint64_t lowest = 99;
    for (unsigned i = 0; i < shape_.hashes().value; ++i) lowest = std::min(lowest, cells_[cell_of(hash, i)]);
    return Level(lowest);
  }
  void expect_equal(const SingleFilterSummary& summary) {
    for (std::uint64_t cell = 0; cell < shape_.cells().value; ++cell)
      ASSERT_EQ(stored(summary.words(), cell), cells_[cell]) << cell;
  }

 private:
  std::uint64_t stored(std::span<const std::uint64_t> words, std::uint64_t cell) const {
    if (shape_.packing() == CellPacking::three_bits) return words[cell / 21] >> 3 * (cell % 21) & 7;
    std::uint64_t value = words[cell / 24] >> 8 * (cell / 3 % 8) & 255;
    for (std::uint64_t i = 0; i < cell % 3; ++i) value /= 6;
    return value % 6;
  }

  SingleFilterShape shape_;
  std::map<std::uint64_t, std::uint64_t> cells_;
};

TEST_P(EveryLevelPacking, HasTheCellsAndAnswersOfThePlainestFilter) {
  Random random;
  for (const std::uint64_t hashes : {1U, 2U, 7U, 8U, 9U, 15U, 16U, 17U, 40U, 64U}) {
    SingleFilterSummary summary = make(CellCount(hashes * 37), HashCount(hashes), SegmentCount(5));
    SingleFilterModel model(summary.shape());
    for (const KeyHash& hash : random_hashes(random, 40)) {
      const Level level(1 + random.below(5));
      summary.note(hash, level), model.note(hash, level);
    }
    model.expect_equal(summary);
    for (const KeyHash& hash : random_hashes(random, 200)) ASSERT_EQ(summary.where(hash), model.where(hash));
  }
}

// All ways to put three keys of any levels into four cells of two groups: every state of such a filter.
TEST_P(EveryLevelPacking, AgreesWithTheDefinitionOnEveryTinyFilter) {
  constexpr std::uint64_t kPlaces[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const SingleFilterSummary empty = make(CellCount(4), HashCount(2), SegmentCount(5));
  for (std::uint64_t code = 0; code < 20 * 20 * 20; ++code) {
    SingleFilterSummary summary = empty;
    std::uint64_t cells[2][2] = {};
    for (std::uint64_t rest = code, key = 0; key < 3; ++key, rest /= 20) {
      const auto& places = kPlaces[rest % 4];
      const std::uint64_t level = 1 + rest % 20 / 4;
      summary.note(SummaryCells{places}, Level(level));
      for (unsigned i = 0; i < 2; ++i) cells[i][places[i]] = std::max(cells[i][places[i]], level);
    }
    for (const auto& places : kPlaces) {
      const Level expected(std::min(cells[0][places[0]], cells[1][places[1]]));
      ASSERT_EQ(summary.where(SummaryCells{places}), expected) << code;
    }
  }
}

TEST_P(EveryLevelPacking, PutsAKeyWhereItsHashSays) {
  Random random;
  SingleFilterSummary by_hash = make(CellCount(20 * 50), HashCount(20), SegmentCount(4)), by_cells = by_hash;
  const KeyHash hash = random_hashes(random, 1).front();
  std::vector<std::uint64_t> places;
  for (unsigned i = 0; i < 20; ++i) places.push_back(reduce(hash.far_word(i), 50));
  by_hash.note(hash, Level(3));
  by_cells.note(SummaryCells{places}, Level(3));
  EXPECT_TRUE(std::ranges::equal(by_hash.words(), by_cells.words()));
  EXPECT_EQ(by_hash.where(SummaryCells{places}), Level(3));
}

TEST_P(EveryLevelPacking, AdoptsTheWordsOfAnother) {
  Random random;
  SingleFilterSummary summary = make(CellCount(7 * 31), HashCount(7), SegmentCount(5));
  for (const KeyHash& hash : random_hashes(random, 30)) summary.note(hash, Level(1 + random.below(5)));
  AlignedWords words(summary.words().size());
  std::ranges::copy(summary.words(), words.span().begin());
  const auto again = value_of(SingleFilterSummary::from_words(summary.shape(), std::move(words)));
  for (const KeyHash& hash : random_hashes(random, 200)) EXPECT_EQ(again.where(hash), summary.where(hash));
}

AlignedWords words_of(std::vector<std::uint64_t> values) {
  AlignedWords words(values.size());
  std::ranges::copy(values, words.span().begin());
  return words;
}

ErrorCode refusal_of(const SingleFilterShape& shape, std::vector<std::uint64_t> values) {
  auto summary = SingleFilterSummary::from_words(shape, words_of(std::move(values)));
  EXPECT_FALSE(summary);
  return summary ? ErrorCode::io : summary.error().code();
}

TEST(SingleFilterSummary, RefusesWordsThatSixValuesCannotBe) {
  const auto shape = [](std::uint64_t cells, std::uint64_t tables) {
    return single_filter_shape(CellCount(cells), HashCount(1), SegmentCount(tables), CellPacking::six_values);
  };
  EXPECT_TRUE(SingleFilterSummary::from_words(shape(24, 5), words_of({0xD7D7D7D7D7D7D7D7U})));  // all 215
  EXPECT_EQ(refusal_of(shape(24, 5), {216}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(24, 5), {std::uint64_t{255} << 56}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(24, 5), {0, 0}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(25, 5), {0}), ErrorCode::malformed);
  EXPECT_TRUE(SingleFilterSummary::from_words(shape(24, 3), words_of({3 + 6 * 3 + 36 * 3})));
  EXPECT_EQ(refusal_of(shape(24, 3), {4 * 6}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(2, 5), {36}), ErrorCode::malformed);      // behind the last cell, in its byte
  EXPECT_EQ(refusal_of(shape(3, 5), {1 << 8}), ErrorCode::malformed);  // in another
}

TEST(SingleFilterSummary, RefusesWordsThatThreeBitsCannotBe) {
  const auto shape = [](std::uint64_t cells, std::uint64_t tables) {
    return single_filter_shape(CellCount(cells), HashCount(1), SegmentCount(tables), CellPacking::three_bits);
  };
  EXPECT_TRUE(SingleFilterSummary::from_words(shape(21, 7), words_of({~std::uint64_t{0} >> 1})));
  EXPECT_EQ(refusal_of(shape(21, 7), {std::uint64_t{1} << 63}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(21, 7), {}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(42, 6), {0, std::uint64_t{7} << 60}), ErrorCode::malformed);
  EXPECT_EQ(refusal_of(shape(20, 7), {std::uint64_t{1} << 60}), ErrorCode::malformed);
}

TEST(SingleFilterSummary, RefusesCellsThatAreCounters) {
  const auto shape = single_filter_shape(CellCount(10), HashCount(2), SegmentCount(5), CellPacking::counters);
  EXPECT_EQ(SingleFilterSummary::make(shape).error().code(), ErrorCode::invalid_argument);
}

TEST(SingleFilterSummary, TakesTheBytesThatItsShapeSays) {
  // The filter of [Kirsch, Mitzenmacher 2005, section 8] for 10,000 items.
  const auto shape =
      single_filter_shape(CellCount(120'000), HashCount(15), SegmentCount(5), CellPacking::six_values);
  EXPECT_EQ(value_of(SingleFilterSummary::make(shape)).bytes(), 40'000U);
}

}  // namespace
}  // namespace peel::test
