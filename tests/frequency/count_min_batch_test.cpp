// Every way of giving keys to a sketch leads to the grid of the model: all widths, both rules, numbers of
// rows that the inner loops know and others, columns that leave words half used.
#include "peel/frequency/count_min_sketch.hpp"

#include "frequency/cells.hpp"
#include "frequency/grid_model.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace peel {
namespace {

using Case = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, CountMinRule>;

class CountMinBatch : public testing::TestWithParam<Case> {
 protected:
  CountMinBatch()
      : shape_(*GridShape::from({RowCount(std::get<1>(GetParam())), ColumnCount(std::get<2>(GetParam())),
                                 BitWidth(std::get<0>(GetParam()))})),
        sketch_(*CountMinSketch::make(shape_, std::get<3>(GetParam()), HashFamily::fast, random_.seed())),
        model_(shape_, sketch_.rule(), sketch_.hasher()) {
    // As many as two groups and a bit, of few distinct keys, so that counters are shared and reach their end.
    for (int i = 0; i < 150; ++i) {
      keys_.push_back(random_.below(40));
      copies_.emplace_back(random_.below(8) == 0 ? shape_.largest() / 4 : random_.below(3));
      hashes_.push_back(sketch_.hasher()(keys_.back()));
    }
  }

  void expect_the_model() const {
    EXPECT_TRUE(std::ranges::equal(sketch_.words(), model_.words()));
    EXPECT_EQ(sketch_.total().value, model_.total());
  }

  test::Random random_;
  GridShape shape_;
  CountMinSketch sketch_;
  test::GridModel model_;
  std::vector<std::uint64_t> keys_;
  std::vector<CopyCount> copies_;
  std::vector<KeyHash> hashes_;
};

TEST_P(CountMinBatch, OfKeysWithCopiesIsTheModel) {
  sketch_.add(keys_, copies_);
  for (std::size_t i = 0; i < keys_.size(); ++i) model_.add(keys_[i], copies_[i].value);
  expect_the_model();
}

TEST_P(CountMinBatch, OfHashesWithCopiesIsTheModel) {
  sketch_.add(hashes_, copies_);
  for (std::size_t i = 0; i < keys_.size(); ++i) model_.add(keys_[i], copies_[i].value);
  expect_the_model();
}

TEST_P(CountMinBatch, OfKeysIsTheModel) {
  sketch_.add(keys_);
  for (const std::uint64_t key : keys_) model_.add(key, 1);
  expect_the_model();
}

TEST_P(CountMinBatch, OfHashesIsTheModel) {
  sketch_.add(hashes_);
  for (const std::uint64_t key : keys_) model_.add(key, 1);
  expect_the_model();
}

TEST_P(CountMinBatch, OneByOneIsTheModel) {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    sketch_.add(keys_[i], copies_[i]);
    model_.add(keys_[i], copies_[i].value);
  }
  expect_the_model();
}

TEST_P(CountMinBatch, OfQuestionsHasTheAnswersOfSingleOnes) {
  sketch_.add(keys_, copies_);
  for (std::size_t i = 0; i < keys_.size(); ++i) model_.add(keys_[i], copies_[i].value);
  std::vector<CountBounds> of_keys(keys_.size()), of_hashes(keys_.size());
  sketch_.bounds(keys_, of_keys);
  sketch_.bounds(hashes_, of_hashes);
  EXPECT_EQ(of_keys, of_hashes);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    EXPECT_EQ(of_keys[i], sketch_.bounds(keys_[i]));
    EXPECT_EQ(of_keys[i].upper, model_.smallest(keys_[i]));
  }
}

TEST_P(CountMinBatch, SurvivesTheWayThroughWords) {
  sketch_.add(keys_, copies_);
  AlignedWords words(shape_.words());
  std::ranges::copy(sketch_.words(), words.span().begin());
  const auto adopted =
      CountMinSketch::from_words(shape_, sketch_.rule(), sketch_.hasher(), sketch_.total(), std::move(words));
  ASSERT_TRUE(adopted);
  EXPECT_EQ(*adopted, sketch_);
}

INSTANTIATE_TEST_SUITE_P(Grids, CountMinBatch,
                         testing::Combine(testing::Values(8, 16, 32, 64),
                                          testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 64),
                                          testing::Values(1, 7, 64),
                                          testing::Values(CountMinRule::plain, CountMinRule::conservative)));

template <class Cell>
void expect_equal_access() {
  std::vector<std::uint64_t> by_word(3), by_width(3);
  for (std::uint64_t i = 0; i < 24 / sizeof(Cell); ++i) {
    const auto value = static_cast<Cell>(0x0123'4567'89AB'CDEFU * (2 * i + 1));
    store_cell(by_word.data(), i, value);
    write_cell(by_width.data(), i, value);
    EXPECT_EQ(read_cell<Cell>(by_word.data(), i), value);
    EXPECT_EQ(load_cell<Cell>(by_width.data(), i), value);
  }
  EXPECT_EQ(by_word, by_width);
}

TEST(Cells, AreTheSameByWordsAndByTheirOwnWidth) {
  expect_equal_access<std::uint8_t>();
  expect_equal_access<std::uint16_t>();
  expect_equal_access<std::uint32_t>();
  expect_equal_access<std::uint64_t>();
}

}  // namespace
}  // namespace peel
