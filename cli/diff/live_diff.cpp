#include "cli/diff/live_diff.hpp"

#include "cli/diff/exact_comparison.hpp"
#include "sources/in_step.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

using reconcile::RowTally;
using reconcile::Side;
using rows::Spelling;

// Rows without partner that are kept while two files run in step.
constexpr std::size_t kHeldBytes = std::size_t{8} << 20;
// Two files of no more bytes are compared exactly at once: sketches would save nothing.
constexpr std::uint64_t kSmallBytes = std::uint64_t{4} << 20;
// A difference of more than this share of the rows is not worth a second sketch.
constexpr std::uint64_t kLargeShare = 4;

constexpr std::uint64_t kPurposeOfTally = 0x74616C6C79;  // "tally"

// Both jobs at the same time. One that fails sets `stop`, so that nobody waits for the other. The first
// failure of the two, the left one before the right.
template <class Left, class Right>
Result<void> at_the_same_time(Left left, Right right, std::atomic<bool>& stop) {
  const auto or_stop = [&stop](auto& job) {
    Result<void> result = job();
    if (!result) stop = true;
    return result;
  };
  auto running = std::async(std::launch::async, [&] { return or_stop(left); });
  const Result<void> right_result = or_stop(right);
  const Result<void> left_result = running.get();
  return left_result ? right_result : left_result;
}

// Puts the rows of one side into its sketch.
class SketchRows {
 public:
  SketchRows(DiffSide& side, const RowItems& items, FileSketch& sketch)
      : side_(side), items_(items), sketch_(sketch) {}

  Result<void> insert(const sources::RowBatch& batch) {
    digests_.resize(batch.size());
    packed_.resize(batch.size() * items_.width());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const rows::CanonicalRow row = side_.row(batch, i);
      digests_[i] = items_.digest(row);
      items_.write(row, digests_[i], &packed_[i * items_.width()]);
    }
    return sketch_.insert(packed_, digests_);
  }

 private:
  DiffSide& side_;
  const RowItems& items_;
  FileSketch& sketch_;
  std::vector<std::uint64_t> digests_;
  Bytes packed_;
};

// Rows that have no partner in step: into the tally while they fit, and into the sketches in any case.
class HeldRows : public sources::UnmatchedRows {
 public:
  HeldRows(DiffSides sides, const RowItems& items, FileSketch& left, FileSketch& right, Seed seed)
      : sides_(sides), left_(sides.left, items, left), right_(sides.right, items, right), tally_(seed) {}

  Result<void> left(const sources::RowBatch& batch) override { return take(Side::left, batch, left_); }
  Result<void> right(const sources::RowBatch& batch) override { return take(Side::right, batch, right_); }

  // All of them, unless they were too many.
  const RowTally* tally() const { return too_many_ ? nullptr : &tally_; }

 private:
  Result<void> take(Side side, const sources::RowBatch& batch, SketchRows& sketch) {
    if (batch.empty()) return {};
    if (auto checked = sides_[side].check(batch); !checked) return checked;
    for (std::size_t i = 0; i < batch.size() && !too_many_; ++i) {
      tally_.add(side, sides_[side].row(batch, i, Spelling::kept), batch.line(i));
      too_many_ = tally_.memory_bytes() > kHeldBytes;
    }
    return sketch.insert(batch);
  }

  DiffSides sides_;
  SketchRows left_;
  SketchRows right_;
  RowTally tally_;
  bool too_many_ = false;
};

Result<void> hand_on(const RowTally& tally, ChangeSink& sink) {
  for (const reconcile::RowChange& change : tally.changes()) {
    if (auto taken = sink.take(change); !taken) return taken;
  }
  return {};
}

// Where rows can be found by their key, it is in the items. An integer is often all of it.
RowItems::Kind kind_of_items(DiffSides sides, const LiveDiffOptions& options) {
  RowItems::Kind kind;
  if (!sides.left.finds_rows() && !sides.right.finds_rows()) return kind;
  kind.key_bytes = sides.left.key_is_integer() || sides.right.key_is_integer() ? RowItems::kIntegerKeyBytes
                                                                               : RowItems::kUsualKeyBytes;
  if (options.rows_are_unique) kind.arithmetic = CellArithmetic::xor_sums;
  return kind;
}

// Of a file; a pipe may be any size.
bool is_small(const sources::RowSource& left, const sources::RowSource& right) {
  return left.size() && right.size() && *left.size() + *right.size() <= kSmallBytes;
}

}  // namespace

// What the second pass found on one side.
struct LiveDiff::Fetched {
  RowTally tally;
  std::vector<std::uint64_t> counts;  // by digest
  bool too_much = false;              // more than the memory allowed
};

LiveDiff::LiveDiff(DiffSides sides, LiveDiffOptions options, Progress& progress)
    : sides_(sides),
      options_(options),
      progress_(progress),
      items_(kind_of_items(sides, options), options.seed) {}

Result<void> LiveDiff::run(ChangeSink& sink) {
  if (options_.method == DiffMethod::exact) return compare_exactly("asked for", sink);
  const auto shape = first_table_shape(items_);
  if (!shape) return failure(shape.error());
  FileSketch left(*shape, options_.seed);
  FileSketch right(*shape, options_.seed);
  stats_.cells = shape->cells().value;
  stats_.sketch_bytes = left.bytes();
  if (options_.method == DiffMethod::automatic) {
    if (is_small(sides_.left.source(), sides_.right.source())) return compare_exactly("small files", sink);
    const auto found = found_in_step(left, right, sink);
    if (!found) return failure(found.error());
    if (*found) return {};
  }
  if (auto filled = fill(left, right, "reading"); !filled) return filled;
  return compare_sketches(std::move(left), right, sink);
}

Result<bool> LiveDiff::found_in_step(FileSketch& left, FileSketch& right, ChangeSink& sink) {
  HeldRows held(sides_, items_, left, right, options_.seed.derive(kPurposeOfTally));
  const auto ended = [&] {  // the stage is over before rows are printed
    const auto stage = progress_.stage(
        "reading", [this] { return sides_.bytes_read(); }, sides_.size());
    return sources::pass_in_step(sides_.left.source(), sides_.right.source(), held);
  }();
  if (!ended) return failure(ended.error());
  if (*ended == sources::InStep::lost || held.tally() == nullptr) return false;
  account_for_pass();
  stats_.method = "in_step";
  stats_.why = "the rows are in the same order";
  stats_.cells = 0;
  stats_.sketch_bytes = 0;
  if (auto handed = hand_on(*held.tally(), sink); !handed) return failure(handed.error());
  return true;
}

Result<void> LiveDiff::fill(FileSketch& left, FileSketch& right, const char* what) {
  const auto stage = progress_.stage(
      what, [this] { return sides_.bytes_read(); }, sides_.size());
  std::atomic<bool> stop = false;
  const auto read = [this, &stop](Side side, FileSketch& sketch) -> Result<void> {
    SketchRows rows(sides_[side], items_, sketch);
    return sides_[side].read([&rows](const sources::RowBatch& batch) { return rows.insert(batch); }, stop);
  };
  auto filled = at_the_same_time([&] { return read(Side::left, left); },
                                 [&] { return read(Side::right, right); }, stop);
  account_for_pass();
  return filled;
}

Result<void> LiveDiff::compare_sketches(FileSketch left, const FileSketch& right, ChangeSink& sink) {
  if (auto subtracted = left.subtract(right); !subtracted) return subtracted;
  const Listing listing = left.table().list();
  if (listing.complete()) {
    stats_.why = "the difference fits the first table";
    return fetch_rows(listing, sink);
  }
  stats_.estimate = left.estimate();
  return compare_planned(*stats_.estimate, sink);
}

Result<void> LiveDiff::compare_planned(const StrataEstimate& estimate, ChangeSink& sink) {
  const std::uint64_t rows = std::max(stats_.rows_left, stats_.rows_right);
  if (estimate.basis == StrataEstimate::Basis::none || estimate.most.value > rows / kLargeShare) {
    return compare_exactly("the difference is a large share of the rows", sink);
  }
  const auto shape = planned_table_shape(items_, estimate.most);
  if (!shape) return compare_exactly("no table is large enough", sink);
  if (3 * shape->table_bytes() > options_.memory_bytes) {
    return compare_exactly("a table for the difference would exceed --memory", sink);
  }
  if (auto rewound = rewind(); !rewound) return rewound;
  FileSketch left(*shape, options_.seed);
  FileSketch right(*shape, options_.seed);
  stats_.cells = shape->cells().value;
  stats_.sketch_bytes = left.bytes();
  if (auto filled = fill(left, right, "reading again"); !filled) return filled;
  if (auto subtracted = left.subtract(right); !subtracted) return subtracted;
  const Listing listing = left.table().list();
  if (!listing.complete()) return compare_exactly("a table of planned size did not list", sink);
  stats_.why = "the difference was estimated, then a table planned for it";
  return fetch_rows(listing, sink);
}

Result<void> LiveDiff::fetch_rows(const Listing& listing, ChangeSink& sink) {
  stats_.method = "sketch";
  stats_.pair_error = std::ldexp(1.0, -8 * static_cast<int>(RowItems::kDigestBytes));
  const DigestTable digests(listing, items_);
  if (digests.size() == 0) return {};
  for (const Side side : {Side::left, Side::right}) {
    if (auto rewound = rewind_to_rows(side, listing); !rewound) return rewound;
  }
  std::optional<Fetched> left;
  std::optional<Fetched> right;
  {
    const auto stage = progress_.stage(
        "fetching rows", [this] { return sides_.bytes_read(); }, sides_.size());
    std::atomic<bool> stop = false;
    const auto job = [&](Side side, std::optional<Fetched>& into) {
      return [this, side, &digests, &into, &stop]() -> Result<void> {
        auto fetched = fetch(side, digests, stop);
        if (!fetched) return failure(fetched.error());
        into = std::move(*fetched);
        return {};
      };
    };
    if (auto read = at_the_same_time(job(Side::left, left), job(Side::right, right), stop); !read)
      return read;
    account_for_pass();
  }
  const bool is_too_much = left->too_much || right->too_much;
  // A row that was listed and is nowhere, or the other way round, shows a mistake of listing.
  if (is_too_much || !digests.accounts_for({left->counts, right->counts})) {
    left.reset();
    right.reset();
    return compare_exactly(is_too_much ? "the rows in question exceed --memory"
                                       : "the rows found do not account for what was listed",
                           sink);
  }
  left->tally.add(right->tally);
  return hand_on(left->tally, sink);
}

Result<LiveDiff::Fetched> LiveDiff::fetch(Side side, const DigestTable& digests, std::atomic<bool>& stop) {
  Fetched fetched{RowTally(options_.seed.derive(kPurposeOfTally)),
                  std::vector<std::uint64_t>(digests.size())};
  const auto keep = [&](const sources::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size() && !fetched.too_much; ++i) {
      const rows::CanonicalRow row = sides_[side].row(batch, i, Spelling::kept);
      const auto index = digests.find(items_.digest(row));
      if (!index) continue;
      ++fetched.counts[*index];
      fetched.tally.add(side, row, batch.line(i));
      fetched.too_much = fetched.tally.memory_bytes() > options_.memory_bytes / 4;
    }
    if (fetched.too_much) stop = true;
    return {};
  };
  auto read = sides_[side].read(keep, stop);
  if (!read) return failure(read.error());
  return fetched;
}

Result<void> LiveDiff::compare_exactly(std::string why, ChangeSink& sink) {
  stats_.method = "exact";
  stats_.pair_error = 0;
  stats_.why = std::move(why);
  stats_.cells = 0;
  stats_.sketch_bytes = 0;
  if (auto rewound = rewind(); !rewound) return rewound;
  ExactComparison comparison(options_.memory_bytes, options_.seed);
  {
    const auto stage = progress_.stage(
        "comparing", [this] { return sides_.bytes_read(); }, sides_.size());
    for (const Side side : {Side::left, Side::right}) {
      auto read = sides_[side].read([&](const sources::RowBatch& batch) -> Result<void> {
        for (std::size_t i = 0; i < batch.size(); ++i) {
          if (auto added = comparison.add(side, sides_[side].row(batch, i, Spelling::kept), batch.line(i));
              !added)
            return added;
        }
        return {};
      });
      if (!read) return read;
    }
    account_for_pass();
  }
  stats_.spilled_bytes = comparison.spilled_bytes();
  return comparison.finish(sink);
}

Result<void> LiveDiff::rewind() {
  if (stats_.passes == 0) return {};
  if (auto rewound = sides_.left.source().rewind(); !rewound) return rewound;
  return sides_.right.source().rewind();
}

// To the rows in question if their keys are known and the source can find them; else to the first row.
Result<void> LiveDiff::rewind_to_rows(Side side, const Listing& listing) {
  // Finding a row by key costs as much as passing over some rows does.
  constexpr std::uint64_t kRowsPassedOverPerLookup = 8;
  const Entries& listed = side == Side::left ? listing.inserted : listing.deleted;
  DiffSide& rows = sides_[side];
  const std::uint64_t rows_there = side == Side::left ? stats_.rows_left : stats_.rows_right;
  std::vector<sources::KeyCells> keys;
  bool keys_are_known = rows.finds_rows() && listed.size() < rows_there / kRowsPassedOverPerLookup;
  for (std::size_t i = 0; keys_are_known && i < listed.size(); ++i) {
    const auto key = items_.key_in(listed.key(i));
    if (!key) return rows.source().rewind();
    auto cells = rows::leading_cells(*key, rows.key_columns().size());
    keys_are_known = cells.has_value();
    if (cells) keys.push_back(std::move(*cells));
  }
  return keys_are_known ? rows.source().rewind_to(rows.key_columns(), keys) : rows.source().rewind();
}

void LiveDiff::account_for_pass() {
  ++stats_.passes;
  // A pass over the rows in question alone reads fewer.
  stats_.rows_left = std::max(stats_.rows_left, sides_.left.source().rows_read());
  stats_.rows_right = std::max(stats_.rows_right, sides_.right.source().rows_read());
  stats_.bytes_read += sides_.bytes_read();
}

}  // namespace peel::cli
