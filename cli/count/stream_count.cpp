#include "cli/count/stream_count.hpp"

#include "peel/invertible/stream_filler.hpp"

#include "cli/line_keys.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace peel::cli {

namespace {

KeyHasher hashing_of(const CountedStream& stream) {
  return {stream.distinct.family(), stream.distinct.seed()};
}

// Without keys that cannot have been made from any text: cells that hold too many keys may look like one of
// them, if rarely. A complete listing has none.
Result<CountedKeys> possible_keys(CounterListing listing, const StreamKeys& keys) {
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    if (keys.is_key(listing.keys.key(i))) possible.push_back(i);
  }
  if (possible.size() == listing.keys.size()) return std::move(listing.keys);
  if (listing.complete()) {
    return failure(ErrorCode::malformed, "the counter lists a key that is none of its stream");
  }
  CountedKeys kept{ByteWidth(keys.width())};
  for (const std::size_t i : possible) kept.append(listing.keys.key(i), listing.keys.counts().subspan(i, 1));
  return kept;
}

}  // namespace

Result<SizedStream> planned_stream(const CountPlan& plan, Seed seed,
                                   std::optional<std::uint64_t> stream_bytes) {
  const StreamKind kind{.key_width = key_width(plan.description), .variant = plan.variant};
  const auto capacity = capacity_for(plan, kind, stream_bytes);
  if (!capacity) return failure(capacity.error());
  const auto shape = peel::planned_stream(*capacity, kind);
  if (!shape) return failure(shape.error());
  return SizedStream{{plan.description, 0, 0, InvertibleCounter(shape->counter, plan.family, seed),
                      StrataEstimator(shape->distinct, plan.family, seed)},
                     *capacity};
}

Result<void> fill(CountedStream& stream, sources::LineSource& source, const Progress& progress) {
  const auto stage = progress.stage(
      "counting", [&source] { return source.bytes_read(); }, source.size());
  const StreamKeys slots(stream.description, hashing_of(stream));
  StreamFiller filler(stream.counter, stream.distinct);
  const LineKeys keys(stream.description.part);
  sources::IpAddress address;
  Bytes waiting;
  sources::RowBatch batch;
  for (;;) {
    if (auto read = source.next(batch); !read) return read;
    if (batch.empty()) return filler.finish();
    waiting.resize(batch.size() * slots.width());
    std::byte* end = waiting.data();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto text = keys.key_in(batch.raw(i), address);
      if (!text) {
        ++stream.keyless;
        continue;
      }
      slots.write(*text, end);
      end += slots.width();
    }
    stream.lines += static_cast<std::int64_t>(batch.size());
    if (auto added = filler.add({waiting.data(), end}); !added) return added;
  }
}

ShownKey ListedSlots::key(std::size_t i, std::string& room) const {
  if (const auto text = keys_.text_in(listed_.key(i))) return {*text};
  room = *keys_.digest_in(listed_.key(i));
  return {room, true};
}

Result<ListedStream> list(SizedStream& sized) {
  CountedStream& stream = sized.stream;
  const StreamKeys keys(stream.description, hashing_of(stream));
  const StreamShape shape{stream.counter.shape(), stream.distinct.shape()};
  CounterListing listing = stream.counter.consume();
  if (listing.outcome == ListingOutcome::malformed) {
    return failure(ErrorCode::malformed, "the cells of the counter contradict each other");
  }
  CountSummary summary{.lines = stream.lines,
                       .keyless = stream.keyless,
                       .complete = listing.complete(),
                       .capacity = sized.capacity.value,
                       .bytes = shape.bytes()};
  auto listed = possible_keys(std::move(listing), keys);
  if (!listed) return failure(listed.error());
  if (!summary.complete) {
    const auto unlisted = estimate_unlisted(stream.distinct, *listed);
    if (!unlisted) return failure(unlisted.error());
    add_unlisted(summary, *unlisted, ItemCount(listed->size()),
                 {.key_width = shape.counter.key_width(), .variant = shape.counter.variant()});
  }
  for (std::size_t i = 0; i < listed->size(); ++i)
    summary.by_digest += keys.text_in(listed->key(i)) ? 0U : 1U;
  return ListedStream{std::make_unique<ListedSlots>(std::move(*listed), keys), summary};
}

}  // namespace peel::cli
