#include "peel/invertible/iblt_shape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel {
namespace {

using testing::HasSubstr;

IbltSpec good() {
  return {.cells = CellCount(100), .hashes = HashCount(4), .value_width = ByteWidth(4)};
}

ErrorCode code_of(const IbltSpec& spec) {
  const auto shape = IbltShape::from(spec);
  return shape ? ErrorCode::io : shape.error().code();
}

TEST(IbltShape, RoundsCellsUpToAMultipleOfTheHashes) {
  IbltSpec spec = good();
  spec.cells = CellCount(14'601);
  spec.hashes = HashCount(5);
  EXPECT_EQ(IbltShape::from(spec)->cells(), CellCount(14'605));
}

TEST(IbltShape, TakesTwoToEightHashes) {
  IbltSpec spec = good();
  spec.hashes = HashCount(1);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec.hashes = HashCount(9);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec.hashes = HashCount(2);
  EXPECT_TRUE(IbltShape::from(spec));
  spec.hashes = HashCount(8);
  EXPECT_TRUE(IbltShape::from(spec));
}

TEST(IbltShape, TakesKeysOfOneToSixtyFourBytes) {
  IbltSpec spec = good();
  spec.key_width = ByteWidth(0);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec.key_width = ByteWidth(65);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  EXPECT_THAT(IbltShape::from(spec).error().sentence(), HasSubstr("65"));
  spec.key_width = ByteWidth(64);
  EXPECT_TRUE(IbltShape::from(spec));
}

TEST(IbltShape, TakesValuesOfUpToSixtyFourBytes) {
  IbltSpec spec = good();
  spec.value_width = ByteWidth(65);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec.value_width = ByteWidth(0);
  EXPECT_TRUE(IbltShape::from(spec));
}

TEST(IbltShape, RefusesNoCellsAndMoreCellsThanIndexesCanName) {
  IbltSpec spec = good();
  spec.cells = CellCount(0);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec.cells = CellCount(kMaxCells + 1);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec.cells = CellCount(~std::uint64_t{0});
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
}

TEST(IbltShape, RefusesATableBeyondTheByteLimitBeforeAnythingIsAllocated) {
  IbltSpec spec = good();
  spec.cells = CellCount(kMaxCells / 4 * 4);
  spec.key_width = ByteWidth(64);
  spec.value_width = ByteWidth(64);
  EXPECT_EQ(code_of(spec), ErrorCode::limit_exceeded);
}

TEST(IbltShape, RefusesEnumeratorsThatDoNotExist) {
  IbltSpec spec = good();
  spec.arithmetic = static_cast<CellArithmetic>(4);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
  spec = good();
  spec.checks = static_cast<CellChecks>(3);
  EXPECT_EQ(code_of(spec), ErrorCode::invalid_argument);
}

TEST(IbltShape, RefusesDuplicatesInXorCells) {
  IbltSpec spec = good();
  spec.must_tolerate.duplicates = true;
  EXPECT_EQ(code_of(spec), ErrorCode::unsupported);
  EXPECT_THAT(IbltShape::from(spec).error().sentence(), HasSubstr("prime_field"));
}

TEST(IbltShape, RefusesDuplicatesInWrappingCellsWhereEvenCountsDoNotDivide) {
  IbltSpec spec = good();
  spec.arithmetic = CellArithmetic::wrapping_sums;
  spec.must_tolerate.duplicates = true;
  EXPECT_EQ(code_of(spec), ErrorCode::unsupported);
}

TEST(IbltShape, RefusesEveryFaultInSimpleCells) {
  IbltSpec spec = good();
  spec.arithmetic = CellArithmetic::prime_field;
  spec.checks = CellChecks::none;
  spec.must_tolerate = {.extraneous_deletions = true};
  EXPECT_EQ(code_of(spec), ErrorCode::unsupported);
  spec.must_tolerate = {.several_values = true};
  EXPECT_EQ(code_of(spec), ErrorCode::unsupported);
  spec.must_tolerate = {.duplicates = true};
  EXPECT_EQ(code_of(spec), ErrorCode::unsupported);
  spec.must_tolerate = {};
  EXPECT_TRUE(IbltShape::from(spec));
}

TEST(IbltShape, RefusesSeveralValuesWithoutAValueCheck) {
  IbltSpec spec = good();
  spec.checks = CellChecks::keys;
  spec.must_tolerate.several_values = true;
  EXPECT_EQ(code_of(spec), ErrorCode::unsupported);
  spec.value_width = ByteWidth(0);  // nothing to disagree about
  EXPECT_TRUE(IbltShape::from(spec));
}

TEST(IbltShape, PrimeFieldCellsWithChecksTolerateEverything) {
  IbltSpec spec = good();
  spec.arithmetic = CellArithmetic::prime_field;
  spec.must_tolerate = {.extraneous_deletions = true, .several_values = true, .duplicates = true};
  EXPECT_TRUE(IbltShape::from(spec));
}

TEST(IbltShape, AValueCheckWithoutValuesIsTheSameShapeAsAKeyCheck) {
  IbltSpec spec = good();
  spec.value_width = ByteWidth(0);
  spec.checks = CellChecks::keys;
  const auto keys = IbltShape::from(spec);
  spec.checks = CellChecks::keys_and_values;
  EXPECT_EQ(*keys, *IbltShape::from(spec));
}

TEST(IbltShape, IsMadeAgainByItsSpec) {
  IbltSpec spec = good();
  spec.arithmetic = CellArithmetic::prime_field;
  spec.check_bits = BitWidth(17);
  const auto partitioned = IbltShape::from(spec);
  EXPECT_EQ(*IbltShape::from(partitioned->spec()), *partitioned);
  spec.segments = SegmentCount(12);
  const auto coupled = IbltShape::from(spec);
  EXPECT_EQ(*IbltShape::from(coupled->spec()), *coupled);
  EXPECT_NE(*coupled, *partitioned);
}

TEST(IbltShape, LaysOutAnEightByteKeyInThreeWords) {
  const auto shape = IbltShape::from({.cells = CellCount(100)});
  EXPECT_EQ(shape->cell_words(), 3U);
  EXPECT_EQ(shape->table_bytes(), 2400U);
}

TEST(IbltShape, LaysOutTheWidestPrimeFieldCellInTheStatedMaximum) {
  const auto shape = IbltShape::from({.cells = CellCount(100),
                                      .key_width = ByteWidth(64),
                                      .value_width = ByteWidth(64),
                                      .arithmetic = CellArithmetic::prime_field});
  EXPECT_EQ(shape->cell_words(), kMaxCellWords);
}

}  // namespace
}  // namespace peel
