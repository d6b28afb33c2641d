#include "sources/count/file_count.hpp"

#include "peel/invertible/stream_filler.hpp"
#include "peel/sources/open.hpp"

#include "sources/count/count_size.hpp"
#include "sources/count/found_texts.hpp"
#include "sources/line_keys.hpp"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace peel::sources {

namespace {

// For texts of keys; those beyond it are read from the file again when they are printed.
constexpr std::uint64_t kTextBytes = std::uint64_t{256} << 20;
constexpr unsigned kMostTries = 3;
constexpr std::uint64_t kPurposeOfDigests = 0x646967657374;  // "digest"

using Stage = reconcile::Watch::Stage;

// One counter that was filled and listed.
struct Listed {
  CounterListing listing;
  CountSummary summary;
};

class FileCount {
 public:
  FileCount(LineSource& file, const CountRequest& request, reconcile::Watch& watch)
      : file_(file),
        request_(request),
        watch_(watch),
        kind_(counter_kind(request, CountedAs::digests)),
        seed_(request.seed ? *request.seed : random_seed()),
        digests_(request.family, seed_.derive(kPurposeOfDigests)) {}

  Result<Counted> run() {
    auto listed = list();
    if (!listed) return failure(listed.error());
    const ListingOutcome outcome = listed->listing.outcome;
    // Addresses do not stand in the file as they are counted. They take little room.
    const bool are_addresses = request_.description.part.keys == CountedPart::Keys::addresses;
    const std::uint64_t text_bytes = are_addresses ? ~std::uint64_t{0} : kTextBytes;
    auto texts = std::make_unique<FoundTexts>(std::move(listed->listing.keys), file_, text_bytes);
    if (auto found = find_texts(*texts, outcome); !found) return failure(found.error());
    listed->summary.passes = passes_;
    return Counted{std::move(texts), listed->summary};
  }

 private:
  // With a larger counter as long as that is allowed.
  Result<Listed> list() {
    auto capacity = capacity_for(request_, kind_, file_.size());
    if (!capacity) return failure(capacity.error());
    for (unsigned tries = 1;; ++tries) {
      auto listed = list(*capacity);
      if (!listed || !listed->summary.unlisted || request_.is_sized() || tries == kMostTries) return listed;
      const CountSummary::Unlisted& unlisted = *listed->summary.unlisted;
      if (unlisted.capacity_needed.value == 0 || unlisted.bytes_needed > kUsualMostBytes) return listed;
      capacity = unlisted.capacity_needed;
    }
  }

  Result<Listed> list(ItemCount capacity) {
    const auto shape = planned_stream(capacity, kind_);
    if (!shape) return failure(shape.error());
    InvertibleCounter counter(shape->counter, request_.family, seed_);
    StrataEstimator distinct(shape->distinct, request_.family, seed_);
    StreamFiller filler(counter, distinct);
    lines_ = keyless_ = 0;
    Bytes digests;
    auto read = read_keys([&](std::span<const HashedText> keys) {
      digests.resize(keys.size() * kind_.key_width.value);
      for (std::size_t i = 0; i < keys.size(); ++i)
        store_le(&digests[i * kind_.key_width.value], keys[i].hash.low);
      return filler.add(digests);
    });
    if (!read) return failure(read.error());
    if (auto finished = filler.finish(); !finished) return failure(finished.error());
    Listed listed{
        counter.consume(),
        {.lines = lines_, .keyless = keyless_, .capacity = capacity.value, .bytes = shape->bytes()}};
    listed.summary.complete = listed.listing.complete();
    if (listed.summary.complete) return listed;
    const CountedKeys& keys = listed.listing.keys;
    const auto unlisted = estimate_unlisted(distinct, keys);
    if (!unlisted) return failure(unlisted.error());
    add_unlisted(listed.summary, *unlisted, ItemCount(keys.size()), kind_);
    return listed;
  }

  Result<void> find_texts(FoundTexts& texts, ListingOutcome outcome) {
    const std::int64_t lines = lines_, keyless = keyless_;
    lines_ = keyless_ = 0;
    std::uint64_t not_listed = 0;
    auto read = read_keys([&](std::span<const HashedText> keys) -> Result<void> {
      const FoundTexts::Taken taken = texts.take(keys);
      not_listed += taken.not_listed;
      return taken.of_other_text == 0 ? Result<void>() : two_of_one_digest();
    });
    if (!read) return read;
    const bool agrees = outcome != ListingOutcome::complete || (not_listed == 0 && texts.agrees());
    if (!agrees || lines != lines_ || keyless != keyless_) {
      return failure(ErrorCode::io, "the second pass over " + file_.name() +
                                        " does not find the keys that the first one counted; was it changed "
                                        "meanwhile?");
    }
    texts.finish();
    return {};
  }

  tl::unexpected<Error> two_of_one_digest() const {
    return failure(ErrorCode::io,
                   "two keys of " + file_.name() +
                       " have one digest, and so their counts are mixed up; another seed tells "
                       "them apart");
  }

  // Calls take() with the keys of some lines at a time.
  template <class Take>
  Result<void> read_keys(Take take) {
    if (auto rewound = file_.rewind(); !rewound) return rewound;
    const auto shown = watch_.show({passes_ == 0 ? Stage::reading : Stage::reading_again,
                                    [this] { return file_.bytes_read(); }, file_.size()});
    ++passes_;
    const LineKeys line_keys(request_.description.part);
    std::vector<IpAddress> addresses(kBatchRows);
    std::vector<HashedText> keys;
    RowBatch batch;
    for (;;) {
      if (auto goes_on = watch_.may_go_on(file_.name()); !goes_on) return goes_on;
      if (auto read = file_.next(batch); !read) return read;
      if (batch.empty()) return {};
      keys.clear();
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto text = line_keys.key_in(batch.raw(i), addresses[i]);
        if (text) keys.push_back({*text, digests_(as_bytes(*text))});
      }
      lines_ += static_cast<std::int64_t>(batch.size());
      keyless_ += static_cast<std::int64_t>(batch.size() - keys.size());
      if (auto taken = take(keys); !taken) return taken;
    }
  }

  LineSource& file_;
  const CountRequest& request_;
  reconcile::Watch& watch_;
  StreamKind kind_;
  Seed seed_;
  KeyHasher digests_;
  std::int64_t lines_ = 0;
  std::int64_t keyless_ = 0;
  unsigned passes_ = 0;
};

}  // namespace

Result<Counted> count_by_digests(LineSource& file, const CountRequest& request, reconcile::Watch& watch) {
  return FileCount(file, request, watch).run();
}

}  // namespace peel::sources
