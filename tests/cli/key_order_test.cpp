// The order in which counted keys are printed.
#include "cli/count/key_order.hpp"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace peel::cli {
namespace {

using Order = CountView::Order;

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
  ShownKey key(std::size_t i, std::string& room) const override {
    room = keys_[i].text;
    return {room, keys_[i].is_digest};
  }

 private:
  std::vector<Key> keys_;
};

using Indexes = std::vector<std::uint32_t>;

TEST(KeyOrder, IsByCountAndThenByKey) {
  const Keys keys({{"b", 1}, {"a", 1}, {"c", 5}, {"d", -5}});
  EXPECT_EQ(first_in_order(keys, Order::by_count, 9), (Indexes{2, 1, 0, 3}));
  EXPECT_EQ(first_in_order(keys, Order::by_key, 9), (Indexes{1, 0, 2, 3}));
}

TEST(KeyOrder, LooksAtWholeKeysWhereTheirBeginningsAreEqual) {
  const Keys keys({{"a long beginning, 2", 1},
                   {"a long beginning, 1", 1},
                   {std::string("a\0", 2), 1},
                   {"a", 1},
                   {"\xFF", 1},
                   {"", 1}});
  EXPECT_EQ(first_in_order(keys, Order::by_key, 9), (Indexes{5, 3, 2, 1, 0, 4}));
}

TEST(KeyOrder, HasDigestsBehindTexts) {
  const Keys keys({{"00", 1, true}, {"zz", 1}, {"11", 2, true}});
  EXPECT_EQ(first_in_order(keys, Order::by_count, 9), (Indexes{2, 1, 0}));
  EXPECT_EQ(first_in_order(keys, Order::by_key, 9), (Indexes{1, 0, 2}));
}

TEST(KeyOrder, EndsWhereItIsTold) {
  const Keys keys({{"b", 1}, {"a", 1}, {"c", 5}});
  EXPECT_EQ(first_in_order(keys, Order::by_count, 2), (Indexes{2, 1}));
  EXPECT_EQ(first_in_order(keys, Order::by_count, 0), Indexes{});
}

}  // namespace
}  // namespace peel::cli
