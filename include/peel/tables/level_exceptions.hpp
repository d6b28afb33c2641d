// The few keys that a summary misleads, and where they are.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/tables/level.hpp"
#include "peel/tables/table_key.hpp"

#include <cstdint>
#include <unordered_map>

namespace peel {

template <TableKey Key>
class LevelExceptions {
 public:
  bool empty() const { return levels_.empty(); }
  std::uint64_t size() const { return levels_.size(); }

  // None: not an exception.
  Level level_of(const KeyHash& hash, const Key& key) const {
    const auto [first, last] = levels_.equal_range(hash.low);
    for (auto at = first; at != last; ++at)
      if (at->second.key == key) return at->second.level;
    return Level();
  }

  // A key that is none of them yet.
  void add(const KeyHash& hash, const Key& key, Level level) {
    levels_.emplace(hash.low, Exception{key, level});
  }
  void remove(const KeyHash& hash, const Key& key) {
    const auto [first, last] = levels_.equal_range(hash.low);
    for (auto at = first; at != last; ++at) {
      if (at->second.key != key) continue;
      levels_.erase(at);
      return;
    }
  }
  void clear() { levels_.clear(); }
  // About: a node for each, with two words of its own, and a word for each of the map's buckets.
  std::uint64_t bytes() const {
    if (empty()) return 0;
    return size() * (sizeof(typename Levels::value_type) + 16) + levels_.bucket_count() * 8;
  }

  // Calls visit(key, level), in any order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& [hash, exception] : levels_) visit(exception.key, exception.level);
  }

 private:
  struct Exception {
    Key key;
    Level level;
  };

  using Levels = std::unordered_multimap<std::uint64_t, Exception>;  // by half a hash

  Levels levels_;
};

}  // namespace peel
