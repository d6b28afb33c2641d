// Counting lines in a HeavyStream, batch by batch, with a past that counts less and less if so wished.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/heavy_stream.hpp"

#include "cli/line_keys.hpp"
#include "cli/progress.hpp"
#include "cli/top/top_plan.hpp"
#include "sources/line_source.hpp"
#include "sources/row_batch.hpp"

#include <cstdint>
#include <vector>

namespace peel::cli {

class HeavyFill {
 public:
  // Halves after so many lines, again and again; never if that is 0. Time is up to the caller. If anything is
  // to be halved, the stream counts parts of lines.
  HeavyFill(HeavyStream& stream, HalfLife half_life);

  Result<void> take(const sources::RowBatch& batch);
  // From now on, what came before counts half.
  Result<void> halve();

  const Fading& fading() const { return fading_; }

 private:
  void add(const sources::RowBatch& batch, std::size_t first, std::size_t last);

  HeavyStream& stream_;
  LineKeys keys_;
  std::uint64_t lines_between_halvings_;
  std::uint64_t lines_since_halving_ = 0;
  Fading fading_;
  std::vector<sources::IpAddress> addresses_;
  std::vector<ByteView> texts_;
};

// All lines of the source.
Result<void> fill(HeavyFill& fill, sources::LineSource& source, const Progress& progress);

}  // namespace peel::cli
