// AlignedWords: the memory of filters and sketches, zero at first and aligned to cache lines, so that a block
// never straddles two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace peel {

class AlignedWords {
 public:
  // Memory that was never written takes no room in RAM where the system can help it.
  explicit AlignedWords(std::uint64_t count);
  // Room for more than there is memory, of which little will be used: it is promised without looking. Whoever
  // writes more than there is, is ended by the system. A copy is ordinary memory.
  static AlignedWords reserved(std::uint64_t count);
  AlignedWords(const AlignedWords& other);
  AlignedWords& operator=(const AlignedWords& other);
  AlignedWords(AlignedWords&& other) noexcept;
  AlignedWords& operator=(AlignedWords&& other) noexcept;
  ~AlignedWords() = default;

  std::uint64_t* data() { return first_; }
  const std::uint64_t* data() const { return first_; }
  std::uint64_t size() const { return size_; }
  std::span<std::uint64_t> span() { return {first_, size_}; }
  std::span<const std::uint64_t> span() const { return {first_, size_}; }

 private:
  struct Free {
    Free() : mapped_bytes(0) {}
    explicit Free(std::size_t bytes) : mapped_bytes(bytes) {}
    void operator()(void* memory) const noexcept;

    std::size_t mapped_bytes;  // 0: from calloc
  };

  AlignedWords() = default;

  std::unique_ptr<void, Free> memory_;
  std::uint64_t* first_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace peel
