// GrowableMemory: zeroed bytes, aligned to cache lines, that can become more. Large memory grows by moving
// its pages to another address: nothing is copied, and old and new are never there at the same time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace peel {

class GrowableMemory {
 public:
  static constexpr std::size_t kAlignment = 64;  // a cache line

  // Throws std::bad_alloc if there is no such memory.
  explicit GrowableMemory(std::uint64_t bytes);
  GrowableMemory(const GrowableMemory& other);
  GrowableMemory& operator=(const GrowableMemory& other);
  GrowableMemory(GrowableMemory&& other) noexcept;
  GrowableMemory& operator=(GrowableMemory&& other) noexcept;
  ~GrowableMemory();

  // To at least as many bytes as there are: what is there stays, what is added is zero. Addresses change.
  // On std::bad_alloc nothing changes.
  void grow(std::uint64_t bytes);

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::uint64_t size() const { return size_; }

  // What it took at most while it grew last; size() if it never did.
  std::uint64_t peak() const { return peak_; }

 private:
  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t peak_ = 0;
};

}  // namespace peel
