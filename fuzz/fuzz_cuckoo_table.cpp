// CuckooTable beside std::unordered_map. The input is a small program: how good the hash function is, then
// keys to insert, erase and look for, one by one and many at once, reserving and copying. Each step is asked
// about the key that it names, and about all keys whatever it forgets and what is there in the end.
#include "peel/tables/cuckoo_table.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

// Keys are few, so that programs meet the same key again: what a step names, and up to 55 more.
constexpr std::uint64_t kNamed = 64, kKeys = kNamed + 56;

// Tells so many keys apart, and no more.
struct CoarseHash {
  std::uint64_t values;
  KeyHash operator()(std::uint64_t key) const { return KeyHash(key % values, 0); }
};

class Pair {
 public:
  explicit Pair(std::uint64_t values) : table_(CoarseHash{values}) {}

  void insert(std::uint64_t key, std::uint64_t value) {
    fuzz::claim(table_.insert_or_assign(key, value) == model_.insert_or_assign(key, value).second,
                "insertion knows whether the key is new");
  }
  void insert_many(std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < count; ++i) keys.push_back(first + i % 12 * 5);
    std::uint64_t news = 0;
    for (const std::uint64_t key : keys) news += model_.insert_or_assign(key, key).second ? 1U : 0U;
    fuzz::claim(table_.insert_or_assign(std::span<const std::uint64_t>(keys), keys) == news,
                "a batch says how many keys are new");
  }
  void find_or_insert(std::uint64_t key) {
    const auto [in_table, is_new] = table_.find_or_insert(key, 1);
    const auto in_model = model_.emplace(key, 1);
    fuzz::claim(is_new == in_model.second, "find_or_insert knows whether the key is new");
    fuzz::claim(++*in_table == ++in_model.first->second, "the value is the one that was put in");
  }
  void erase(std::uint64_t key) {
    fuzz::claim(table_.erase(key) == (model_.erase(key) == 1), "erasure knows whether the key was there");
  }
  void reserve(std::uint64_t items) { table_.reserve(ItemCount(items)); }
  void clear() {
    claim_all();
    table_.clear();
    model_.clear();
  }
  void copy() {
    auto other = table_;
    table_ = std::move(other);
  }

  void claim_one(std::uint64_t key) const {
    const std::uint64_t* const value = table_.find(key);
    const auto expected = model_.find(key);
    fuzz::claim(table_.size().value == model_.size(), "the sizes agree");
    fuzz::claim((value != nullptr) == (expected != model_.end()), "a key is found if it is there");
    fuzz::claim(value == nullptr || *value == expected->second, "a key has the value that was put in");
  }

  void claim_all() const {
    fuzz::claim(table_.size().value == model_.size(), "the sizes agree");
    std::vector<std::uint64_t> keys;
    for (std::uint64_t key = 0; key < kKeys; ++key) keys.push_back(key);
    std::vector<const std::uint64_t*> values(keys.size());
    table_.find(std::span<const std::uint64_t>(keys), values);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto expected = model_.find(keys[i]);
      fuzz::claim((values[i] != nullptr) == (expected != model_.end()),
                  "what is there is found, and no more");
      fuzz::claim(values[i] == nullptr || *values[i] == expected->second, "with its value");
      fuzz::claim(values[i] == table_.find(keys[i]), "one by one as in a batch");
    }
    std::uint64_t listed = 0;
    table_.for_each([&](std::uint64_t key, std::uint64_t value) {
      const auto expected = model_.find(key);
      fuzz::claim(expected != model_.end() && expected->second == value, "only what is there is listed");
      ++listed;
    });
    fuzz::claim(listed == model_.size(), "every entry is listed once");
  }

 private:
  CuckooTable<std::uint64_t, std::uint64_t, CoarseHash> table_;
  std::unordered_map<std::uint64_t, std::uint64_t> model_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, std::min<std::size_t>(size, 128))));
  const std::uint64_t fineness = script.below(4);
  Pair pair(fineness == 3 ? ~std::uint64_t{0} : 1 + fineness * 20);
  while (!script.ended()) {
    const std::uint64_t operation = script.below(8), key = script.below(kNamed);
    switch (operation) {
      case 0:
      case 1:
        pair.insert(key, script.number(2));
        break;
      case 2:
        pair.insert_many(key, script.below(64));
        break;
      case 3:
        pair.find_or_insert(key);
        break;
      case 4:
        pair.erase(key);
        break;
      case 5:
        for (std::uint64_t i = 0; i < 19; ++i) pair.erase(key + 3 * i);
        break;
      case 6:
        pair.reserve(key * 4);
        break;
      default:
        key % 8 == 0 ? pair.clear() : pair.copy();
    }
    pair.claim_one(key);
  }
  pair.claim_all();
  return 0;
}
