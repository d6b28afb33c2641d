// PageReader: a file that is read here and there, and never as a whole. The library does no I/O of its own.
#pragma once

#include "peel/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace peel::wire {

class PageReader {
 public:
  virtual ~PageReader() = default;

  virtual std::uint64_t size() const = 0;
  // Fills all of `room` from this place on. Fails if it cannot, also where the file has become shorter.
  [[nodiscard]] virtual Result<void> read(std::uint64_t offset, std::span<std::byte> room) = 0;
};

}  // namespace peel::wire
