// CuckooTable against std::unordered_map: random operations, growth, weak and useless hash functions.
#include "peel/tables/cuckoo_table.hpp"

#include "support/table_models.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define PEEL_SANITIZED  // whose own memory takes more addresses than any limit leaves
#endif
#endif

namespace peel::test {
namespace {

using KeyedCuckooTable = CuckooTable<std::uint64_t, std::uint64_t>;

KeyedHash<std::uint64_t> good_hash(Random& random) {
  return {HashFamily::fast, random.seed()};
}

struct Identity {
  KeyHash operator()(std::uint64_t key) const { return KeyHash(key, 0); }
};
struct LowBitsZero {
  KeyHash operator()(std::uint64_t key) const { return KeyHash(0, key << 40); }
};

template <class SomeTable>
MapModel listed(const SomeTable& table) {
  MapModel all;
  table.for_each([&](std::uint64_t key, std::uint64_t value) {
    EXPECT_TRUE(all.emplace(key, value).second) << key << " is listed twice";
  });
  return all;
}

template <class Hash>
void compare_cuckoo_table(const Hash& hash, std::uint64_t distinct_keys) {
  CuckooTable<std::uint64_t, std::uint64_t, Hash> table(hash);
  MapModel model;
  Random random;
  for (int step = 0; step < 12'000; ++step) {
    // For a while keys come more often than they go, then the other way round.
    const bool growing = step / 3'000 % 2 == 0;
    const std::uint64_t key = random.below(distinct_keys), value = random.next();
    const std::uint64_t operation = random.below(10);
    if (operation == 0) {
      const auto [at, is_new] = table.find_or_insert(key, value);
      const auto [in_model, is_new_in_model] = model.emplace(key, value);
      EXPECT_EQ(is_new, is_new_in_model);
      EXPECT_EQ(*at, in_model->second);
    } else if (operation < (growing ? 7U : 3U)) {
      EXPECT_EQ(table.insert_or_assign(key, value), model.insert_or_assign(key, value).second);
    } else if (operation < 9) {
      EXPECT_EQ(table.erase(key), model.erase(key) == 1);
    } else {
      const std::uint64_t* const found = table.find(key);
      ASSERT_EQ(found != nullptr, model.contains(key));
      if (found != nullptr) {
        EXPECT_EQ(*found, model[key]);
      }
    }
    ASSERT_EQ(table.size().value, model.size());
  }
  EXPECT_EQ(listed(table), model);
}

TEST(CuckooTable, HoldsWhatAMapHolds) {
  Random random;
  compare_cuckoo_table(good_hash(random), 3'000);
}

TEST(CuckooTable, HoldsWhatAMapHoldsOfAFewKeys) {
  Random random;
  compare_cuckoo_table(good_hash(random), 20);
}

TEST(CuckooTable, LosesNothingByAConstantHash) {
  compare_cuckoo_table(ConstantHash{}, 100);
}

TEST(CuckooTable, LosesNothingByAHashOfFiveValues) {
  compare_cuckoo_table(WeakHash{}, 150);
}

TEST(CuckooTable, HoldsWhatAMapHoldsByTheIdentity) {
  compare_cuckoo_table(Identity{}, 3'000);
}

TEST(CuckooTable, HoldsWhatAMapHoldsByOneHalfOfAHash) {
  compare_cuckoo_table(LowBitsZero{}, 3'000);
}

TEST(CuckooTable, DoesNotGrowForKeysThatItsHashCannotTellApart) {
  CuckooTable<std::uint64_t, char, ConstantHash> table{ConstantHash{}};
  for (std::uint64_t key = 1; key <= 1'000; ++key) table.insert_or_assign(key, 'x');
  EXPECT_EQ(table.size().value, 1'000U);
  EXPECT_EQ(table.stashed().value, 1'000U - 8);  // two buckets of four
  EXPECT_EQ(table.growths(), 0U);
}

template <class Hash>
void expect_a_dense_table(const Hash& hash) {
  for (const std::uint64_t count : {100U, 1'000U, 10'007U, 50'000U}) {
    CuckooTable<std::uint64_t, std::uint64_t, Hash> table(hash, ItemCount(count));
    const std::uint64_t growths = table.growths(), bytes = table.bytes();
    for (std::uint64_t key = 1; key <= count; ++key) table.insert_or_assign(key, key);
    EXPECT_EQ(table.growths(), growths) << count;
    // Of 100 keys some have no place in one table of 170, three or more in one of 1,700.
    EXPECT_LE(table.stashed().value, 8U) << count;
    if (count >= 1'000) {
      EXPECT_GE(table.load(), 0.945) << count;
      EXPECT_LE(bytes, 17 * count + 256) << count;
    }
  }
}

TEST(CuckooTable, IsFilledTo95PercentWithoutGrowth) {
  Random random;
  expect_a_dense_table(good_hash(random));
}

// Four keys with equal hashes have two buckets together: they find room in a table that is emptier.
TEST(CuckooTable, StashesFewKeysOfAHashThatFourShare) {
  struct FourAlike {
    KeyHash operator()(std::uint64_t key) const { return KeyHash(key / 4, 0); }
  };
  CuckooTable<std::uint64_t, std::uint64_t, FourAlike> table({});
  for (std::uint64_t key = 0; key < 20'000; ++key) table.insert_or_assign(key, key);
  EXPECT_LE(table.stashed().value, table.size().value / kLargeStash + 1);
  EXPECT_GE(table.load(), kLeastWeakLoad / 1.3);
}

TEST(CuckooTable, IsAsDenseByAWeakHashThatTellsKeysApart) {
  expect_a_dense_table(Identity{});
}

TEST(CuckooTable, IsThreeQuartersFullOnceItIsLarge) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  for (std::uint64_t key = 1; key <= 60'000; ++key) {
    table.insert_or_assign(key, key);
    if (key >= 1'000) {
      ASSERT_GE(table.load(), 0.95 / 1.25 - 0.01) << key;
      ASSERT_LE(table.stashed().value, 8U) << key;
    }
  }
}

// From some size on growth moves pages, and does not copy.
TEST(CuckooTable, GrowsInPlaceOnceItIsLarge) {
  Random random;
  KeyedCuckooTable table(good_hash(random), ItemCount(300'000));
  for (const std::uint64_t key : random.distinct_keys(1'000)) table.insert_or_assign(key, ~key);
  const MapModel before = listed(table);
  table.reserve(ItemCount(900'000));
  EXPECT_EQ(listed(table), before);
  for (const auto& [key, value] : before) {
    ASSERT_NE(table.find(key), nullptr);
    EXPECT_EQ(*table.find(key), value);
  }
#ifdef __linux__
  EXPECT_LE(table.peak_bytes(), table.bytes() * 101 / 100);
#endif
}

TEST(CuckooTable, GrowsOnceForWhatWasReserved) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  table.reserve(ItemCount(5'000));
  for (std::uint64_t key = 0; key < 5'000; ++key) table.insert_or_assign(key, key);
  EXPECT_EQ(table.growths(), 1U);
  table.reserve(ItemCount(10));
  EXPECT_EQ(table.growths(), 1U);
}

TEST(CuckooTable, IsAsItWasIfThereIsNoMemory) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  for (std::uint64_t key = 0; key < 500; ++key) table.insert_or_assign(key, ~key);
  const MapModel before = listed(table);
  const SlotCount capacity = table.capacity();
  EXPECT_THROW(table.reserve(ItemCount(std::uint64_t{1} << 50)), std::bad_alloc);
  EXPECT_THROW(table.reserve(ItemCount(~std::uint64_t{0})), std::bad_alloc);
  EXPECT_EQ(table.capacity(), capacity);
  EXPECT_EQ(listed(table), before);
  for (std::uint64_t key = 0; key < 500; ++key) EXPECT_TRUE(table.contains(key)) << key;
}

#if defined(__linux__) && !defined(PEEL_SANITIZED)
// No more addresses than the process has now: the next growth must fail.
class NoMoreMemory {
 public:
  NoMoreMemory() {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    now.rlim_cur = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    ::setrlimit(RLIMIT_AS, &now);
  }
  ~NoMoreMemory() { ::setrlimit(RLIMIT_AS, &before_); }
  NoMoreMemory(const NoMoreMemory&) = delete;
  NoMoreMemory& operator=(const NoMoreMemory&) = delete;

 private:
  rlimit before_{};
};

TEST(CuckooTable, IsAsItWasIfMemoryRunsOutInAnInsertion) {
  constexpr std::uint64_t kKeys = 280'000;
  Random random;
  KeyedCuckooTable table(good_hash(random), ItemCount(kKeys));
  for (std::uint64_t key = 1; key <= kKeys; ++key) table.insert_or_assign(key, ~key);
  std::uint64_t refused = kKeys + 1;
  {
    const NoMoreMemory limit;
    try {
      for (;; ++refused) table.insert_or_assign(refused, ~refused);
    } catch (const std::bad_alloc&) {
    }
  }
  EXPECT_EQ(table.size().value, refused - 1);
  EXPECT_FALSE(table.contains(refused));
  std::uint64_t right = 0;
  for (std::uint64_t key = 1; key < refused; ++key) {
    const std::uint64_t* const value = table.find(key);
    right += value != nullptr && *value == ~key ? 1U : 0U;
  }
  EXPECT_EQ(right, refused - 1);
  EXPECT_TRUE(table.insert_or_assign(refused, 1));
  EXPECT_EQ(table.growths(), 1U);
}
#endif

TEST(CuckooTable, FindsABatchAsItFindsKeysOneByOne) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  for (const std::size_t count : {0U, 1U, 31U, 32U, 33U, 700U}) {
    std::vector<std::uint64_t> keys(count);
    for (std::uint64_t& key : keys) key = random.below(1'000);
    if (count > 0) keys[count / 2] = 0;  // whose bytes are those of an empty slot
    std::vector<const std::uint64_t*> values(count);
    table.find(std::span<const std::uint64_t>(keys), values);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(values[i], std::as_const(table).find(keys[i])) << keys[i];
    for (std::uint64_t key = 1; key < count; ++key) table.insert_or_assign(key, key);
  }
}

TEST(CuckooTable, FindsABatchInItsStashToo) {
  CuckooTable<std::uint64_t, std::uint64_t, ConstantHash> table{ConstantHash{}};
  std::vector<std::uint64_t> keys;
  for (std::uint64_t key = 0; key < 60; ++key) keys.push_back(key);
  for (std::uint64_t key = 0; key < 40; ++key) table.insert_or_assign(key, ~key);
  std::vector<const std::uint64_t*> values(keys.size());
  std::as_const(table).find(std::span<const std::uint64_t>(keys), values);
  for (std::uint64_t key = 0; key < 60; ++key) {
    ASSERT_EQ(values[key] != nullptr, key < 40) << key;
    if (values[key] != nullptr) {
      EXPECT_EQ(*values[key], ~key);
    }
  }
}

TEST(CuckooTable, TakesABatchAsItTakesPairsOneByOne) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  MapModel model;
  for (const std::size_t count : {0U, 1U, 33U, 700U, 2'000U}) {
    std::vector<std::uint64_t> keys(count), values(count);
    for (std::uint64_t& key : keys) key = random.below(1'500);
    for (std::uint64_t& value : values) value = random.next();
    std::uint64_t news = 0;
    for (std::size_t i = 0; i < count; ++i)
      news += model.insert_or_assign(keys[i], values[i]).second ? 1U : 0U;
    EXPECT_EQ(table.insert_or_assign(std::span<const std::uint64_t>(keys), values), news);
  }
  EXPECT_EQ(listed(table), model);
}

TEST(CuckooTable, HasRoomForTheKeyWhoseBytesAreAllZero) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  EXPECT_FALSE(table.contains(0));
  EXPECT_FALSE(table.erase(0));
  EXPECT_TRUE(table.insert_or_assign(0, 7));
  EXPECT_FALSE(table.insert_or_assign(0, 8));
  EXPECT_EQ(*table.find(0), 8U);
  EXPECT_EQ(table.size().value, 1U);
  EXPECT_EQ(listed(table), (MapModel{{0, 8}}));
  EXPECT_TRUE(table.erase(0));
  EXPECT_EQ(table.size().value, 0U);
}

// Both by growth and by displacement entries move while a key is inserted.
TEST(CuckooTable, TakesKeysAndValuesThatLieInItself) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  table.insert_or_assign(1, 42);
  table.insert_or_assign(2, 1'000'000);
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    const std::uint64_t copy = 10 + i;
    table.insert_or_assign(copy, *table.find(1));
    ASSERT_EQ(*table.find(copy), 42U);
    ++*table.find(2);
    table.insert_or_assign(*table.find(2), i);
    ASSERT_NE(table.find(1'000'001 + i), nullptr);
    ASSERT_EQ(*table.find(1'000'001 + i), i);
  }
}

TEST(CuckooTable, CopiesAndMovesLikeAValue) {
  Random random;
  KeyedCuckooTable table(good_hash(random));
  for (std::uint64_t key = 0; key < 300; ++key) table.insert_or_assign(key, key);
  const KeyedCuckooTable copy = table;
  table.erase(7);
  EXPECT_TRUE(copy.contains(7));
  KeyedCuckooTable moved = std::move(table);
  EXPECT_EQ(moved.size().value, 299U);
  moved.clear();
  EXPECT_EQ(moved.size().value, 0U);
  EXPECT_FALSE(moved.contains(8));
  moved = copy;
  EXPECT_EQ(listed(moved), listed(copy));
}

TEST(CuckooTable, HoldsAllKeysOfOneByte) {
  CuckooTable<std::uint8_t, std::uint8_t> table({HashFamily::fast, Seed(3)});
  for (unsigned key = 0; key < 256; ++key)
    EXPECT_TRUE(table.insert_or_assign(static_cast<std::uint8_t>(key), static_cast<std::uint8_t>(~key)));
  EXPECT_EQ(table.size().value, 256U);
  for (unsigned key = 0; key < 256; ++key) {
    const std::uint8_t* const value = table.find(static_cast<std::uint8_t>(key));
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(*value, static_cast<std::uint8_t>(~key));
  }
}

struct Address {
  std::uint64_t network = 1;  // so that Address{} is not the key whose bytes are zero
  std::uint64_t host = 2;
  friend bool operator==(const Address&, const Address&) = default;
};

template <std::size_t Width>
void expect_values_of() {
  using Text = std::array<char, Width>;
  CuckooTable<Address, Text> table({HashFamily::siphash, Seed(4)});
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    Text text{};
    text.fill(static_cast<char>(i));
    table.insert_or_assign(Address{i, i % 3}, text);
  }
  table.insert_or_assign(Address{}, Text{});
  EXPECT_EQ(table.size().value, 1'001U);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    const Text* const text = table.find(Address{i, i % 3});
    ASSERT_NE(text, nullptr);
    EXPECT_EQ(text->back(), static_cast<char>(i));
  }
}

TEST(CuckooTable, TakesKeysAndValuesOfOtherSizes) {
  expect_values_of<1>();
  expect_values_of<7>();
  expect_values_of<100>();
  CuckooTable<std::uint32_t, std::uint32_t> table({HashFamily::fast, Seed(5)});
  for (std::uint32_t key = 0; key < 2'000; ++key) table.insert_or_assign(key * 77, key);
  for (std::uint32_t key = 0; key < 2'000; ++key) {
    ASSERT_NE(table.find(key * 77), nullptr);
    EXPECT_EQ(*table.find(key * 77), key);
  }
}

TEST(CuckooTable, TakesPointersAsKeys) {
  const std::vector<int> numbers(500);
  CuckooTable<const int*, std::size_t> table({HashFamily::fast, Seed(6)});
  table.insert_or_assign(nullptr, 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) table.insert_or_assign(&numbers[i], i);
  EXPECT_EQ(table.size().value, 501U);
  ASSERT_NE(table.find(nullptr), nullptr);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_NE(table.find(&numbers[i]), nullptr);
    EXPECT_EQ(*table.find(&numbers[i]), i);
  }
}

}  // namespace
}  // namespace peel::test
