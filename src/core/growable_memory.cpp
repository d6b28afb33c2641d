#include "peel/core/growable_memory.hpp"

#include "core/assert.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace peel {

namespace {

constexpr std::uint64_t kMostBytes = std::numeric_limits<std::ptrdiff_t>::max() / 2;

std::byte* allocated(std::uint64_t bytes) {
  auto* const memory =
      static_cast<std::byte*>(::operator new (bytes, std::align_val_t{GrowableMemory::kAlignment}));
  std::memset(memory, 0, bytes);
  return memory;
}

#ifdef __linux__
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr std::uint64_t kMapped = 2 * kHugePage;  // from here on memory is mapped

constexpr std::uint64_t in_pages(std::uint64_t bytes) {
  constexpr std::uint64_t kPage = 4096;
  return (bytes + kPage - 1) / kPage * kPage;
}

// Addresses that begin with a huge page: only then can the system use huge pages, and move them as they are.
std::byte* reserved_addresses(std::uint64_t bytes) {
  const std::uint64_t room = in_pages(bytes) + kHugePage;
  void* const memory = ::mmap(nullptr, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  void* begin = memory;
  std::size_t rest = room;
  std::align(kHugePage, in_pages(bytes), begin, rest);
  const std::uint64_t before = room - rest;
  if (before > 0) ::munmap(memory, before);
  ::munmap(static_cast<std::byte*>(begin) + in_pages(bytes), rest - in_pages(bytes));
  return static_cast<std::byte*>(begin);
}

std::byte* mapped(std::uint64_t bytes) {
  std::byte* const at = reserved_addresses(bytes);
  if (::mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
      MAP_FAILED) {
    ::munmap(at, bytes);
    throw std::bad_alloc();
  }
  (void)::madvise(at, bytes, MADV_HUGEPAGE);  // the system may decline; nothing else changes then
  return at;
}

// In place if what follows is free, to other addresses if not.
std::byte* remapped(std::byte* memory, std::uint64_t before, std::uint64_t bytes) {
  if (::mremap(memory, before, bytes, 0) != MAP_FAILED) return memory;
  std::byte* const at = reserved_addresses(bytes);
  if (::mremap(memory, before, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED) {
    ::munmap(at, bytes);
    throw std::bad_alloc();
  }
  return at;
}
#else
constexpr std::uint64_t kMapped = ~std::uint64_t{0};
#endif

std::byte* made(std::uint64_t bytes) {
  if (bytes > kMostBytes) throw std::bad_alloc();
  if (bytes == 0) return nullptr;
#ifdef __linux__
  if (bytes >= kMapped) return mapped(bytes);
#endif
  return allocated(bytes);
}

void release(std::byte* memory, [[maybe_unused]] std::uint64_t bytes) noexcept {
#ifdef __linux__
  if (bytes >= kMapped) {
    ::munmap(memory, bytes);
    return;
  }
#endif
  ::operator delete (memory, std::align_val_t{GrowableMemory::kAlignment});
}

}  // namespace

GrowableMemory::GrowableMemory(std::uint64_t bytes) : data_(made(bytes)), size_(bytes), peak_(bytes) {}

GrowableMemory::GrowableMemory(const GrowableMemory& other) : GrowableMemory(other.size_) {
  if (size_ > 0) std::memcpy(data_, other.data_, size_);
}

GrowableMemory& GrowableMemory::operator=(const GrowableMemory& other) {
  if (this != &other) *this = GrowableMemory(other);
  return *this;
}

GrowableMemory::GrowableMemory(GrowableMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      peak_(std::exchange(other.peak_, 0)) {}

GrowableMemory& GrowableMemory::operator=(GrowableMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(peak_, other.peak_);
  return *this;
}

GrowableMemory::~GrowableMemory() {
  release(data_, size_);
}

void GrowableMemory::grow(std::uint64_t bytes) {
  PEEL_ASSERT(bytes >= size_);
  if (bytes > kMostBytes) throw std::bad_alloc();
#ifdef __linux__
  if (size_ >= kMapped) {
    data_ = remapped(data_, size_, bytes);
    size_ = peak_ = bytes;
    return;
  }
#endif
  std::byte* const larger = made(bytes);
  if (size_ > 0) std::memcpy(larger, data_, size_);
  release(data_, size_);
  data_ = larger;
  peak_ = size_ + bytes;
  size_ = bytes;
}

}  // namespace peel
