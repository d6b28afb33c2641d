#include "sources/count/stream_count.hpp"

#include "peel/invertible/planned_stream.hpp"
#include "peel/invertible/stream_filler.hpp"
#include "peel/invertible/stream_keys.hpp"
#include "peel/sources/open.hpp"

#include "sources/count/count_size.hpp"
#include "sources/count/file_count.hpp"
#include "sources/line_keys.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace peel::sources {

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

// The keys of a stream that could be listed.
class ListedSlots : public ListedKeys {
 public:
  ListedSlots(CountedKeys listed, const StreamKeys& keys) : listed_(std::move(listed)), keys_(keys) {}

  std::size_t size() const override { return listed_.size(); }
  std::int64_t count(std::size_t i) const override { return listed_.count(i); }
  Result<ListedKey> key(std::size_t i, std::string& room) const override {
    if (const auto text = keys_.text_in(listed_.key(i))) return ListedKey{*text};
    room = *keys_.digest_in(listed_.key(i));
    return ListedKey{room, true};
  }

 private:
  CountedKeys listed_;
  StreamKeys keys_;
};

}  // namespace

Result<SizedStream> empty_stream(const CountRequest& request, Seed seed,
                                 std::optional<std::uint64_t> stream_bytes) {
  const StreamKind kind = counter_kind(request, CountedAs::slots);
  const auto capacity = capacity_for(request, kind, stream_bytes);
  if (!capacity) return failure(capacity.error());
  const auto shape = planned_stream(*capacity, kind);
  if (!shape) return failure(shape.error());
  return SizedStream{{request.description, 0, 0, InvertibleCounter(shape->counter, request.family, seed),
                      StrataEstimator(shape->distinct, request.family, seed)},
                     *capacity};
}

Result<void> add_lines(CountedStream& stream, LineSource& source, reconcile::Watch& watch) {
  const auto shown = watch.show(
      {reconcile::Watch::Stage::reading, [&source] { return source.bytes_read(); }, source.size()});
  const StreamKeys slots(stream.description, hashing_of(stream));
  StreamFiller filler(stream.counter, stream.distinct);
  const LineKeys keys(stream.description.part);
  IpAddress address;
  Bytes waiting;
  RowBatch batch;
  for (;;) {
    if (auto goes_on = watch.may_go_on(source.name()); !goes_on) return goes_on;
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

Result<Counted> list_stream(SizedStream& sized) {
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
  return Counted{std::make_unique<ListedSlots>(std::move(*listed), keys), summary};
}

Result<Counted> count_lines(LineSource& lines, const CountRequest& request, reconcile::Watch& watch) {
  if (lines.size() && !request.one_pass) return count_by_digests(lines, request, watch);
  auto stream = empty_stream(request, request.seed ? *request.seed : random_seed(), lines.size());
  if (!stream) return failure(stream.error());
  if (auto filled = add_lines(stream->stream, lines, watch); !filled) return failure(filled.error());
  return list_stream(*stream);
}

}  // namespace peel::sources
