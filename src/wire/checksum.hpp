// The checksums of envelopes and of pages. They find damage, not forgery: anyone can compute them.
#pragma once

#include "peel/core/bytes.hpp"

#include <cstdint>
#include <memory>

namespace peel::wire {

// XXH3-64 with seed 0.
std::uint64_t checksum(ByteView bytes);

// The same of bytes that come piece by piece.
class RunningChecksum {
 public:
  RunningChecksum() : RunningChecksum(0) {}
  // XXH3-64 with that seed.
  explicit RunningChecksum(std::uint64_t seed);
  ~RunningChecksum();

  void add(ByteView bytes);
  std::uint64_t value() const;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

// Of all bytes of a sealed envelope but the checksum itself. `sealed` holds at least a header; what its
// checksum field holds does not matter.
std::uint64_t envelope_checksum(ByteView sealed);

}  // namespace peel::wire
