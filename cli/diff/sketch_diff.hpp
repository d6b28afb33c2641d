// SketchDiff: a sketch against a source, or against another sketch. The source fills a sketch of its own,
// like the other one; what is left of their difference lists, and a second pass over the source fetches its
// rows. Of a side that is only a sketch, keys are known, or digests, and no values.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/item_changes.hpp"

#include "cli/diff/diff_stats.hpp"
#include "cli/diff/shown_change.hpp"
#include "cli/diff/side.hpp"
#include "cli/progress.hpp"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

namespace peel::cli {

// The most differing items that a sketch may be made for.
inline constexpr std::uint64_t kMostCapacity = 1'000'000'000;

// Either a sketch or rows. Both sides may be sketches, not both rows.
struct SketchDiffSide {
  std::string name;
  std::optional<Sketch> sketch = {};
  DiffSide* rows = nullptr;
};

class SketchDiff {
 public:
  SketchDiff(SketchDiffSide left, SketchDiffSide right, const RowTerms& terms, Progress& progress)
      : left_(std::move(left)), right_(std::move(right)), terms_(terms), progress_(progress) {}

  using Show = std::function<void(const ShownChange&)>;

  // Shows what can be said for certain. Fails if sketches do not combine or the source cannot be read.
  Result<void> run(const Show& show);

  const DiffStats& stats() const { return stats_; }
  // A sentence if that was not everything.
  const std::optional<std::string>& incomplete() const { return incomplete_; }

 private:
  // A row of the source whose item is in question.
  struct Fetched {
    Bytes bytes;
    std::size_t key_size;
    Bytes spelled;
    std::optional<reconcile::RowOrder> order;  // none: not found yet
  };
  // Keyed: whoever writes the source must not be able to choose rows whose items collide here.
  struct KeyedHash {
    KeyHasher hasher;
    std::size_t operator()(std::string_view item) const { return hasher(as_bytes(item)).low; }
  };
  using FetchedRows =
      std::unordered_map<std::string_view, Fetched, KeyedHash>;  // by item, a view into the listing

  Result<void> fill(SketchDiffSide& side, const Sketch& like);
  Result<FetchedRows> fetch(const Listing& listing, const reconcile::SketchItems& items);
  Result<ShownRow> row_of(ByteView item, const SketchDiffSide& side, const FetchedRows& fetched);
  Result<ShownRow> shown_row(ByteView item, const SketchDiffSide& side, const FetchedRows& fetched);
  // Where the row stands in the side that has rows, if it is there.
  std::optional<std::int64_t> place_in_source(const reconcile::ItemChange& change,
                                              const FetchedRows& fetched) const;
  void judge(const Listing& listing, const Iblt& table, const StrataEstimate& estimate);
  void account_for_pass(DiffSide& rows);

  SketchDiffSide left_;
  SketchDiffSide right_;
  const RowTerms& terms_;
  Progress& progress_;
  std::optional<reconcile::SketchItems> items_;
  std::vector<Bytes> keys_;  // that shown rows point to
  DiffStats stats_;
  std::optional<std::string> incomplete_;
};

}  // namespace peel::cli
