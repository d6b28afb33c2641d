#include "peel/invertible/strata_estimator.hpp"

#include "peel/analysis/strata.hpp"

#include "core/assert.hpp"
#include "core/checked.hpp"
#include "invertible/cell_layout.hpp"
#include "invertible/incompatibility.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

namespace peel {

namespace {

constexpr HashCount kHashes{4};
// The same item in two levels is impossible, so a wrong listing can only come from the few items of one
// level: 24 bits leave about one in ten million (docs/theory/compact-tables.md).
constexpr BitWidth kCheckBits{24};
constexpr std::size_t kHashedAtATime = 32;            // items that are hashed at a time
constexpr std::size_t kBatch = 128 * kHashedAtATime;  // items that wait for their tables at a time
constexpr std::uint64_t kMostItems = std::uint64_t{1} << 56;

std::uint64_t trailing_zeros(const KeyHash& hash) {
  return static_cast<std::uint64_t>(std::countr_zero(hash.word(kSamplingWord)));
}

// The double may be anything but NaN.
ItemCount whole(double number) {
  return ItemCount(static_cast<std::uint64_t>(std::clamp(number, 0.0, static_cast<double>(kMostItems))));
}

}  // namespace

Result<StrataShape> StrataShape::from(const StrataSpec& spec) {
  const std::uint64_t first = spec.first_level.value, levels = spec.levels.value,
                      cells = spec.level_cells.value;
  if (first > kMaxSamplingLevel || levels == 0 || levels > kMaxSamplingLevel + 1 - first) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(levels) + " sampling levels from " + std::to_string(first) +
                       " on: accepted is at least one, and none beyond " + std::to_string(kMaxSamplingLevel));
  }
  if (cells == 0 || cells > kMaxStrataCells) {
    return failure(ErrorCode::invalid_argument, std::to_string(cells) +
                                                    " cells for a sampling level: accepted are 1 to " +
                                                    std::to_string(kMaxStrataCells));
  }
  const auto level_shape = IbltShape::from({.cells = spec.level_cells,
                                            .hashes = kHashes,
                                            .key_width = ByteWidth(kStrataItemBytes),
                                            .arithmetic = CellArithmetic::prime_field,
                                            .checks = CellChecks::keys,
                                            .check_bits = kCheckBits});
  if (!level_shape) return failure(level_shape.error());
  return StrataShape(first, levels, *level_shape);
}

StrataEstimator::StrataEstimator(const StrataShape& shape, HashFamily family, Seed seed)
    : shape_(shape),
      hasher_(family, seed),
      levels_(shape.levels().value, Iblt(shape.level_shape(), family, seed)) {}

Result<StrataEstimator> StrataEstimator::from_levels(const StrataShape& shape, HashFamily family, Seed seed,
                                                     std::vector<Iblt> tables) {
  const ItemHashing hashing(family, seed);
  const bool fits =
      tables.size() == shape.levels().value && std::ranges::all_of(tables, [&](const Iblt& table) {
        return table.shape() == shape.level_shape() && table.hashing() == hashing &&
               table.lost_sub_tables().empty();
      });
  if (!fits) {
    return failure(ErrorCode::malformed, std::to_string(tables.size()) +
                                             " tables that are not the levels of a strata estimator with " +
                                             std::to_string(shape.levels().value) + " levels");
  }
  return StrataEstimator(shape, KeyHasher(family, seed), std::move(tables));
}

Result<void> StrataEstimator::check_room_for(std::uint64_t copies) const {
  const std::uint64_t seen = std::ranges::max_element(levels_, {}, &Iblt::gross_total)->gross_total();
  if (copies <= kMaxGrossTotal - seen) return {};
  return failure(ErrorCode::limit_exceeded, std::to_string(copies) + " copies of items, after up to " +
                                                std::to_string(seen) + " in one level, exceed the limit of " +
                                                std::to_string(kMaxGrossTotal));
}

template <class Take>
void StrataEstimator::for_each_stored(std::span<const std::uint64_t> items, Take take) const {
  const std::uint64_t first = shape_.first_level().value, last = shape_.last_level().value;
  std::array<std::uint64_t, kHashedAtATime> masked;
  std::array<KeyHash, kHashedAtATime> hashes;
  for (std::size_t begin = 0; begin < items.size(); begin += kHashedAtATime) {
    const std::size_t n = std::min(kHashedAtATime, items.size() - begin);
    for (std::size_t i = 0; i < n; ++i) masked[i] = items[begin + i] & kStrataItemMask;
    hasher_.hash(std::span(masked).first(n), std::span(hashes).first(n));
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t zeros = trailing_zeros(hashes[i]);
      if (zeros >= first) take(begin + i, std::min(zeros, last) - first, masked[i]);
    }
  }
}

Result<void> StrataEstimator::add(std::span<const std::uint64_t> items, std::int64_t times) {
  if (items.empty() || times == 0) return {};
  const auto total = checked_multiply(detail::magnitude(times), items.size());
  if (auto ok = check_room_for(total.value_or(~std::uint64_t{0})); !ok) return ok;
  std::vector<Bytes> keys(levels_.size());
  for (; !items.empty(); items = items.subspan(std::min(kBatch, items.size()))) {
    for_each_stored(
        items.first(std::min(kBatch, items.size())), [&](std::size_t, std::size_t level, std::uint64_t item) {
          Bytes& level_keys = keys[level];
          level_keys.resize(level_keys.size() + kStrataItemBytes);
          store_le(level_keys.data() + level_keys.size() - kStrataItemBytes, item, kStrataItemBytes);
        });
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const auto added = levels_[level].add({keys[level]}, times);
      PEEL_ASSERT(added.has_value());
      keys[level].clear();
    }
  }
  return {};
}

Result<void> StrataEstimator::add(std::span<const std::uint64_t> items, std::span<const std::int64_t> times) {
  if (items.size() != times.size()) {
    return failure(ErrorCode::invalid_argument, std::to_string(items.size()) + " items and " +
                                                    std::to_string(times.size()) +
                                                    " multiplicities; accepted are as many of both");
  }
  std::uint64_t total = 0;
  for (const std::int64_t each : times) {
    total = checked_add(total, detail::magnitude(each)).value_or(~std::uint64_t{0});
  }
  if (auto ok = check_room_for(total); !ok) return ok;
  for_each_stored(items, [&](std::size_t i, std::size_t level, std::uint64_t item) {
    std::array<std::byte, kStrataItemBytes> key;
    store_le(key.data(), item, kStrataItemBytes);
    const auto added = levels_[level].add({key}, times[i]);
    PEEL_ASSERT(added.has_value());
  });
  return {};
}

Result<void> StrataEstimator::check_compatible(const StrataEstimator& other) const {
  std::string difference = detail::difference_of(shape_, other.shape_);
  if (difference.empty())
    difference = detail::difference_of(levels_[0].hashing(), other.levels_[0].hashing());
  if (!difference.empty()) {
    return failure(ErrorCode::incompatible,
                   "these strata estimators cannot be combined: they have " + difference);
  }
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    if (other.levels_[level].gross_total() <= kMaxGrossTotal - levels_[level].gross_total()) continue;
    return failure(ErrorCode::limit_exceeded, "together the strata estimators saw more than " +
                                                  std::to_string(kMaxGrossTotal) +
                                                  " insertions and deletions");
  }
  return {};
}

Result<void> StrataEstimator::merge(const StrataEstimator& other) {
  if (auto ok = check_compatible(other); !ok) return ok;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const auto merged = levels_[level].merge(other.levels_[level]);
    PEEL_ASSERT(merged.has_value());
  }
  return {};
}

Result<void> StrataEstimator::subtract(const StrataEstimator& other) {
  if (auto ok = check_compatible(other); !ok) return ok;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const auto subtracted = levels_[level].subtract(other.levels_[level]);
    PEEL_ASSERT(subtracted.has_value());
  }
  return {};
}

// How many items are in one level; nothing if it does not list.
std::optional<std::uint64_t> StrataEstimator::items_of(std::size_t index) const {
  const Listing listing = levels_[index].list();
  if (!listing.complete()) return std::nullopt;
  for (const Entries* entries : {&listing.inserted, &listing.deleted}) {
    for (std::size_t i = 0; i < entries->size(); ++i) {
      const std::uint64_t zeros = trailing_zeros(hasher_(entries->key_integer(i)));
      const std::uint64_t level = std::min(zeros, shape_.last_level().value);
      if (level != shape_.first_level().value + index) return std::nullopt;
    }
  }
  return listing.inserted.size() + listing.deleted.size();
}

StrataEstimate StrataEstimator::estimate() const {
  std::size_t index = levels_.size();
  std::uint64_t listed = 0;
  while (index > 0) {
    const auto items = items_of(index - 1);
    if (!items) break;
    listed += *items;
    --index;
  }
  const SamplingLevel level(shape_.first_level().value + index);
  if (index == levels_.size()) {
    const double full = static_cast<double>(shape_.level_shape().cells().value);
    const ItemCount guess = whole(std::ldexp(full, static_cast<int>(shape_.last_level().value)));
    return {guess, ItemCount(0), ItemCount(kMostItems), StrataEstimate::Basis::none, level, ItemCount(0)};
  }
  const auto total = analysis::sampled_total(ItemCount(listed), level, kStrataStandardErrors);
  const auto basis = level.value == 0 ? StrataEstimate::Basis::exact : StrataEstimate::Basis::sampled;
  return {whole(total.likely), whole(std::floor(total.least)), whole(std::ceil(total.most)), basis, level,
          ItemCount(listed)};
}

bool StrataEstimator::empty() const {
  return std::ranges::all_of(levels_, [](const Iblt& table) { return table.empty(); });
}

std::string_view name_of(StrataEstimate::Basis basis) {
  switch (basis) {
    case StrataEstimate::Basis::exact:
      return "exact";
    case StrataEstimate::Basis::sampled:
      return "sampled";
    case StrataEstimate::Basis::none:
      return "none";
  }
  return "unknown";
}

}  // namespace peel
