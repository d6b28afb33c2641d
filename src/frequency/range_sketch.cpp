#include "peel/frequency/range_sketch.hpp"

#include "core/assert.hpp"
#include "frequency/cells.hpp"
#include "hashing/hasher_difference.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

constexpr std::size_t kBlock = 4096;  // keys that go through one level before the next

}  // namespace

RangeSketch::RangeSketch(const RangeShape& shape, HashFamily family, Seed seed)
    : shape_(shape), family_(family), seed_(seed), exact_(std::uint64_t{2} << shape.exact_bits().value) {
  for (std::uint64_t level = 0; level < shape.sketched_levels().value; ++level) {
    levels_.push_back(*CountMinSketch::make(shape.grid(), CountMinRule::plain, family, seed.derive(level)));
  }
}

Result<RangeSketch> RangeSketch::from_parts(Parts parts) {
  RangeSketch sketch(parts.shape, parts.family, parts.seed);
  const std::uint64_t leaves = sketch.exact_.size() / 2;
  if (parts.exact.size() != leaves || parts.levels.size() != sketch.levels_.size()) {
    return failure(ErrorCode::malformed, std::to_string(parts.exact.size()) + " exact counters and " +
                                             std::to_string(parts.levels.size()) +
                                             " levels: this shape has " + std::to_string(leaves) + " and " +
                                             std::to_string(sketch.levels_.size()));
  }
  std::ranges::copy(parts.exact.span(), sketch.exact_.data() + leaves);
  for (std::uint64_t i = leaves - 1; i > 0; --i)
    sketch.exact_.data()[i] = raised(sketch.exact_.data()[2 * i], sketch.exact_.data()[2 * i + 1]);
  for (std::size_t level = 0; level < parts.levels.size(); ++level) {
    auto adopted = CountMinSketch::from_words(parts.shape.grid(), CountMinRule::plain,
                                              KeyHasher(parts.family, parts.seed.derive(level)),
                                              sketch.total(), std::move(parts.levels[level]));
    if (!adopted) {
      return failure(adopted.error().code(),
                     "level " + std::to_string(level) + ": " + adopted.error().sentence());
    }
    sketch.levels_[level] = std::move(*adopted);
  }
  return sketch;
}

Result<void> RangeSketch::check(std::span<const std::uint64_t> keys) const {
  const auto large =
      std::ranges::find_if(keys, [this](std::uint64_t key) { return key > shape_.largest_key(); });
  if (large == keys.end()) return {};
  return failure(ErrorCode::invalid_argument, "key " + std::to_string(*large) + ": accepted are keys of " +
                                                  std::to_string(shape_.key_bits().value) + " bits, up to " +
                                                  std::to_string(shape_.largest_key()));
}

Result<void> RangeSketch::add(std::uint64_t key, CopyCount copies) {
  return add(std::span(&key, 1), std::span(&copies, 1));
}

Result<void> RangeSketch::add(std::span<const std::uint64_t> keys) {
  if (auto ok = check(keys); !ok) return ok;
  for (std::size_t done = 0; done < keys.size(); done += kBlock)
    add_block(keys.subspan(done, std::min(kBlock, keys.size() - done)), {});
  return {};
}

Result<void> RangeSketch::add(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  PEEL_ASSERT(keys.size() == copies.size());
  if (auto ok = check(keys); !ok) return ok;
  for (std::size_t done = 0; done < keys.size(); done += kBlock) {
    const std::size_t count = std::min(kBlock, keys.size() - done);
    add_block(keys.subspan(done, count), copies.subspan(done, count));
  }
  return {};
}

// Level by level, so that the counters of one have the cache for themselves.
void RangeSketch::add_block(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies) {
  std::array<std::uint64_t, kBlock> room;
  const std::span prefixes = std::span(room).first(keys.size());
  std::ranges::copy(keys, prefixes.begin());
  for (CountMinSketch& level : levels_) {
    copies.empty() ? level.add(prefixes) : level.add(prefixes, copies);
    for (std::uint64_t& prefix : prefixes) prefix >>= 1;
  }
  for (std::uint64_t& prefix : prefixes) prefix |= std::uint64_t{1} << shape_.exact_bits().value;
  for (std::uint64_t level = 0; level <= shape_.exact_bits().value; ++level) {
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      std::uint64_t& counter = exact_.data()[prefixes[i]];
      counter = raised(counter, copies.empty() ? 1 : copies[i].value);
      prefixes[i] >>= 1;
    }
  }
}

std::uint64_t RangeSketch::exact(Piece piece) const {
  return exact_.data()[std::uint64_t{1} << (shape_.key_bits().value - piece.level) | piece.prefix];
}

CountBounds RangeSketch::count(Piece piece) const {
  if (piece.level < levels_.size()) return levels_[piece.level].bounds(piece.prefix);
  const std::uint64_t exactly = exact(piece);
  return {.lower = exactly, .upper = exactly, .saturated = false};
}

void RangeSketch::clear() {
  for (CountMinSketch& level : levels_) level.clear();
  std::ranges::fill(exact_.span(), 0);
}

Result<void> RangeSketch::merge(const RangeSketch& other) {
  if (shape_ != other.shape_)
    return failure(ErrorCode::incompatible, "the sketches differ in bits of keys, rows, columns or counters");
  const std::string difference =
      detail::difference_of(KeyHasher(family_, seed_), KeyHasher(other.family_, other.seed_));
  if (!difference.empty()) return failure(ErrorCode::incompatible, "the sketches have " + difference);
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    if (auto merged = levels_[level].merge(other.levels_[level]); !merged) return merged;  // never: all agree
  }
  for (std::uint64_t i = 0; i < exact_.size(); ++i)
    exact_.data()[i] = raised(exact_.data()[i], other.exact_.data()[i]);
  return {};
}

std::uint64_t RangeSketch::bytes() const {
  return sizeof *this + levels_.size() * sizeof(CountMinSketch) + shape_.bytes();
}

bool operator==(const RangeSketch& a, const RangeSketch& b) {
  return a.shape_ == b.shape_ && a.family_ == b.family_ && a.seed_ == b.seed_ && a.levels_ == b.levels_ &&
         std::ranges::equal(a.exact_.span(), b.exact_.span());
}

}  // namespace peel
