// Counting lines in a HeavyStream, batch by batch, with a past that counts less and less if so wished.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/heavy_lines.hpp"

#include "sources/line_keys.hpp"
#include "sources/line_source.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::sources {

class HeavyFill {
 public:
  // Halves after so many lines, again and again; never if that is 0. Time is up to the caller. If anything is
  // to be halved, the stream counts parts of lines.
  HeavyFill(HeavyStream& stream, HalfLife half_life);

  Result<void> take(const RowBatch& batch);
  // From now on, what came before counts half.
  Result<void> halve();

  const Fading& fading() const { return fading_; }

 private:
  void add(const RowBatch& batch, std::size_t first, std::size_t last);

  HeavyStream& stream_;
  LineKeys keys_;
  std::uint64_t lines_between_halvings_;
  std::uint64_t lines_since_halving_ = 0;
  Fading fading_;
  std::vector<IpAddress> addresses_;
  std::vector<ByteView> texts_;
};

// The same as in peel/sources/heavy_lines.hpp, for lines that are open already. majority_of rewinds them.
Result<Fading> add_lines(HeavyStream& stream, LineSource& lines, HalfLife half_life, reconcile::Watch& watch);
Result<Majority> majority_of(LineSource& lines, const CountedPart& part, reconcile::Watch& watch);

}  // namespace peel::sources
