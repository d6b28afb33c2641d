// Any bytes: an error, or a counted stream that encodes to the same bytes, lists and estimates within bounds,
// doubles when it is merged with itself, and cancels when it is subtracted from itself.
#include "peel/invertible/stream_keys.hpp"
#include "peel/wire/counter_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/counter_claims.hpp"
#include "fuzz/forged_envelope.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

// Keeps each input quick; how hard listing tries is for fuzz_counter_listing.
constexpr ListingEffort kEffort{.splits_per_cell = 16};

// What is printed of a listing, whoever chose the keys.
void claim_keys_are_read_within_bounds(const CountedStream& stream) {
  const StreamKeys keys(stream.description, *stream.counter.hashing().named());
  const CounterListing listing = stream.counter.list(kEffort);
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    const ByteView key = listing.keys.key(i);
    if (!keys.is_key(key)) continue;
    fuzz::claim(keys.text_in(key).has_value() != keys.digest_in(key).has_value(),
                "a key shows its text or a digest");
  }
}

void claim_it_doubles(const CountedStream& stream) {
  CountedStream twice = stream;
  if (!twice.merge(stream)) return;  // totals beyond the limit
  fuzz::claim(twice.lines == 2 * stream.lines && twice.keyless == 2 * stream.keyless &&
                  twice.counter.gross_total() == 2 * stream.counter.gross_total(),
              "a stream merged with itself has twice the lines");
  const auto bytes = wire::encode(twice);
  fuzz::claim(bytes && wire::decode_counter(*bytes), "what was merged encodes and decodes");
  if (!twice.subtract(stream)) return;
  fuzz::claim(fuzz::have_equal_sums(twice.counter, stream.counter), "what was merged can be subtracted");
}

void claim_it_cancels(CountedStream stream) {
  const CountedStream same = stream;
  if (!stream.subtract(same)) return;  // totals beyond the limit
  fuzz::claim(stream.lines == 0 && stream.keyless == 0 && stream.counter.empty() && stream.distinct.empty(),
              "a stream less itself is empty");
}

void decode_and_check(ByteView bytes) {
  const auto stream = wire::decode_counter(bytes);
  if (!stream) {
    fuzz::claim(!stream.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*stream);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  fuzz::claim_nothing_is_lost_or_invented(stream->counter, kEffort);
  claim_keys_are_read_within_bounds(*stream);
  const StrataEstimate estimate = stream->distinct.estimate();
  fuzz::claim(estimate.least <= estimate.items && estimate.items <= estimate.most,
              "the estimate is in its range");
  claim_it_doubles(*stream);
  claim_it_cancels(*stream);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
