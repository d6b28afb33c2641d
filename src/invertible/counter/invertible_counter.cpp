#include "peel/invertible/invertible_counter.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/counter/cell_reader.hpp"
#include "invertible/counter/kept_keys.hpp"
#include "invertible/incompatibility.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace peel {

namespace {

tl::unexpected<Error> malformed_cell(std::uint64_t cell, const std::string& why) {
  return failure(ErrorCode::malformed, "cell " + std::to_string(cell) + " " + why);
}

}  // namespace

InvertibleCounter::InvertibleCounter(const CounterShape& shape, HashFamily family, Seed seed)
    : InvertibleCounter(shape, ItemHashing(family, seed)) {}

InvertibleCounter::InvertibleCounter(const CounterShape& shape, ItemHashing hashing)
    : InvertibleCounter(shape, std::move(hashing),
                        std::vector<std::uint64_t>(shape.cells().value * shape.cell_words())) {}

InvertibleCounter::InvertibleCounter(const CounterShape& shape, ItemHashing hashing,
                                     std::vector<std::uint64_t> cells)
    : shape_(shape), hashing_(std::move(hashing)), cells_(std::move(cells)) {}

Result<InvertibleCounter> InvertibleCounter::from_cells(const CounterShape& shape, ItemHashing hashing,
                                                        std::uint64_t gross_total,
                                                        std::vector<std::uint64_t> cells) {
  const unsigned words = shape.cell_words();
  if (cells.size() != shape.cells().value * words) {
    return failure(ErrorCode::malformed, std::to_string(cells.size()) + " words for " +
                                             std::to_string(shape.cells().value) + " cells of " +
                                             std::to_string(words) + " words");
  }
  if (gross_total > kMaxCounted) {
    return failure(ErrorCode::malformed, "a gross total of " + std::to_string(gross_total) +
                                             " is beyond the limit of " + std::to_string(kMaxCounted));
  }
  for (std::uint64_t c = 0; c < shape.cells().value; ++c) {
    const std::uint64_t* cell = &cells[c * words];
    const std::int64_t count = detail::count_of(cell);
    if (detail::magnitude(count) > gross_total) {
      return malformed_cell(c, "counts " + std::to_string(count) + " keys in a counter that saw " +
                                   std::to_string(gross_total));
    }
    for (unsigned w = 1; w < words; ++w) {
      if (cell[w] >= detail::field::kModulus) return malformed_cell(c, "has a word out of range");
    }
    const std::uint64_t* kept = cell + shape.sum_words();
    if (shape.keeps_a_key() && !detail::keeps_key(kept) && !detail::is_empty(kept, shape.key_words())) {
      return malformed_cell(c, "keeps no key and yet words of one");
    }
  }
  InvertibleCounter counter(shape, std::move(hashing), std::move(cells));
  counter.gross_total_ = gross_total;
  return counter;
}

Result<void> InvertibleCounter::combine(const InvertibleCounter& other, std::int64_t sign) {
  std::string difference = detail::difference_of(shape_, other.shape_);
  if (difference.empty()) difference = detail::difference_of(hashing_, other.hashing_);
  if (!difference.empty()) {
    return failure(ErrorCode::incompatible, "these counters cannot be combined: they have " + difference);
  }
  if (other.gross_total_ > kMaxCounted - gross_total_) {
    return failure(ErrorCode::limit_exceeded, "together the counters saw more than " +
                                                  std::to_string(kMaxCounted) + " insertions and deletions");
  }
  const std::uint64_t moment = gross_total_;
  gross_total_ += other.gross_total_;
  const unsigned words = shape_.cell_words();
  for (std::size_t at = 0; at < cells_.size(); at += words) {
    if (sign > 0) {
      detail::add_term(&cells_[at], &other.cells_[at], shape_.sum_words());
    } else {
      detail::subtract_term(&cells_[at], &other.cells_[at], shape_.sum_words());
    }
    if (!shape_.keeps_a_key()) continue;
    // As if the other's copies had arrived after ours, with the key that they keep.
    std::uint64_t* kept = &cells_[at + shape_.sum_words()];
    const std::uint64_t* theirs = &other.cells_[at + shape_.sum_words()];
    const detail::Arrival arrival{detail::count_of(&other.cells_[at]), detail::count_of(&cells_[at]),
                                  scramble(scramble(moment) + at * kGolden)};
    const bool take = detail::keeps_key(theirs) && arrival.is_to_be_kept(shape_.kept(), kept);
    if (take) std::copy_n(theirs, shape_.key_words(), kept);
  }
  return {};
}

Result<void> InvertibleCounter::merge(const InvertibleCounter& other) {
  return combine(other, 1);
}

Result<void> InvertibleCounter::subtract(const InvertibleCounter& other) {
  return combine(other, -1);
}

bool InvertibleCounter::empty() const {
  for (std::size_t at = 0; at < cells_.size(); at += shape_.cell_words()) {
    if (!detail::is_empty(&cells_[at], shape_.sum_words())) return false;
  }
  return true;
}

}  // namespace peel
