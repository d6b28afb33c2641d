// StrataEstimator: how many distinct items differ between two multisets [Eppstein, Goodrich, Uyeda, Varghese
// 2011]. Each item belongs to one level by its hash, to level j with probability 2^-(j+1), and each level is
// a small invertible table. Two estimators subtract; the sparse levels of the difference can be listed, and
// what they hold is a sample of known rate.
//
// Items are distinct by what they are, not by how often they occur: cells add in the prime field, so an item
// that one side has a million times more is one item of the difference. (docs/theory/strata.md)
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/iblt_shape.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace peel {

// Of an item, which is a digest, only these many low bits count: one limb of the field.
inline constexpr std::uint64_t kStrataItemBytes = 7;
inline constexpr std::uint64_t kStrataItemMask = (std::uint64_t{1} << 56) - 1;
// Levels are numbered 0 to 56: no more than 2^56 items are distinct.
inline constexpr std::uint64_t kMaxSamplingLevel = 56;
inline constexpr std::uint64_t kMaxStrataCells = 65'536;  // of one level

// How far from its estimate the truth is believed to be at most.
inline constexpr double kStrataStandardErrors = 5;

struct StrataSpec {
  SamplingLevel first_level{0};  // items of lower levels are not stored: all estimates become samples
  LevelCount levels{33};         // the last one also holds what would go beyond it
  CellCount level_cells{72};     // of one level; rounded up to a multiple of 4
};

// Four hashes: with three, a level of a dozen items would fail now and then because two items share all
// cells.
class StrataShape {
 public:
  // Fails with `invalid_argument` unless there is a level, none beyond kMaxSamplingLevel, and 1 to
  // kMaxStrataCells cells in each.
  static Result<StrataShape> from(const StrataSpec& spec);

  SamplingLevel first_level() const { return SamplingLevel(first_level_); }
  LevelCount levels() const { return LevelCount(levels_); }
  SamplingLevel last_level() const { return SamplingLevel(first_level_ + levels_ - 1); }
  const IbltShape& level_shape() const { return level_shape_; }

  friend bool operator==(const StrataShape&, const StrataShape&) = default;

 private:
  StrataShape(std::uint64_t first_level, std::uint64_t levels, const IbltShape& level_shape)
      : first_level_(first_level), levels_(levels), level_shape_(level_shape) {}

  std::uint64_t first_level_;
  std::uint64_t levels_;
  IbltShape level_shape_;
};

// How many distinct items an estimator holds, of either sign.
struct StrataEstimate {
  enum class Basis : std::uint8_t {
    exact,    // everything was listed: items = least = most
    sampled,  // from the levels that could be listed
    none,     // not even the sparsest level could be listed: `items` and `most` are no more than guesses
  };

  ItemCount items;
  ItemCount least;  // between these it is believed to be: see estimate()
  ItemCount most;
  Basis basis;
  SamplingLevel level;  // items of this level and higher ones were listed
  ItemCount listed;     // so many
};

std::string_view name_of(StrataEstimate::Basis basis);

class StrataEstimator {
 public:
  StrataEstimator(const StrataShape& shape, HashFamily family, Seed seed);

  // Adopts tables that came from elsewhere, one for each level, the densest first. Fails with `malformed`
  // unless they are as many as the shape says, all of its level_shape(), of this family and seed, with
  // nothing lost.
  [[nodiscard]] static Result<StrataEstimator> from_levels(const StrataShape& shape, HashFamily family,
                                                           Seed seed, std::vector<Iblt> tables);

  // Each item `times` times, or minus so many deletions. Hashing, and nothing else, is the price of an item
  // below the first level. Fails with `limit_exceeded` beyond kMaxGrossTotal, and then changes nothing.
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> items, std::int64_t times);
  // The i-th item times[i] times; as many of both. Meant for samples: what is stored goes in one by one.
  [[nodiscard]] Result<void> add(std::span<const std::uint64_t> items, std::span<const std::int64_t> times);
  [[nodiscard]] Result<void> insert(std::span<const std::uint64_t> items) { return add(items, 1); }
  [[nodiscard]] Result<void> erase(std::span<const std::uint64_t> items) { return add(items, -1); }

  // Both fail with `incompatible` unless shape, family and seed agree, with `limit_exceeded` beyond
  // kMaxGrossTotal. On failure nothing changes.
  [[nodiscard]] Result<void> merge(const StrataEstimator& other);
  [[nodiscard]] Result<void> subtract(const StrataEstimator& other);

  // Lists from the sparsest level down to the first that does not list, and scales up what was listed. The
  // range is that of analysis::sampled_total for kStrataStandardErrors: with 5, each level at which listing
  // may stop leaves the true number outside of it with a probability of at most 2 e^-12.5, 7.5e-6. Linear in
  // the cells. A level with an item that does not belong to it, as only a forger writes it, counts as one
  // that does not list.
  StrataEstimate estimate() const;

  const StrataShape& shape() const { return shape_; }
  HashFamily family() const { return hasher_.family(); }
  Seed seed() const { return hasher_.seed(); }
  std::span<const Iblt> levels() const { return levels_; }  // the densest first
  bool empty() const;

 private:
  StrataEstimator(const StrataShape& shape, const KeyHasher& hasher, std::vector<Iblt> levels)
      : shape_(shape), hasher_(hasher), levels_(std::move(levels)) {}
  // Calls take(i, level, item) for each item that is stored, with its index and that of its level.
  template <class Take>
  void for_each_stored(std::span<const std::uint64_t> items, Take take) const;
  Result<void> check_room_for(std::uint64_t copies) const;
  std::optional<std::uint64_t> items_of(std::size_t index) const;
  Result<void> check_compatible(const StrataEstimator& other) const;

  StrataShape shape_;
  KeyHasher hasher_;
  std::vector<Iblt> levels_;
};

}  // namespace peel
