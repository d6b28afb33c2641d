#include "tables/level_cells.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>

namespace peel::test {
namespace {

TEST(ThreeBits, HaveTheirPlacesByDivisionWhateverTheNumberOfTheCell) {
  const auto divided = [](std::uint64_t cell) { return cell / 21 * 64 + cell % 21 * 3; };
  for (std::uint64_t cell = 0; cell < 1000; ++cell) ASSERT_EQ(ThreeBits::place(cell), divided(cell));
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = random.below(2 * kMaxSummaryBytes / 21);
    ASSERT_EQ(ThreeBits::place(word * 21), divided(word * 21));
    ASSERT_EQ(ThreeBits::place(word * 21 + 20), divided(word * 21 + 20));
  }
}

TEST(SixValues, RaiseOneCellOfAByteAndNeverLowerOne) {
  const SixValues cells(
      *SingleFilterShape::from({CellCount(24), HashCount(1), SegmentCount(5), CellPacking::six_values}));
  for (std::uint64_t byte = 0; byte < SixValues::kBytes; ++byte) {
    for (std::uint64_t i = 0; i < 3; ++i) {
      for (std::uint64_t to = 0; to <= 5; ++to) {
        std::uint64_t word = byte << 56;  // the last byte of a word
        SixValues::raise(&word, SixValues::place(21 + i), to);
        for (std::uint64_t j = 0; j < 3; ++j) {
          const std::uint64_t before = SixValues::digit(byte, j);
          ASSERT_EQ(cells.level(&word, SixValues::place(21 + j)), i == j ? std::max(before, to) : before);
        }
      }
    }
  }
}

}  // namespace
}  // namespace peel::test
