// Counting the distinct lines, fields or IP addresses of a file exactly, in bounded memory. Link
// peel::sources.
//
// Keys of a file go into an invertible counter as digests of 64 bits, the smallest keys there are. A second
// pass finds the text of each listed digest and counts again, so that every count was verified. A pipe is
// read once: its keys themselves are in the counter, in slots of one width, and longer ones leave a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/listed_keys.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace peel::sources {

struct CountRequest {
  StreamDescription description = {};              // the part of each line that counts
  bool one_pass = false;                           // a file is read like a pipe
  std::optional<CounterVariant> variant = {};      // none: the better of standard and moment
  std::optional<ItemCount> capacity = {};          // distinct keys to make room for,
  std::optional<std::uint64_t> memory_bytes = {};  // or the memory of the counter
  HashFamily family = HashFamily::fast;
  std::optional<Seed> seed = {};  // none: one that nobody can guess

  bool is_sized() const { return capacity || memory_bytes; }
};

// Distinct keys that are expected where nobody says how many.
inline constexpr ItemCount kUsualCapacity{1'000'000};
// A file whose counter turns out too small is counted again with the size that would do, up to this one,
// unless the request has a size.
inline constexpr std::uint64_t kUsualMostBytes = std::uint64_t{256} << 20;

struct CountSummary {
  std::int64_t lines = 0;    // read; lines of a stream that was subtracted count as negative
  std::int64_t keyless = 0;  // of them, lines without a key
  bool complete = true;
  std::uint64_t by_digest = 0;  // listed keys without their text
  std::uint64_t capacity = 0;   // distinct keys
  std::uint64_t bytes = 0;      // memory of counter and strata
  unsigned passes = 1;          // over the input; 0 of a file of counts

  // If it is not complete: how many keys there are beside those listed, and what would list all.
  struct Unlisted {
    StrataEstimate keys;
    ItemCount capacity_needed;  // 0 if nobody can say, or if it is beyond all limits
    std::uint64_t bytes_needed;
  };
  std::optional<Unlisted> unlisted = std::nullopt;
};

struct Counted {
  std::unique_ptr<ListedKeys> keys;
  CountSummary summary;
};

// "-" is standard input. A log may grow meanwhile: what was there at first is counted. Fails with `io` for a
// file that cannot be read, that changes between the passes, or that has two keys of one digest, which
// another seed tells apart; with `limit_exceeded` for a size beyond all limits; and as the watch does.
Result<Counted> count_file(const std::string& path, const CountRequest& request, reconcile::Watch& watch);

}  // namespace peel::sources
