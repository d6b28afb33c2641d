// The order of listed keys, of which there may be more than fit into memory.
#include "peel/sources/listed_keys.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace peel::sources {
namespace {

using Order = KeyOrder;

struct Key {
  std::string text;
  std::int64_t count;
  bool is_digest = false;
};

class Keys : public ListedKeys {
 public:
  explicit Keys(std::vector<Key> keys) : keys_(std::move(keys)) {}
  std::size_t size() const override { return keys_.size(); }
  std::int64_t count(std::size_t i) const override { return keys_[i].count; }
  Result<ListedKey> key(std::size_t i, std::string& room) const override {
    if (asked_++ == fails_at_) return failure(ErrorCode::io, "the file is gone");
    room = keys_[i].text;
    return ListedKey{room, keys_[i].is_digest};
  }

  std::uint64_t asked() const { return asked_; }
  void fail_at(std::uint64_t question) { fails_at_ = question; }

 private:
  std::vector<Key> keys_;
  std::uint64_t fails_at_ = ~std::uint64_t{0};
  mutable std::uint64_t asked_ = 0;
};

using Indexes = std::vector<std::uint32_t>;

Indexes ordered(const ListedKeys& keys, Order order, std::uint64_t most) {
  return *first_in_order(keys, order, most);
}

TEST(KeyOrder, IsByCountAndThenByKey) {
  const Keys keys({{"b", 1}, {"a", 1}, {"c", 5}, {"d", -5}});
  EXPECT_EQ(ordered(keys, Order::by_count, 9), (Indexes{2, 1, 0, 3}));
  EXPECT_EQ(ordered(keys, Order::by_key, 9), (Indexes{1, 0, 2, 3}));
}

TEST(KeyOrder, LooksAtWholeKeysWhereTheirBeginningsAreEqual) {
  const Keys keys({{"a long beginning, 2", 1},
                   {"a long beginning, 1", 1},
                   {std::string("a\0", 2), 1},
                   {"a", 1},
                   {"\xFF", 1},
                   {"", 1}});
  EXPECT_EQ(ordered(keys, Order::by_key, 9), (Indexes{5, 3, 2, 1, 0, 4}));
}

TEST(KeyOrder, HasDigestsBehindTexts) {
  const Keys keys({{"00", 1, true}, {"zz", 1}, {"11", 2, true}});
  EXPECT_EQ(ordered(keys, Order::by_count, 9), (Indexes{2, 1, 0}));
  EXPECT_EQ(ordered(keys, Order::by_key, 9), (Indexes{1, 0, 2}));
}

TEST(KeyOrder, EndsWhereItIsTold) {
  const Keys keys({{"b", 1}, {"a", 1}, {"c", 5}});
  EXPECT_EQ(ordered(keys, Order::by_count, 2), (Indexes{2, 1}));
  EXPECT_EQ(ordered(keys, Order::by_count, 0), Indexes{});
}

TEST(KeyOrder, FailsIfAKeyCannotBeRead) {
  for (const std::uint64_t question : {0U, 2U, 4U}) {
    Keys keys({{"a long beginning, 2", 1}, {"a long beginning, 1", 1}, {"b", 5}});
    keys.fail_at(question);
    const auto order = first_in_order(keys, Order::by_count, 9);
    ASSERT_FALSE(order) << question;
    EXPECT_EQ(order.error().sentence(), "the file is gone");
  }
}

// Keys with one beginning, of many lengths, none of them where it belongs.
std::vector<Key> keys_alike(std::uint32_t number) {
  std::vector<Key> keys;
  for (std::uint32_t i = 0; i < number; ++i) {
    const std::uint32_t place = i * 7919U % number;
    keys.push_back({"a long beginning, " + std::string(place % 40, '=') + std::to_string(place), 1});
  }
  return keys;
}

class KeyOrderWithin : public testing::TestWithParam<std::uint64_t> {};

TEST_P(KeyOrderWithin, AsksForNoKeyMoreThanThrice) {
  const std::vector<Key> alike = keys_alike(2000);
  Indexes sorted(alike.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::ranges::sort(sorted, {}, [&](std::uint32_t i) { return alike[i].text; });
  for (const std::size_t most : {std::size_t{1}, std::size_t{700}, alike.size()}) {
    const Keys keys(alike);
    EXPECT_EQ(*first_in_order(keys, Order::by_count, most, GetParam()),
              Indexes(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(most)));
    EXPECT_LE(keys.asked(), 3 * alike.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, KeyOrderWithin, testing::Values(1, 10'000, 100'000, 1 << 20));

}  // namespace
}  // namespace peel::sources
