// Rows of two sources that spell the same thing in different ways become the same bytes.
#include "peel/reconcile/row_reader.hpp"

#include "peel/wire/envelope.hpp"

#include "reconcile/fake_source.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using rows::ColumnType;
using test::fake_lines;
using test::fake_table;
using test::FakeSource;
using test::integer_cell;
using test::real_cell;

struct ReadRow {
  std::string bytes, key, spelled;
  RowOrder order = 0;
};

std::vector<ReadRow> read_all(RowReader& reader, rows::Spelling spelling = rows::Spelling::left_out) {
  std::vector<ReadRow> all;
  const auto keep = [&](const rows::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const rows::CanonicalRow row = reader.row(batch, i, spelling);
      all.push_back({std::string(as_text(row.bytes)), std::string(as_text(row.key())),
                     std::string(as_text(row.spelled)), batch.line(i)});
    }
    return {};
  };
  EXPECT_TRUE(reader.read(keep, Watch()));
  return all;
}

Terms terms_for(const FakeSource& left, const FakeSource& right, const TermsRequest& request = {}) {
  const auto terms = agree(Party::of(left), Party::of(right), request);
  EXPECT_TRUE(terms) << terms.error().sentence();
  return *terms;
}

std::unique_ptr<FakeSource> typed_source(const rows::Schema& schema, test::FakeRows rows) {
  return std::make_unique<FakeSource>("DB", schema, std::move(rows));
}

const rows::Schema kPrices{.is_table = true,
                           .columns = {"id", "price"},
                           .has_names = true,
                           .types = {ColumnType::integer, ColumnType::real},
                           .key = {"id"},
                           .key_is_unique = true};

TEST(RowReader, ReadsLinesAsTheirOwnKeys) {
  const auto left = fake_lines("LEFT", {"one", "", "three"});
  RowReader reader = *RowReader::of(*left, Terms{}, Side::left);
  const auto rows = read_all(reader);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].bytes, "one");
  EXPECT_EQ(rows[0].key, "one");
  EXPECT_EQ(rows[1].bytes, "");
  EXPECT_EQ(rows[2].order, 3U);
  EXPECT_TRUE(reader.key_columns().empty());
  EXPECT_FALSE(reader.finds_rows());
}

TEST(RowReader, FindsTheSameRowsWhereverColumnsStandAndWhateverTheyAreCalled) {
  const auto left = fake_table("LEFT", {"id", "name", "more"}, {{"7", "apple", "x"}});
  const auto right = fake_table("RIGHT", {"fruit", "number"}, {{"apple", "7"}});
  const Terms terms = terms_for(
      *left, *right, {.key = {"id"}, .columns = {"name"}, .map = {{"id", "number"}, {"name", "fruit"}}});
  RowReader of_left = *RowReader::of(*left, terms, Side::left);
  RowReader of_right = *RowReader::of(*right, terms, Side::right);
  const auto left_rows = read_all(of_left);
  const auto right_rows = read_all(of_right);
  EXPECT_EQ(left_rows[0].bytes, right_rows[0].bytes);
  EXPECT_EQ(left_rows[0].bytes,
            "t\1"
            "7t\5"
            "apple");
  EXPECT_EQ(left_rows[0].key,
            "t\1"
            "7");
  EXPECT_EQ(of_left.key_columns(), std::vector<std::string>{"id"});
  EXPECT_EQ(of_right.key_columns(), std::vector<std::string>{"number"});
}

TEST(RowReader, TakesWholeRowsAsKeysIfThereIsNone) {
  const auto left = fake_table("LEFT", {"a", "b"}, {{"1", "2"}});
  RowReader reader = *RowReader::of(*left, terms_for(*left, *left), Side::left);
  const auto rows = read_all(reader);
  EXPECT_EQ(rows[0].key, rows[0].bytes);
  EXPECT_TRUE(reader.key_columns().empty());
}

TEST(RowReader, FailsIfTheSourceLacksAColumn) {
  const auto left = fake_table("LEFT", {"a", "b"}, {});
  const auto right = fake_table("RIGHT", {"a"}, {});
  const auto reader = RowReader::of(*right, terms_for(*left, *left), Side::right);
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code(), ErrorCode::incompatible);
}

TEST(RowReader, ReadsAnEmptyTableOfAnyColumns) {
  const auto left = fake_table("LEFT", {"a"}, {{"1"}});
  const auto blank = typed_source({.is_table = true}, {});
  RowReader reader = *RowReader::of(*blank, terms_for(*left, *blank), Side::right);
  EXPECT_TRUE(read_all(reader).empty());
}

TEST(RowReader, LendsTypesToText) {
  const auto database = typed_source(kPrices, {{{}, {integer_cell(7), real_cell(1.5)}}});
  const auto file = fake_table("FILE", {"price", "id"}, {{"1.50", "007"}});
  const Terms terms = terms_for(*database, *file);
  RowReader of_database = *RowReader::of(*database, terms, Side::left);
  RowReader of_file = *RowReader::of(*file, terms, Side::right);
  const auto typed_rows = read_all(of_database);
  const auto text_rows = read_all(of_file, rows::Spelling::kept);
  EXPECT_EQ(text_rows[0].bytes, typed_rows[0].bytes);
  EXPECT_EQ(text_rows[0].spelled,
            "t\3"
            "007t\4"
            "1.50");
}

TEST(RowReader, KeepsTheTypesOfTwoDatabases) {
  const auto integers = typed_source(kPrices, {{{}, {integer_cell(7), integer_cell(2)}}});
  const auto reals = typed_source(kPrices, {{{}, {integer_cell(7), real_cell(2)}}});
  const Terms terms = terms_for(*integers, *reals);
  RowReader of_left = *RowReader::of(*integers, terms, Side::left);
  RowReader of_right = *RowReader::of(*reals, terms, Side::right);
  EXPECT_NE(read_all(of_left)[0].bytes, read_all(of_right)[0].bytes);
}

TEST(RowReader, RendersADatabaseBesideTheSketchOfAFile) {
  const auto database = typed_source(kPrices, {{{}, {integer_cell(7), real_cell(1.5)}}});
  const auto file = fake_table("FILE", {"id", "price"}, {{"7", "1.5"}});
  const Terms terms = terms_for(*file, *file, {.key = {"id"}});
  RowReader of_database = *RowReader::of(*database, terms, Side::right);
  RowReader of_file = *RowReader::of(*file, terms, Side::left);
  EXPECT_EQ(read_all(of_database)[0].bytes, read_all(of_file)[0].bytes);
}

TEST(RowReader, RoundsWithinATolerance) {
  const auto left = fake_table("LEFT", {"id", "price"}, {{"1", "1.4"}, {"2", "1.6"}});
  const auto right = fake_table("RIGHT", {"id", "price"}, {{"1", "0.6"}, {"2", "1.4"}});
  const Terms terms =
      terms_for(*left, *right, {.key = {"id"}, .tolerances = {{"price", *rows::Tolerance::from("1")}}});
  RowReader of_left = *RowReader::of(*left, terms, Side::left);
  RowReader of_right = *RowReader::of(*right, terms, Side::right);
  const auto left_rows = read_all(of_left);
  const auto right_rows = read_all(of_right);
  EXPECT_EQ(left_rows[0].bytes, right_rows[0].bytes);
  EXPECT_NE(left_rows[1].bytes, right_rows[1].bytes);  // they are near, and rounded apart
}

TEST(RowReader, FindsRowsByAKeyThatHasAnIndex) {
  const auto database = typed_source(kPrices, {});
  const Terms terms = terms_for(*database, *database);
  EXPECT_FALSE(RowReader::of(*database, terms, Side::left)->finds_rows());
  database->behaviour.indexed = {"id"};
  EXPECT_TRUE(RowReader::of(*database, terms, Side::left)->finds_rows());
  EXPECT_TRUE(RowReader::of(*database, terms, Side::left)->key_is_integer());
  const Terms by_price = terms_for(*database, *database, {.key = {"price"}});
  EXPECT_FALSE(RowReader::of(*database, by_price, Side::left)->finds_rows());
  EXPECT_FALSE(RowReader::of(*database, by_price, Side::left)->key_is_integer());
}

TEST(RowReader, RefusesAPeelFileInAPipe) {
  const Bytes sealed = wire::seal({.kind = wire::Kind::sketch, .hash_family = HashFamily::fast});
  const auto pipe = fake_lines("PIPE", {std::string(as_text(sealed)), "more"});
  RowReader reader = *RowReader::of(*pipe, Terms{}, Side::left);
  const auto read = reader.read([](const rows::RowBatch&) -> Result<void> { return {}; }, Watch());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), ErrorCode::unsupported);
  EXPECT_NE(read.error().sentence().find("PIPE"), std::string::npos);
}

TEST(RowReader, AcceptsALineLikeAPeelFileThatIsNotTheFirst) {
  const Bytes sealed = wire::seal({.kind = wire::Kind::sketch, .hash_family = HashFamily::fast});
  const auto pipe = fake_lines("PIPE", {"first", std::string(as_text(sealed))});
  pipe->behaviour.batch_rows = 1;
  RowReader reader = *RowReader::of(*pipe, Terms{}, Side::left);
  EXPECT_EQ(read_all(reader).size(), 2U);
}

TEST(RowReader, StopsAsTheSourceAndWhoeverUsesItDo) {
  const auto left = fake_lines("LEFT", {"one", "two"});
  left->behaviour.batch_rows = 1;
  RowReader reader = *RowReader::of(*left, Terms{}, Side::left);
  const auto refuse = [](const rows::RowBatch&) -> Result<void> { return failure(ErrorCode::io, "no use"); };
  EXPECT_EQ(reader.read(refuse, Watch()).error().sentence(), "no use");
  left->behaviour.before_batch = [](const FakeSource&) -> Result<void> {
    return failure(ErrorCode::io, "cannot be read");
  };
  EXPECT_EQ(reader.read(refuse, Watch()).error().sentence(), "cannot be read");
}

TEST(RowReader, AsksTheWatchAfterEachBatch) {
  const auto left = fake_lines("LEFT", {"one", "two"});
  RowReader reader = *RowReader::of(*left, Terms{}, Side::left);
  const Watch late(Watch::Clock::now() - std::chrono::seconds(1));
  const auto read = reader.read([](const rows::RowBatch&) -> Result<void> { return {}; }, late);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), ErrorCode::timed_out);
  EXPECT_EQ(left->batches(), 1U);
}

}  // namespace
}  // namespace peel::reconcile
