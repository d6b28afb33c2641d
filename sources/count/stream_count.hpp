// Counting a stream that is read once, such as a pipe, or one whose counts are to be saved. The keys
// themselves are in the counter, in slots of one width; longer ones leave a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/count_file.hpp"

#include "sources/line_source.hpp"

#include <cstdint>
#include <optional>

namespace peel::sources {

struct SizedStream {
  CountedStream stream;
  ItemCount capacity;  // distinct keys
};

// An empty one for a stream of so many bytes, if that is known and may play a part. Fails as capacity_for
// does.
Result<SizedStream> empty_stream(const CountRequest& request, Seed seed,
                                 std::optional<std::uint64_t> stream_bytes);

// Counts all lines of the source.
Result<void> add_lines(CountedStream& stream, LineSource& source, reconcile::Watch& watch);

// Takes what it lists out of the counter. Fails with `malformed` for a counter that nobody can have filled
// honestly.
Result<Counted> list_stream(SizedStream& sized);

// Counts as count_file does, for lines that are open already; they outlive what is returned.
Result<Counted> count_lines(LineSource& lines, const CountRequest& request, reconcile::Watch& watch);

}  // namespace peel::sources
