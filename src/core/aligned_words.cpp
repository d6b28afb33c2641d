#include "peel/core/aligned_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace peel {

namespace {

constexpr std::size_t kLineBytes = 64;
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

// Keys go anywhere in a filter or sketch, so with pages of 4 KiB nearly every key of a large one needs an
// entry that the processor's table of pages no longer has. The system may decline; nothing else changes then.
void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  if (std::align(kHugePageBytes, kHugePageBytes, memory, bytes) != nullptr)
    (void)madvise(memory, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
#endif
}

}  // namespace

void AlignedWords::Free::operator()(void* memory) const noexcept {
  if (mapped_bytes == 0) return std::free(memory);
  ::munmap(memory, mapped_bytes);
}

// calloc takes large blocks fresh from the system, which hands out zeros without writing them.
AlignedWords::AlignedWords(std::uint64_t count) : size_(count) {
  std::size_t room = count * sizeof(std::uint64_t) + kLineBytes;
  memory_.reset(std::calloc(room, 1));
  if (memory_ == nullptr) throw std::bad_alloc();
  void* at = memory_.get();
  ask_for_huge_pages(at, room);
  first_ = static_cast<std::uint64_t*>(std::align(kLineBytes, room - kLineBytes, at, room));
}

AlignedWords AlignedWords::reserved(std::uint64_t count) {
  const std::size_t bytes = count * sizeof(std::uint64_t);
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef __linux__
  (void)madvise(memory, bytes, MADV_NOHUGEPAGE);  // or a few bytes here and there would take 2 MiB each
#endif
  AlignedWords words;
  words.memory_ = {memory, Free{bytes}};
  words.first_ = static_cast<std::uint64_t*>(memory);
  words.size_ = count;
  return words;
}

AlignedWords::AlignedWords(const AlignedWords& other) : AlignedWords(other.size_) {
  std::copy_n(other.first_, size_, first_);
}

AlignedWords& AlignedWords::operator=(const AlignedWords& other) {
  if (this != &other) *this = AlignedWords(other);
  return *this;
}

AlignedWords::AlignedWords(AlignedWords&& other) noexcept
    : memory_(std::move(other.memory_)),
      first_(std::exchange(other.first_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

AlignedWords& AlignedWords::operator=(AlignedWords&& other) noexcept {
  memory_ = std::move(other.memory_);
  first_ = std::exchange(other.first_, nullptr);
  size_ = std::exchange(other.size_, 0);
  return *this;
}

}  // namespace peel
