// Where rows wait that do not fit into memory. The engine reads and writes through this interface and knows
// nothing of files; peel::sources has one that uses files without a name.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace peel::reconcile {

// Bytes that are appended and read back. They are gone with the object.
class SpillFile {
 public:
  virtual ~SpillFile() = default;
  virtual Result<void> append(ByteView bytes) = 0;
  // Up to room.size() of the bytes from `offset` on; 0 at their end.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> room) const = 0;
  virtual std::uint64_t size() const = 0;
};

class Spill {
 public:
  virtual ~Spill() = default;
  virtual Result<std::unique_ptr<SpillFile>> create() = 0;
};

}  // namespace peel::reconcile
