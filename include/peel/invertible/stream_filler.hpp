// StreamFiller: puts the keys of a stream into a counter and into the strata beside it. Keys that come again
// soon are put together before, since most streams repeat a few keys most of the time: each key waits in a
// small table, with a count, until another one takes its place there.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/counter_listing.hpp"
#include "peel/invertible/invertible_counter.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/invertible/stream_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel {

class StreamFiller {
 public:
  // Both are filled, and outlive the filler. They have one hash family and seed.
  StreamFiller(InvertibleCounter& counter, StrataEstimator& distinct);

  // Keys of the counter's width, one behind the other. All are in after finish(). Both fail as
  // InvertibleCounter::add does.
  [[nodiscard]] Result<void> add(ByteView keys);
  [[nodiscard]] Result<void> finish();

 private:
  template <class Table>
  Result<void> add_to(Table table, ByteView keys);
  void take_out(std::size_t place);
  Result<void> flush();

  InvertibleCounter* counter_;
  StrataEstimator* distinct_;
  KeyHasher places_;
  StratumItems items_of_;
  std::size_t width_;
  Bytes keys_;                        // of the table, one for each place
  std::vector<std::int64_t> counts_;  // 0: nothing is there
  Bytes leaving_;                     // keys that lost their place
  std::vector<std::int64_t> times_;   // and how often they came
  std::vector<std::uint64_t> items_;
};

// How many distinct keys were put into the strata beside those that could be listed.
[[nodiscard]] Result<StrataEstimate> estimate_unlisted(const StrataEstimator& distinct,
                                                       const CountedKeys& listed);

}  // namespace peel
