// What peel count was asked to do, as numbers.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/planned_stream.hpp"

#include "cli/count/listed_keys.hpp"

#include <cstdint>
#include <optional>

namespace peel::cli {

struct CountPlan {
  StreamDescription description;
  std::optional<CounterVariant> variant = std::nullopt;  // none: the better of standard and moment
  std::optional<ItemCount> capacity;                     // distinct keys, if the user said how many
  std::optional<std::uint64_t> memory_bytes;             // or how much memory
  std::optional<Seed> seed;
  HashFamily family = HashFamily::fast;

  bool is_sized() const { return capacity || memory_bytes; }
};

// Distinct keys that are expected where nobody says how many.
inline constexpr ItemCount kUsualCapacity{1'000'000};
// A counter that turns out too small is made anew with the size that would do, up to this one.
inline constexpr std::uint64_t kUsualMostBytes = std::uint64_t{256} << 20;

// Distinct keys to plan for, of a stream of so many bytes if that is known.
Result<ItemCount> capacity_for(const CountPlan& plan, const StreamKind& kind,
                               std::optional<std::uint64_t> stream_bytes);

// Says in the summary how many keys there are beside those listed, and which size would do for all.
void add_unlisted(CountSummary& summary, const StrataEstimate& unlisted, ItemCount listed,
                  const StreamKind& kind);

}  // namespace peel::cli
