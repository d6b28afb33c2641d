// Filters that stay in their files: what is read, what is checked when, and that damage is never "not found".
#include "peel/wire/filter_in_place.hpp"

#include "peel/wire/filter_codec.hpp"

#include "support/pairs.hpp"
#include "wire/filter_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

using testing::HasSubstr;
using wire::FilterInPlace;

struct Opened {
  FileInMemory* file;  // belongs to the filter
  FilterInPlace filter;
};

Result<FilterInPlace> opened(Bytes bytes) {
  return FilterInPlace::open(std::make_unique<FileInMemory>(std::move(bytes)));
}

Opened open_file(Bytes bytes) {
  auto file = std::make_unique<FileInMemory>(std::move(bytes));
  FileInMemory* const kept = file.get();
  return {kept, value_of(FilterInPlace::open(std::move(file)))};
}

struct Answer {
  Result<void> outcome;
  bool found = false;
};

Answer ask(FilterInPlace& filter, ByteView key) {
  const KeyHash hash = filter.hasher()(key);
  Answer answer;
  answer.outcome = filter.contains({&hash, 1}, {&answer.found, 1});
  return answer;
}

// Of twenty pages.
BloomFilter large_filter(FilterLayout layout) {
  constexpr std::uint64_t kCells = 20 * wire::kPageBytes * 8;
  auto filter = value_of(BloomFilter::make(
      value_of(FilterShape::from({.layout = layout, .cells = CellCount(kCells), .hashes = HashCount(5)})),
      HashFamily::fast, Seed(7)));
  for (std::uint64_t key = 0; key < 20'000; ++key) filter.insert(key);
  return filter;
}

class FilterInPlaceOf : public testing::TestWithParam<FilterLayout> {};

TEST_P(FilterInPlaceOf, AnswersAsTheFilterItself) {
  Random random;
  const BloomFilter filter = large_filter(GetParam());
  Opened in_place = open_file(value_of(wire::encode(filter)));
  std::vector<KeyHash> hashes;
  for (int i = 0; i < 2'000; ++i) hashes.push_back(filter.hasher()(random.below(60'000)));
  const auto expected = std::make_unique<bool[]>(hashes.size()),
             found = std::make_unique<bool[]>(hashes.size());
  filter.contains(hashes, {expected.get(), hashes.size()});
  EXPECT_OK(in_place.filter.contains(hashes, {found.get(), hashes.size()}));
  EXPECT_TRUE(std::equal(found.get(), found.get() + hashes.size(), expected.get()));
}

TEST_P(FilterInPlaceOf, GivesUpTheWholeFilter) {
  const BloomFilter filter = large_filter(GetParam());
  Opened in_place = open_file(value_of(wire::encode(filter)));
  EXPECT_TRUE(ask(in_place.filter, as_bytes("8 bytes.")).outcome);
  EXPECT_EQ(value_of(std::move(in_place.filter).whole()), filter);
}

// What a key needs is noticed when it is damaged; what no key needs is not.
TEST_P(FilterInPlaceOf, NoticesADamagedPageExactlyWhenItIsTouched) {
  const BloomFilter filter = large_filter(GetParam());
  const wire::FilterFileLayout file(filter.shape());
  Bytes bytes = value_of(wire::encode(filter));
  constexpr std::uint64_t kDamaged = 13;
  bytes[file.cells_at() + kDamaged * wire::kPageBytes + 99] ^= std::byte{1};
  bool is_noticed = false;
  for (std::uint64_t key = 0; key < 200; ++key) {
    const KeyHash hash = filter.hasher()(key);
    bool is_touched = false;
    for_each_cell(filter.shape(), hash,
                  [&](std::uint64_t cell) { is_touched |= cell / 8 / wire::kPageBytes == kDamaged; });
    Opened in_place = open_file(bytes);
    bool found = false;
    const auto outcome = in_place.filter.contains({&hash, 1}, {&found, 1});
    ASSERT_EQ(outcome.has_value(), !is_touched) << key;
    if (outcome) {
      EXPECT_TRUE(found) << key;
    } else {
      is_noticed = true;
      EXPECT_EQ(outcome.error().code(), ErrorCode::malformed);
      EXPECT_THAT(outcome.error().sentence(), HasSubstr("page 13 of 20"));
    }
  }
  EXPECT_TRUE(is_noticed);  // 200 fixed keys
}

INSTANTIATE_TEST_SUITE_P(Layouts, FilterInPlaceOf, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

TEST(FilterInPlace, ReadsOnePageForAKeyOfABlockedFilterAndKeepsIt) {
  Opened in_place = open_file(value_of(wire::encode(large_filter(FilterLayout::line_blocks))));
  const std::uint64_t to_open = in_place.file->bytes_read();
  EXPECT_EQ(in_place.filter.pages(), 20U);
  EXPECT_EQ(in_place.filter.pages_read(), 0U);
  ask(in_place.filter, as_bytes("some key"));
  ask(in_place.filter, as_bytes("some key"));
  EXPECT_EQ(in_place.filter.pages_read(), 1U);
  EXPECT_EQ(in_place.file->bytes_read(), to_open + wire::kPageBytes);
}

// A key that is denied by its first cell needs no other.
TEST(FilterInPlace, ReadsNoFurtherThanTheFirstCellThatDeniesAKey) {
  const auto empty =
      value_of(BloomFilter::make(large_filter(FilterLayout::classic).shape(), HashFamily::fast, Seed(7)));
  Opened in_place = open_file(value_of(wire::encode(empty)));
  const Answer answer = ask(in_place.filter, as_bytes("some key"));
  EXPECT_TRUE(answer.outcome);
  EXPECT_FALSE(answer.found);
  EXPECT_EQ(in_place.filter.pages_read(), 1U);
}

TEST(FilterInPlace, NoticesADamagedPageAgainWhenItIsAskedAgain) {
  const BloomFilter filter = large_filter(FilterLayout::line_blocks);
  Bytes bytes = value_of(wire::encode(filter));
  for (std::size_t at = wire::FilterFileLayout(filter.shape()).cells_at(); at < bytes.size(); at += 4096)
    bytes[at] ^= std::byte{1};
  Opened in_place = open_file(std::move(bytes));
  EXPECT_FALSE(ask(in_place.filter, as_bytes("some key")).outcome);
  EXPECT_FALSE(ask(in_place.filter, as_bytes("some key")).outcome);
  EXPECT_EQ(in_place.filter.pages_read(), 0U);
}

TEST(FilterInPlace, RefusesToOpenWithAnyByteOfHeaderShapeIndexOrPaddingDamaged) {
  const Bytes whole = value_of(wire::encode(large_filter(FilterLayout::line_blocks)));
  for (std::size_t at = 0; at < wire::kPageBytes; ++at) {
    const bool is_envelope_checksum = at >= wire::layout::kChecksumAt && at < kShapeAt;
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x20};
    EXPECT_EQ(opened(std::move(damaged)).has_value(), is_envelope_checksum) << at;
  }
}

// Only who reads all can tell.
TEST(FilterInPlace, NoticesAWrongChecksumOfTheEnvelopeWhenItReadsTheWhole) {
  Bytes bytes = value_of(wire::encode(large_filter(FilterLayout::line_blocks)));
  bytes[wire::layout::kChecksumAt] ^= std::byte{1};
  const auto whole = std::move(open_file(std::move(bytes)).filter).whole();
  ASSERT_FALSE(whole);
  EXPECT_THAT(whole.error().sentence(), HasSubstr("the checksum does not match"));
}

TEST(FilterInPlace, RefusesEveryCut) {
  const Bytes whole = value_of(wire::encode(made(golden_filters().back())));
  for (std::size_t length = 0; length < whole.size(); length += length < 200 ? 1 : 97) {
    EXPECT_FALSE(opened({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)})) << length;
  }
}

TEST(FilterInPlace, FailsAsTheFileDoesWhenItHasBecomeShorter) {
  Opened in_place = open_file(value_of(wire::encode(large_filter(FilterLayout::line_blocks))));
  in_place.file->bytes().resize(wire::kPageBytes);
  const Answer answer = ask(in_place.filter, as_bytes("some key"));
  ASSERT_FALSE(answer.outcome);
  EXPECT_EQ(answer.outcome.error().sentence(), "the file ends too early");
}

TEST(FilterInPlace, CallsAnotherKindByItsNumber) {
  EXPECT_EQ(opened(encoded(small_table())).error().sentence(), "kind 1 is not 4 (filter)");
}

}  // namespace
}  // namespace peel::test
