// A batch as a source fills it.
#include "peel/rows/row_batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::rows {
namespace {

using ::testing::ElementsAre;

TEST(RowBatch, UnescapesMarkedFieldsOnly) {
  RowBatch batch;
  batch.clear(2);
  const auto fields = batch.begin_row();
  fields[0] = "a\"\"b";
  fields[1] = "a\"\"b";
  batch.mark_escaped(1);
  batch.add_row("raw", 1);
  batch.finish();
  EXPECT_THAT(batch.fields(0), ElementsAre("a\"\"b", "a\"b"));
}

TEST(RowBatch, ForgetsTheMarksOfADroppedRow) {
  RowBatch batch;
  batch.clear(1);
  batch.begin_row()[0] = "\"\"";
  batch.mark_escaped(0);
  batch.drop_row();
  batch.begin_row()[0] = "\"\"";
  batch.add_row("raw", 1);
  batch.finish();
  EXPECT_THAT(batch.fields(0), ElementsAre("\"\""));
}

TEST(RowBatch, HoldsNothingOfWhatItHeldBefore) {
  RowBatch batch;
  batch.clear(1);
  batch.begin_row()[0] = "x";
  batch.add_row("x", 1);
  batch.clear(0);
  batch.add_row("y", 2);
  EXPECT_EQ(batch.size(), 1U);
  EXPECT_THAT(batch.fields(0), ElementsAre("y"));
}

}  // namespace
}  // namespace peel::rows
