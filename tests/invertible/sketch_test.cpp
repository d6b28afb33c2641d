// Sketches combine if they were made alike, and say what differs if they were not.
#include "peel/invertible/sketch.hpp"

#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using Items = SketchDescription::Items;

struct MadeSketch {
  SketchDescription description = {
      .items = Items::rows, .has_header = true, .columns = {"id", "name"}, .key_columns = 1, .key_bytes = 16};
  IbltSpec table = {.cells = CellCount(40), .arithmetic = CellArithmetic::prime_field};
  StrataSpec strata = {.levels = LevelCount(4), .level_cells = CellCount(8)};
  HashFamily family = HashFamily::fast;
  Seed seed = Seed(1);
};

Sketch make_sketch(const MadeSketch& made = {}) {
  return {made.description, 0, Iblt(test::value_of(IbltShape::from(made.table)), made.family, made.seed),
          StrataEstimator(test::value_of(StrataShape::from(made.strata)), made.family, made.seed)};
}

void put_keys(Sketch& sketch, const std::vector<std::uint64_t>& keys) {
  EXPECT_OK(sketch.table.insert(keys));
  EXPECT_OK(sketch.strata.insert(keys));
  sketch.rows += static_cast<std::int64_t>(keys.size());
}

TEST(Sketch, SubtractsTableStrataAndRows) {
  Sketch left = make_sketch(), right = make_sketch();
  put_keys(left, {1, 2, 3});
  put_keys(right, {3, 4, 4, 5, 5});
  EXPECT_OK(left.subtract(right));
  EXPECT_EQ(left.rows, -2);
  EXPECT_EQ(left.strata.levels()[0].gross_total() + left.strata.levels()[1].gross_total() +
                left.strata.levels()[2].gross_total() + left.strata.levels()[3].gross_total(),
            8U);
  Sketch again = make_sketch();
  put_keys(again, {3, 4, 4, 5, 5});
  EXPECT_OK(left.merge(again));
  EXPECT_EQ(left.rows, 3);
  Sketch expected = make_sketch();
  put_keys(expected, {1, 2, 3});
  EXPECT_TRUE(std::ranges::equal(left.table.cells(), expected.table.cells()));
  EXPECT_OK(left.strata.subtract(expected.strata));
  EXPECT_TRUE(left.strata.empty());
}

struct SketchDifference {
  const char* name;
  void (*change)(MadeSketch&);
  const char* they_have;
};

void PrintTo(const SketchDifference& mismatch, std::ostream* out) {
  *out << mismatch.name;
}

class SketchMismatch : public testing::TestWithParam<SketchDifference> {};

TEST_P(SketchMismatch, IsRefusedWithBothValues) {
  MadeSketch other;
  GetParam().change(other);
  Sketch sketch = make_sketch();
  const Sketch unlike = make_sketch(other);
  const std::string sentence =
      std::string("these sketches cannot be combined: they have ") + GetParam().they_have;
  const auto merged = sketch.merge(unlike);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(merged.error().sentence(), sentence);
  EXPECT_EQ(sketch.subtract(unlike).error().sentence(), sentence);
}

INSTANTIATE_TEST_SUITE_P(
    All, SketchMismatch,
    testing::Values(
        SketchDifference{"items", [](MadeSketch& made) { made.description = {}; },
                         "items that are rows and lines"},
        SketchDifference{"number_of_columns", [](MadeSketch& made) { made.description.columns = {"id"}; },
                         "2 and 1 columns, 'id,name' and 'id'"},
        SketchDifference{"column", [](MadeSketch& made) { made.description.columns[1] = "town"; },
                         "columns 'name' and 'town'"},
        SketchDifference{"key_columns", [](MadeSketch& made) { made.description.key_columns = 2; },
                         "1 and 2 key columns"},
        SketchDifference{"header", [](MadeSketch& made) { made.description.has_header = false; },
                         "columns with a header and without"},
        SketchDifference{"key_bytes", [](MadeSketch& made) { made.description.key_bytes = 8; },
                         "room for keys of 16 and 8 bytes"},
        SketchDifference{"cells", [](MadeSketch& made) { made.table.cells = CellCount(80); },
                         "40 and 80 cells"},
        SketchDifference{"placement", [](MadeSketch& made) { made.table.segments = SegmentCount(8); },
                         "partitioned and coupled placement"},
        SketchDifference{"hashes", [](MadeSketch& made) { made.table.hashes = HashCount(5); },
                         "4 and 5 hashes"},
        SketchDifference{"value_width", [](MadeSketch& made) { made.table.value_width = ByteWidth(3); },
                         "values of 0 and 3 bytes"},
        SketchDifference{"arithmetic",
                         [](MadeSketch& made) { made.table.arithmetic = CellArithmetic::xor_sums; },
                         "prime-field and xor cells"},
        SketchDifference{"checks", [](MadeSketch& made) { made.table.checks = CellChecks::none; },
                         "checks of keys and nothing"},
        SketchDifference{"check_bits", [](MadeSketch& made) { made.table.check_bits = BitWidth(24); },
                         "checks of 64 and 24 bits"},
        SketchDifference{"family", [](MadeSketch& made) { made.family = HashFamily::siphash; },
                         "hash families fast and siphash"},
        SketchDifference{"seed", [](MadeSketch& made) { made.seed = Seed(2, 0xAB); },
                         "seeds 00000000000000000000000000000001 and 00000000000000ab0000000000000002"},
        SketchDifference{"first_level", [](MadeSketch& made) { made.strata.first_level = SamplingLevel(3); },
                         "first sampling levels 0 and 3"},
        SketchDifference{"levels", [](MadeSketch& made) { made.strata.levels = LevelCount(5); },
                         "4 and 5 sampling levels"},
        SketchDifference{"level_cells", [](MadeSketch& made) { made.strata.level_cells = CellCount(16); },
                         "sampling levels of 8 and 16 cells"}),
    [](const auto& mismatch) { return std::string(mismatch.param.name); });

TEST(Sketch, ChangesNothingWhereItsTableRefuses) {
  Sketch full = make_sketch(), one = make_sketch();
  put_keys(one, {7});
  const std::vector<std::uint64_t> key{5};
  EXPECT_OK(full.table.add({std::as_bytes(std::span(key))}, static_cast<std::int64_t>(kMaxGrossTotal)));
  EXPECT_EQ(full.merge(one).error().code(), ErrorCode::limit_exceeded);
  EXPECT_EQ(full.rows, 0);
  EXPECT_TRUE(full.strata.empty());
}

TEST(Sketch, RefusesMoreRowsThanItCanCount) {
  Sketch many = make_sketch(), more = make_sketch();
  many.rows = static_cast<std::int64_t>(kMaxSketchRows);
  more.rows = 1;
  EXPECT_EQ(many.merge(more).error().code(), ErrorCode::limit_exceeded);
  EXPECT_OK(many.subtract(more));
}

// What a cell is stands in the cell; the type of its column only says how text is read.
TEST(Sketch, CombinesWithOneWhoseColumnsHaveOtherTypes) {
  MadeSketch made;
  made.description.items = Items::typed_rows;
  made.description.types = {'i', 't'};
  Sketch sketch = make_sketch(made);
  made.description.types = {'i', 'a'};
  EXPECT_OK(sketch.merge(make_sketch(made)));
  EXPECT_EQ(sketch.description.types, (std::vector<std::uint8_t>{'i', 't'}));
  EXPECT_EQ(make_sketch().subtract(sketch).error().sentence(),
            "these sketches cannot be combined: they have items that are rows and typed rows");
}

TEST(SketchDescription, HasATypeForEachColumnOfTypedRowsAndForNoOther) {
  SketchDescription typed = MadeSketch{}.description;
  typed.items = Items::typed_rows;
  EXPECT_FALSE(validate(typed));
  typed.types = {'a', 'z'};
  EXPECT_OK(validate(typed));
  for (const std::vector<std::uint8_t>& bad :
       {std::vector<std::uint8_t>{'a'}, {'a', 'a', 'a'}, {'a', 'A'}, {'`', 'a'}, {'a', '{'}, {0, 'a'}}) {
    typed.types = bad;
    EXPECT_FALSE(validate(typed)) << testing::PrintToString(bad);
  }
  SketchDescription untyped = MadeSketch{}.description;
  untyped.types = {'a', 'a'};
  EXPECT_FALSE(validate(untyped));
  SketchDescription lines;
  lines.types = {'a'};
  EXPECT_FALSE(validate(lines));
}

TEST(SketchDescription, RefusesWhatNoSourceHas) {
  const SketchDescription good = MadeSketch{}.description;
  EXPECT_OK(validate(good));
  EXPECT_OK(validate(SketchDescription{}));
  const auto refuses = [&](auto change) {
    SketchDescription bad = good;
    change(bad);
    return !validate(bad);
  };
  EXPECT_TRUE(refuses([](auto& bad) { bad.items = Items::lines; }));
  EXPECT_TRUE(refuses([](auto& bad) { bad.items = static_cast<Items>(4); }));
  EXPECT_TRUE(refuses([](auto& bad) { bad.columns.clear(), bad.key_columns = 0; }));
  EXPECT_TRUE(refuses([](auto& bad) { bad.columns.resize(65'536); }));
  EXPECT_TRUE(refuses([](auto& bad) { bad.columns[1] = std::string(65'536, 'x'); }));
  EXPECT_TRUE(refuses([](auto& bad) { bad.key_columns = 3; }));
  EXPECT_TRUE(refuses([](auto& bad) { bad.key_bytes = 65; }));
  EXPECT_FALSE(refuses([](auto& bad) { bad.columns[1] = std::string("\0\xFF\n", 3); }));
}

}  // namespace
}  // namespace peel
