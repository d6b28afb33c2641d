#include "peel/invertible/rateless_decoder.hpp"

#include "peel/analysis/rateless.hpp"

#include "hashing/hasher_difference.hpp"
#include "invertible/incompatibility.hpp"
#include "invertible/rateless/stream_peeler.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace peel {

std::string_view name_of(RatelessOutcome outcome) {
  switch (outcome) {
    case RatelessOutcome::needs_more:
      return "needs more";
    case RatelessOutcome::complete:
      return "complete";
    case RatelessOutcome::malformed:
      return "malformed";
  }
  return "unknown";
}

RatelessDecoder::RatelessDecoder(const RatelessShape& shape, const KeyHasher& hashing, FindTwin find_twin)
    : shape_(shape), hashing_(hashing), find_twin_(std::move(find_twin)) {
  for (std::uint64_t shard = 0; shard < shape.shards(); ++shard) {
    detail::with_stream_policies(shape, [&]<class Arithmetic, class Layout, RatelessForm form>() {
      streams_.push_back(std::make_unique<detail::StreamPeeler<Arithmetic, Layout, form>>(shape));
    });
  }
}

RatelessDecoder::~RatelessDecoder() = default;
RatelessDecoder::RatelessDecoder(RatelessDecoder&&) noexcept = default;
RatelessDecoder& RatelessDecoder::operator=(RatelessDecoder&&) noexcept = default;

Result<void> RatelessDecoder::take(const RatelessCells& difference) {
  std::string unlike = detail::difference_of(shape_, difference.shape());
  if (unlike.empty()) unlike = detail::difference_of(hashing_, difference.hashing());
  if (!unlike.empty())
    return failure(ErrorCode::incompatible, "these cells are of another table: they have " + unlike);
  if (difference.range().first != received_) {
    return failure(ErrorCode::incompatible, "cells from " + std::to_string(difference.range().first) +
                                                " on, where cell " + std::to_string(received_) +
                                                " comes next");
  }
  if (received_ != 0 && difference.totals() != totals_) {
    return failure(ErrorCode::incompatible,
                   "these cells stand for other items than those before: the data changed in between");
  }
  if (received_ == 0) totals_ = left_ = difference.totals();
  received_ = difference.range().end;
  detail::CellRows rows;
  for (std::uint64_t shard = 0; shard < shape_.shards(); ++shard)
    streams_[shard]->take(difference.stream(shard), {hashing_, find_twin_, left_, rows});
  return {};
}

RatelessOutcome RatelessDecoder::outcome() const {
  const auto is_malformed = [](const auto& stream) { return stream->is_malformed(); };
  if (std::ranges::any_of(streams_, is_malformed)) return RatelessOutcome::malformed;
  if (received_ == 0 || left_.net != 0 || left_.digest_low != 0 || left_.digest_high != 0)
    return RatelessOutcome::needs_more;
  const auto is_empty = [](const auto& stream) { return stream->is_empty(); };
  return std::ranges::all_of(streams_, is_empty) ? RatelessOutcome::complete : RatelessOutcome::needs_more;
}

std::uint64_t RatelessDecoder::listed() const {
  std::uint64_t items = 0;
  for (const auto& stream : streams_) items += stream->found().size();
  return items;
}

// Each cell counts a random part of what is left. If n more items are left on one side than on the other, a
// cell that holds a share p of all items counts p n in the mean, with a variance of p (1 - p) for each item
// on either side.
double RatelessDecoder::estimated_left() const {
  double items = 0;
  for (const auto& stream : streams_) {
    const auto words = stream->words();
    const std::uint64_t cells = words.size() / shape_.cell_words();
    if (cells == 0) continue;
    const auto net = static_cast<double>(detail::count_of(words.data()));
    double sum = 0, terms = 0;
    for (std::uint64_t c = 1; c < cells; ++c) {
      const double share = analysis::rateless_share(shape_.form(), c);
      if (share >= 1) continue;
      const double beside =
          static_cast<double>(detail::count_of(words.data() + c * shape_.cell_words())) - share * net;
      sum += beside * beside / (share * (1 - share));
      ++terms;
    }
    items += std::max(std::abs(net), terms > 0 ? sum / terms : 0.0);
  }
  return items;
}

Listing RatelessDecoder::listing() const {
  const std::size_t width = shape_.key_width().value;
  Listing listing{Entries(width, 0), Entries(width, 0)};
  for (const auto& stream : streams_) stream->found().list(listing.inserted, listing.deleted);
  const RatelessOutcome how = outcome();
  for (const auto& stream : streams_) {
    if (how == RatelessOutcome::complete) break;
    const auto words = stream->words();
    for (std::size_t at = 0; at < words.size(); at += shape_.cell_words())
      listing.poisoned_cells += detail::is_empty(words.data() + at, shape_.cell_words()) ? 0U : 1U;
  }
  listing.outcome = how == RatelessOutcome::complete    ? ListingOutcome::complete
                    : how == RatelessOutcome::malformed ? ListingOutcome::malformed
                                                        : ListingOutcome::incomplete;
  return listing;
}

}  // namespace peel
