// How large a counter is to be, and how large it should have been.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/planned_stream.hpp"
#include "peel/sources/count_file.hpp"

#include <cstdint>
#include <optional>

namespace peel::sources {

// What a counter holds in place of texts.
enum class CountedAs : std::uint8_t {
  digests,  // of 8 bytes; the texts are read again
  slots,    // the texts themselves, or digests of long ones
};

StreamKind counter_kind(const CountRequest& request, CountedAs keys);

// Distinct keys to plan for, in a stream of so many bytes if that is known. Fails as capacity_within does.
Result<ItemCount> capacity_for(const CountRequest& request, const StreamKind& kind,
                               std::optional<std::uint64_t> stream_bytes);

// Says in the summary how many keys there are beside those listed, and which size would do for all.
void add_unlisted(CountSummary& summary, const StrataEstimate& unlisted, ItemCount listed,
                  const StreamKind& kind);

}  // namespace peel::sources
