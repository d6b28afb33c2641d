// Filters of others, to be measured beside ours. Each ends the program if it cannot be set up.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace peel::bench {

// libbloom: a classic filter, one key at a time.
class LibbloomFilter {
 public:
  LibbloomFilter(std::uint64_t keys, double rate);
  ~LibbloomFilter();
  LibbloomFilter(const LibbloomFilter&) = delete;
  LibbloomFilter& operator=(const LibbloomFilter&) = delete;

  void insert(std::span<const std::uint64_t> keys);
  void contains(std::span<const std::uint64_t> keys, std::span<bool> found);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// RocksDB's filter cannot be called by itself: since 7.0 its classes are not in the public headers. What can
// be asked is a database of one file with a filter, all in memory, whose tables are open: Get of an absent
// key asks the filter and nothing behind it but for false positives, and Get of a key beyond the last one of
// the file goes the same way without asking a filter. The difference is the filter.
class RocksdbFilter {
 public:
  // Of the keys, sorted; the highest bit of a key must be 0.
  RocksdbFilter(std::span<const std::uint64_t> keys, double bits_per_key);
  ~RocksdbFilter();
  RocksdbFilter(const RocksdbFilter&) = delete;
  RocksdbFilter& operator=(const RocksdbFilter&) = delete;

  // How many of the keys are there.
  std::uint64_t get(std::span<const std::uint64_t> keys) const;
  // How often filters said no since the program began, of this thread.
  static std::uint64_t denials();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace peel::bench
