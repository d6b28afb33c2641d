// Keys of rows: counted, and put into filters.
#include "peel/sources/filter_keys.hpp"

#include "peel/analysis/bloom_plan.hpp"

#include "sources/source.hpp"
#include "sources/temporary_file.hpp"
#include "sources/watching.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

using Keys = CountedPart::Keys;
using Stage = reconcile::Watch::Stage;

const KeyHasher kHasher(HashFamily::fast, kDefaultSeed);

BloomFilter room_for(std::uint64_t keys) {
  const auto plan = analysis::plan_filter({.items = ItemCount(keys), .rate = *Rate::from(1e-9)});
  return *BloomFilter::make(plan->shape, kHasher.family(), kHasher.seed());
}

OpenKeys open(const test::TemporaryFile& file, const RowKeys& keys) {
  return {*open_source({.path = file.path()}), keys};
}

std::vector<KeySource> sources_of(OpenKeys keys) {
  std::vector<KeySource> sources;
  sources.emplace_back(std::move(keys));
  return sources;
}

bool holds(const BloomFilter& filter, std::string_view text) {
  return filter.contains(kHasher(as_bytes(text)));
}

TEST(FilterKeys, AreWholeLines) {
  const test::TemporaryFile file("a b\nc\n");
  BloomFilter filter = room_for(10);
  auto sources = sources_of(open(file, RowKeys({})));
  reconcile::Watch watch;
  const auto added = add_keys(filter, sources, watch);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->rows, 2U);
  EXPECT_EQ(added->keyless, 0U);
  EXPECT_TRUE(holds(filter, "a b") && holds(filter, "c"));
  EXPECT_FALSE(holds(filter, "a"));
}

TEST(FilterKeys, AreFieldsOfLinesThatHaveThem) {
  const test::TemporaryFile file("a b\nc\n");
  BloomFilter filter = room_for(10);
  auto sources = sources_of(open(file, RowKeys({.keys = Keys::fields, .field = 2})));
  reconcile::Watch watch;
  EXPECT_EQ(add_keys(filter, sources, watch)->keyless, 1U);
  EXPECT_TRUE(holds(filter, "b"));
}

TEST(FilterKeys, AreAddressesInTheirUsualSpelling) {
  const test::TemporaryFile file("[::ffff:10.0.0.1]:80\nFE80::0001\n");
  BloomFilter filter = room_for(10);
  auto sources = sources_of(open(file, RowKeys({.keys = Keys::addresses})));
  reconcile::Watch watch;
  ASSERT_TRUE(add_keys(filter, sources, watch));
  EXPECT_TRUE(holds(filter, "10.0.0.1") && holds(filter, "fe80::1"));
}

TEST(FilterKeys, AreCellsOfAColumn) {
  const test::TemporaryFile file("id,name\n1,fig\n2,\"a \"\"b\"\"\"\n", ".csv");
  BloomFilter filter = room_for(10);
  auto sources = sources_of(open(file, RowKeys({}, 1)));
  reconcile::Watch watch;
  ASSERT_TRUE(add_keys(filter, sources, watch));
  EXPECT_TRUE(holds(filter, "fig") && holds(filter, "a \"b\""));
  EXPECT_FALSE(holds(filter, "name"));
}

TEST(FilterKeys, AreCountedOnceEachOverAllSources) {
  const test::TemporaryFile one("a\nb\na\n"), other("b\nc\n");
  std::vector<KeySource> sources;
  sources.emplace_back(open(one, RowKeys({})));
  sources.emplace_back(KeySource::Opener([&] { return Result<OpenKeys>(open(other, RowKeys({}))); }));
  test::RecordedStages watch;
  const auto keys = count_keys(sources, kHasher, watch);
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->value, 3U);
  BloomFilter filter = room_for(3);
  ASSERT_TRUE(add_keys(filter, sources, watch));
  EXPECT_TRUE(holds(filter, "a") && holds(filter, "b") && holds(filter, "c"));
  EXPECT_EQ(watch.stages,
            (std::vector{Stage::reading, Stage::reading, Stage::reading_again, Stage::reading_again}));
}

TEST(FilterKeys, AreNotReadIfTheWatchSaysSo) {
  const test::TemporaryFile file("a\n");
  auto sources = sources_of(open(file, RowKeys({})));
  test::CancelledWatch watch;
  EXPECT_EQ(count_keys(sources, kHasher, watch).error().code(), ErrorCode::cancelled);
}

}  // namespace
}  // namespace peel::sources
