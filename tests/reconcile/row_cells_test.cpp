// The stream of cells of a source: the same whatever memory there is, and however often the source is read.
#include "reconcile/far/row_cells.hpp"

#include "reconcile/compared.hpp"
#include "wire/rateless_blocks.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace peel::reconcile {
namespace {

struct StreamOfTable {
  StreamOfTable(std::size_t rows, std::uint64_t memory_bytes)
      : source(test::id_table("TABLE", test::id_range(0, rows))) {
    auto made = RowCells::of(*source, {terms, Side::left, ItemScheme::live(), hashing}, shape, memory_bytes);
    EXPECT_TRUE(made) << made.error().sentence();
    cells = std::move(*made);
  }

  RatelessCells next() {
    auto block = cells->next(watch);
    EXPECT_TRUE(block) << block.error().sentence();
    return std::move(*block);
  }

  Terms terms{.is_table = true, .has_key = true, .columns = {{"id", "value"}, 1}};
  KeyHasher hashing{HashFamily::fast, Seed(5)};
  RatelessShape shape =
      *RatelessShape::from({.item_width = ByteWidth(7), .arithmetic = CellArithmetic::prime_field});
  std::unique_ptr<test::FakeSource> source;
  std::unique_ptr<CellStream> cells;
  Watch watch;
};

TEST(RowCells, AreTheSameWhateverMemoryThereIs) {
  StreamOfTable large(500, std::uint64_t{64} << 20);
  StreamOfTable small(500, 10'000);  // of which items take 3,500
  StreamOfTable least(500, 1'000);   // in which they do not fit
  for (int block = 0; block < 30; ++block) {
    const RatelessCells cells = large.next();
    for (StreamOfTable* const other : {&small, &least}) {
      const RatelessCells same = other->next();
      EXPECT_EQ(same.range(), cells.range());
      EXPECT_EQ(same.totals(), cells.totals());
      EXPECT_TRUE(std::ranges::equal(same.words(), cells.words())) << block;
    }
  }
  EXPECT_EQ(small.source->passes(), 1U);
  EXPECT_GT(least.source->passes(), 10U);
}

TEST(RowCells, TakeNoMoreMemoryThanAllowedAndABlock) {
  constexpr std::uint64_t kMemory = 200'000;
  StreamOfTable stream(500, kMemory);
  for (int block = 0; block < 30; ++block) {
    const std::uint64_t block_bytes = stream.next().words().size_bytes();
    EXPECT_LE(stream.cells->memory_bytes(), kMemory + std::max(kMemory, block_bytes));
  }
}

}  // namespace
}  // namespace peel::reconcile
