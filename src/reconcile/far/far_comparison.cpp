#include "reconcile/far/far_comparison.hpp"

#include "peel/invertible/rateless_decoder.hpp"

#include "reconcile/exact/exact_comparison.hpp"
#include "reconcile/fetched_rows.hpp"
#include "reconcile/live/both_sides.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

namespace peel::reconcile {

namespace {

// Before so many cells, and before an eighth as many as there are rows, a difference is not called large: the
// estimate is of squares of multiplicities, and one row that comes a thousand times would look like a
// million.
constexpr std::uint64_t kLeastCellsToJudge = 2048;
constexpr std::uint64_t kRowsForEachCellToJudge = 8;
// Rows of so few bytes are sent at once: cells would save nothing.
constexpr std::uint64_t kSmallFarBytes = 8192;

// Rows may come several times, and nobody knows how many differ.
Result<RatelessShape> shape_for(const RowItems& items) {
  return RatelessShape::from(
      {.item_width = ByteWidth(items.width()), .arithmetic = CellArithmetic::prime_field});
}

// All rows of one side on their way into an exact comparison.
class ExactRows : public RowVisitor {
 public:
  ExactRows(ExactComparison& comparison, Side side) : comparison_(comparison), side_(side) {}
  Result<void> visit(std::size_t, const rows::CanonicalRow& row, RowOrder order) override {
    ++rows_;
    return comparison_.add(side_, row, order);
  }
  std::uint64_t rows() const { return rows_; }

 private:
  ExactComparison& comparison_;
  Side side_;
  std::uint64_t rows_ = 0;
};

// The rows in question, of both sides at the same time. They may be more than memory holds.
class RowsInQuestion {
 public:
  RowsInQuestion(ExactComparison& comparison, const WantedItems& wanted)
      : comparison_(comparison),
        left_(*this, Side::left, wanted.size()),
        right_(*this, Side::right, wanted.size()) {}

  class OfSide : public RowVisitor {
   public:
    OfSide(RowsInQuestion& all, Side side, std::size_t wanted) : all_(all), side_(side), counts_(wanted) {}
    Result<void> visit(std::size_t index, const rows::CanonicalRow& row, RowOrder order) override {
      ++counts_[index];
      const std::lock_guard lock(all_.mutex_);
      return all_.comparison_.add(side_, row, order);
    }
    const std::vector<std::uint64_t>& counts() const { return counts_; }

   private:
    RowsInQuestion& all_;
    Side side_;
    std::vector<std::uint64_t> counts_;  // by index of the wanted item
  };

  OfSide& left() { return left_; }
  OfSide& right() { return right_; }

 private:
  std::mutex mutex_;
  ExactComparison& comparison_;
  OfSide left_;
  OfSide right_;
};

}  // namespace

FarComparison::FarComparison(Endpoint& left, Endpoint& right, const Terms& terms, const Options& options,
                             Watch& watch)
    : left_(left),
      right_(right),
      terms_(terms),
      options_(options),
      watch_(watch),
      items_(*RowItems::from(ItemScheme::live(), KeyHasher(HashFamily::fast, options.seed))) {}

Result<Report> FarComparison::run(ChangeSink& sink) {
  Open open = Reason::asked_for;
  if (options_.method == Method::automatic && is_small()) {
    open = Reason::small_sources;
  } else if (options_.method != Method::exact) {
    const auto compared = compare_by_cells(sink);
    if (!compared) return failure(compared.error());
    open = *compared;
  }
  if (open) {
    if (auto compared = compare_exactly(*open, sink); !compared) return failure(compared.error());
  }
  for (const Endpoint* const side : {&left_, &right_}) {
    const Traffic* const traffic = side->traffic();
    if (traffic == nullptr) continue;
    Traffic& all = report_.traffic ? *report_.traffic : report_.traffic.emplace();
    all.bytes_sent += traffic->bytes_sent;
    all.bytes_received += traffic->bytes_received;
    all.round_trips += traffic->round_trips;
  }
  return report_;
}

Result<FarComparison::Open> FarComparison::compare_by_cells(ChangeSink& sink) {
  const auto shape = shape_for(items_);
  if (!shape) return failure(shape.error());
  auto left = left_.stream(plan_for(Side::left), *shape, options_.memory_bytes / 4);
  if (!left) return failure(left.error());
  auto right = right_.stream(plan_for(Side::right), *shape, options_.memory_bytes / 4);
  if (!right) return failure(right.error());
  const auto listing = list(**left, **right);
  if (!listing) return failure(listing.error());
  if (!*listing) return Open(report_.reason);
  return fetch_rows(**listing, sink);
}

Result<std::optional<Listing>> FarComparison::list(CellStream& left, CellStream& right) {
  const auto shape = shape_for(items_);
  RatelessDecoder decoder(*shape, KeyHasher(HashFamily::fast, options_.seed));
  const auto shown = show(Watch::Stage::reading);
  report_.reason = Reason::listed_from_stream;
  SharedWatch watch(watch_);
  while (decoder.outcome() != RatelessOutcome::complete || decoder.received() == 0) {
    std::optional<RatelessCells> of_left;
    std::optional<RatelessCells> of_right;
    const auto take = [&watch](CellStream& stream, std::optional<RatelessCells>& into) -> Result<void> {
      auto cells = stream.next(watch);
      if (!cells) return failure(cells.error());
      into = std::move(*cells);
      return {};
    };
    if (auto taken = at_the_same_time([&] { return take(left, of_left); },
                                      [&] { return take(right, of_right); }, watch);
        !taken)
      return failure(taken.error());
    report_.rows_left = of_left->totals().gross;
    report_.rows_right = of_right->totals().gross;
    if (auto subtracted = of_left->subtract(*of_right); !subtracted) return failure(subtracted.error());
    if (auto taken = decoder.take(*of_left); !taken) return failure(taken.error());
    report_.cells = decoder.received();
    report_.sketch_bytes = report_.cells * shape->cell_words() * sizeof(std::uint64_t);
    if (decoder.outcome() == RatelessOutcome::complete) break;
    if (decoder.outcome() == RatelessOutcome::malformed) {
      return failure(ErrorCode::malformed,
                     "the cells of " + left_.name() + " and " + right_.name() +
                         " are such as no rows have: one side, or the way between, is at "
                         "fault");
    }
    const std::uint64_t rows = std::max(report_.rows_left, report_.rows_right);
    const bool can_judge = report_.cells >= std::max(kLeastCellsToJudge, rows / kRowsForEachCellToJudge);
    if (can_judge && decoder.estimated_left() * kLargeShare > static_cast<double>(rows)) {
      report_.reason = Reason::large_share;
      break;
    }
    if (3 * report_.sketch_bytes > options_.memory_bytes) {
      report_.reason = Reason::table_beyond_memory;
      break;
    }
  }
  account_for_pass();
  for (CellStream* const stream : {&left, &right}) {
    if (auto stopped = stream->stop(); !stopped) return failure(stopped.error());
  }
  if (report_.reason != Reason::listed_from_stream) return std::optional<Listing>();
  return std::optional(decoder.listing());
}

Result<FarComparison::Open> FarComparison::fetch_rows(const Listing& listing, ChangeSink& sink) {
  report_.method = Method::sketch;
  report_.pair_error = std::ldexp(1.0, -8 * static_cast<int>(items_.scheme().digest_bytes));
  const WantedItems wanted(listing, items_, options_.seed.derive(kPurposeOfWanted));
  if (wanted.size() == 0) return Open();
  NoSpill no_spill;
  ExactComparison comparison(left_.name(), options_.memory_bytes / 2, options_.seed, spill(no_spill));
  RowsInQuestion rows(comparison, wanted);
  const auto shown = show(Watch::Stage::fetching_rows);
  SharedWatch watch(watch_);
  auto fetched = at_the_same_time(
      [&] { return left_.resolve(plan_for(Side::left), wanted, rows.left(), watch); },
      [&] { return right_.resolve(plan_for(Side::right), wanted, rows.right(), watch); }, watch);
  if (!fetched) return failure(fetched.error());
  account_for_pass();
  // A row that was listed and is nowhere, or the other way round, shows a mistake of listing.
  if (!wanted.accounts_for(rows.left().counts(), rows.right().counts()))
    return Open(Reason::rows_unaccounted);
  report_.spilled_bytes = comparison.spilled_bytes();
  if (auto handed = comparison.finish(sink, watch_); !handed) return failure(handed.error());
  return Open();
}

Result<void> FarComparison::compare_exactly(Reason reason, ChangeSink& sink) {
  report_.method = Method::exact;
  report_.pair_error = 0;
  report_.reason = reason;
  report_.cells = 0;
  report_.sketch_bytes = 0;
  NoSpill no_spill;
  ExactComparison comparison(left_.name(), options_.memory_bytes, options_.seed, spill(no_spill));
  ExactRows left(comparison, Side::left);
  ExactRows right(comparison, Side::right);
  {
    const auto shown = show(Watch::Stage::comparing);
    if (auto scanned = left_.scan(terms_, Side::left, left, watch_); !scanned) return scanned;
    if (auto scanned = right_.scan(terms_, Side::right, right, watch_); !scanned) return scanned;
  }
  account_for_pass();
  report_.rows_left = left.rows();
  report_.rows_right = right.rows();
  report_.spilled_bytes = comparison.spilled_bytes();
  return comparison.finish(sink, watch_);
}

Spill& FarComparison::spill(Spill& none) const {
  return options_.spill != nullptr ? *options_.spill : none;
}

bool FarComparison::is_small() const {
  std::uint64_t bytes = 0;
  for (const Endpoint* const side : {&left_, &right_}) {
    if (side->traffic() == nullptr) continue;
    if (!side->bytes()) return false;
    bytes += *side->bytes();
  }
  return bytes <= kSmallFarBytes;
}

void FarComparison::account_for_pass() {
  ++report_.passes;
  report_.bytes_read += left_.bytes_read() + right_.bytes_read();
}

std::unique_ptr<Watch::Shown> FarComparison::show(Watch::Stage stage) {
  const auto left = left_.bytes();
  const auto right = right_.bytes();
  return watch_.show({stage, [this] { return left_.bytes_read() + right_.bytes_read(); },
                      left && right ? std::optional(*left + *right) : std::nullopt});
}

ItemPlan FarComparison::plan_for(Side side) const {
  return {terms_, side, items_.scheme(), KeyHasher(HashFamily::fast, options_.seed)};
}

}  // namespace peel::reconcile
