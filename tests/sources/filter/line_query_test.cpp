// Asking filters in files with lines.
#include "peel/sources/line_query.hpp"

#include "peel/analysis/bloom_plan.hpp"
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "sources/source.hpp"
#include "sources/temporary_file.hpp"
#include "sources/watching.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

Bytes filter_of(const std::vector<std::string>& texts, std::uint64_t room) {
  const auto plan = analysis::plan_filter({.items = ItemCount(room), .rate = *Rate::from(1e-9)});
  BloomFilter filter = *BloomFilter::make(plan->shape, HashFamily::fast, kDefaultSeed);
  filter.describe_keys(FilterKeys::text);
  for (const std::string& text : texts) filter.insert(filter.hasher()(as_bytes(text)));
  return *wire::encode(filter);
}

class Recorded : public SelectedLines {
 public:
  bool take(const QueriedFile&, const rows::RowBatch& batch, std::span<const std::uint32_t> rows) override {
    for (const std::uint32_t row : rows) lines.emplace_back(batch.raw(row));
    return lines.size() < wanted;
  }
  void end(const QueriedFile& file) override { selected_at_end = file.selected; }

  std::vector<std::string> lines;
  std::size_t wanted = 1000;
  std::uint64_t selected_at_end = 0;
};

QueriedFile ask(FilterFile& filter, const std::string& text, Selection selection, const RowKeys& keys,
                Recorded& lines) {
  const test::TemporaryFile file(text);
  LineQuery query(filter, selection);
  return *query.run("file", **open_source({.path = file.path()}), keys, lines, reconcile::Watch());
}

// The second filter has more than FilterFile::kLargeBytes, and stays in its file.
class QueryOfFilter : public testing::TestWithParam<std::uint64_t> {
 protected:
  test::TemporaryFile file_{as_text(filter_of({"fig", "pear"}, GetParam())), ".peel"};
  Result<FilterFile> filter_ = FilterFile::open(file_.path());
};

TEST_P(QueryOfFilter, SelectsLinesThatAreInIt) {
  ASSERT_TRUE(filter_) << filter_.error().sentence();
  Recorded lines;
  const QueriedFile file = ask(*filter_, "apple\nfig\npear\nfig\n", Selection::hits, RowKeys({}), lines);
  EXPECT_EQ(lines.lines, (std::vector<std::string>{"fig", "pear", "fig"}));
  EXPECT_EQ(file.lines, 4U);
  EXPECT_EQ(file.selected, 3U);
  EXPECT_EQ(lines.selected_at_end, 3U);
  EXPECT_FALSE(file.unread);
}

TEST_P(QueryOfFilter, SelectsLinesThatAreNotInIt) {
  ASSERT_TRUE(filter_);
  Recorded lines;
  const RowKeys second({.keys = CountedPart::Keys::fields, .field = 2});
  ask(*filter_, "1 apple\n2\n3 fig\n4\n5 plum\n", Selection::misses, second, lines);
  EXPECT_EQ(lines.lines, (std::vector<std::string>{"1 apple", "2", "4", "5 plum"}));
}

INSTANTIATE_TEST_SUITE_P(Sizes, QueryOfFilter, testing::Values(10, 15'000'000));

TEST(LineQuery, EndsWhenNoMoreLinesAreWanted) {
  const test::TemporaryFile file(as_text(filter_of({"fig"}, 10)));
  auto filter = FilterFile::open(file.path());
  ASSERT_TRUE(filter);
  Recorded lines;
  lines.wanted = 1;
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "fig\n";
  const QueriedFile asked = ask(*filter, many, Selection::hits, RowKeys({}), lines);
  EXPECT_LT(asked.lines, 2000U);
}

TEST(LineQuery, SaysWhyTheRestOfAFileCouldNotBeRead) {
  const test::TemporaryFile file(as_text(filter_of({"fig"}, 10)));
  auto filter = FilterFile::open(file.path());
  ASSERT_TRUE(filter);
  const test::TemporaryFile table("id,name\n1,fig\n2\n", ".csv");
  const auto source = open_source({.path = table.path()});
  Recorded lines;
  LineQuery query(*filter, Selection::hits);
  const auto asked = query.run("table", **source, RowKeys({}, 1), lines, reconcile::Watch());
  ASSERT_TRUE(asked);
  ASSERT_TRUE(asked->unread);
  EXPECT_EQ(asked->unread->code(), ErrorCode::malformed);
  EXPECT_EQ(asked->selected, 1U);
}

TEST(LineQuery, EndsIfTheWatchSaysSo) {
  const test::TemporaryFile file(as_text(filter_of({"fig"}, 10)));
  auto filter = FilterFile::open(file.path());
  ASSERT_TRUE(filter);
  const auto source = open_source({.path = file.path()});
  Recorded lines;
  LineQuery query(*filter, Selection::hits);
  const auto asked = query.run("file", **source, RowKeys({}), lines, test::CancelledWatch());
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code(), ErrorCode::cancelled);
}

TEST(FilterInAFile, SaysHowItsKeysAreWritten) {
  const test::TemporaryFile file(as_text(filter_of({"fig"}, 10)));
  const auto filter = FilterFile::open(file.path());
  ASSERT_TRUE(filter);
  EXPECT_EQ(filter->keys(), FilterKeys::text);
  EXPECT_EQ(filter->hasher().seed(), kDefaultSeed);
}

TEST(FilterInAFile, IsNoFileOfAnotherKind) {
  const Iblt table(*IbltShape::from({.cells = CellCount(6)}), HashFamily::fast, kDefaultSeed);
  const test::TemporaryFile file(as_text(*wire::encode(table)));
  const auto filter = FilterFile::open(file.path());
  ASSERT_FALSE(filter);
  EXPECT_EQ(filter.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(filter.error().sentence(), file.path() + " holds an iblt; accepted is a filter");
}

TEST(FilterInAFile, IsRefusedIfItIsDamaged) {
  Bytes bytes = filter_of({"fig"}, 10);
  bytes.back() ^= std::byte{1};
  const test::TemporaryFile file(as_text(bytes));
  const auto filter = FilterFile::open(file.path());
  ASSERT_FALSE(filter);
  EXPECT_EQ(filter.error().code(), ErrorCode::malformed);
  EXPECT_TRUE(filter.error().sentence().starts_with(file.path()));
}

}  // namespace
}  // namespace peel::sources
