#include "reconcile/sketch/sketch_comparison.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace peel::reconcile {

namespace {

// Listing stops at cells that contradict each other. What it lists must also be items, and no more of them
// than were ever inserted.
bool is_honest(const Listing& listing, const RowItems& items, std::uint64_t gross_total) {
  if (listing.outcome == ListingOutcome::malformed) return false;
  std::uint64_t left = gross_total;
  for (const Entries* entries : {&listing.inserted, &listing.deleted}) {
    for (std::size_t i = 0; i < entries->size(); ++i) {
      if (!items.is_item(entries->key(i)) || entries->multiplicity(i) > left) return false;
      left -= entries->multiplicity(i);
    }
  }
  return true;
}

}  // namespace

// The first row of the source for each wanted item that it has.
class SketchComparison::FetchedRows : public RowVisitor {
 public:
  explicit FetchedRows(std::size_t wanted) : rows_(wanted) {}

  Result<void> visit(std::size_t index, const rows::CanonicalRow& row, RowOrder order) override {
    std::optional<Row>& kept = rows_[index];
    if (kept) return {};
    kept = Row{Bytes(row.bytes.begin(), row.bytes.end()), row.key_size,
               Bytes(row.spelled.begin(), row.spelled.end()), order};
    return {};
  }

  std::optional<KnownRow> find(std::optional<std::size_t> index) const {
    if (!index || !rows_[*index]) return std::nullopt;
    const Row& row = *rows_[*index];
    return KnownRow::whole({row.bytes, row.key_size, row.spelled}, row.order);
  }

 private:
  struct Row {
    Bytes bytes;
    std::size_t key_size;
    Bytes spelled;
    RowOrder order;
  };
  std::vector<std::optional<Row>> rows_;
};

Result<Report> SketchComparison::run(ChangeSink& sink) {
  report_.method = Method::sketch_file;
  report_.reason = Reason::side_is_sketch;
  auto left = ComparedSketch::of(left_);
  auto right = ComparedSketch::of(right_);
  PEEL_ASSERT(left || right);
  if (!left) {
    auto made = summarised(left_, Side::left, *right);
    if (!made) return failure(made.error());
    left = std::move(*made);
  }
  if (!right) {
    auto made = summarised(right_, Side::right, *left);
    if (!made) return failure(made.error());
    right = std::move(*made);
  }
  ComparedSketch& difference = *left;
  report_.rows_left = static_cast<std::uint64_t>(std::max<std::int64_t>(0, left->rows()));
  report_.rows_right = static_cast<std::uint64_t>(std::max<std::int64_t>(0, right->rows()));
  if (auto subtracted = difference.subtract(*right); !subtracted) {
    return failure(subtracted.error().code(),
                   left_.name() + " and " + right_.name() + ": " + subtracted.error().sentence());
  }
  report_.cells = difference.cells();
  report_.sketch_bytes = difference.bytes();
  const auto items = RowItems::from(difference.description(), difference.hashing());
  if (!items) return failure(items.error());
  const Listing listing = difference.list(report_);
  if (!is_honest(listing, *items, difference.gross_total())) {
    return failure(ErrorCode::malformed,
                   left_.name() + " and " + right_.name() +
                       ": their difference holds what no rows can have made; a sketch is "
                       "damaged or forged, make it again");
  }
  const WantedItems wanted(listing, *items, seed_);
  report_.pair_error = std::ldexp(1.0, -8 * static_cast<int>(items->scheme().digest_bytes));

  FetchedRows rows(wanted.size());
  const Side with_rows = left_.rows() != nullptr ? Side::left : Side::right;
  if (auto fetched = fetch(plan_like(difference, with_rows), wanted, rows); !fetched)
    return failure(fetched.error());

  std::vector<ItemChange> changes = item_changes(listing, *items);
  // Rows of the source come in its order; what is only in a sketch keeps that of its bytes.
  const auto place = [&](const ItemChange& change) {
    const bool is_added = change.kind == Change::Kind::added;
    const auto row = rows.find(wanted.find(is_added ? change.right : change.left));
    return std::pair(is_added, row ? row->order.value_or(0) : 0);
  };
  std::ranges::stable_sort(changes, {}, place);
  for (const ItemChange& found : changes) {
    Change change{.kind = found.kind, .count = found.count};
    change.is_certain = listing.complete() || !items->by_key() || found.kind == Change::Kind::changed;
    if (!found.left.empty()) change.left = known(found.left, left_.rows() != nullptr, wanted, rows);
    if (!found.right.empty()) change.right = known(found.right, right_.rows() != nullptr, wanted, rows);
    if (auto taken = sink.take(change); !taken) return failure(taken.error());
    keys_.clear();
    digests_.clear();
  }
  return report_;
}

ItemPlan SketchComparison::plan_like(const ComparedSketch& sketch, Side side) const {
  return {terms_, side, ItemScheme::of(sketch.description()), sketch.hashing()};
}

Result<std::unique_ptr<ComparedSketch>> SketchComparison::summarised(Endpoint& side, Side which,
                                                                     const ComparedSketch& like) {
  rows::RowSource* const source = side.rows();
  std::unique_ptr<Watch::Shown> shown;
  if (source != nullptr)
    shown = watch_.show({Watch::Stage::reading, [source] { return source->bytes_read(); }, source->size()});
  auto made = like.of_rows(side, plan_like(like, which), watch_);
  if (made && source != nullptr) account_for_pass(*source);
  return made;
}

Result<void> SketchComparison::fetch(const ItemPlan& plan, const WantedItems& wanted, FetchedRows& rows) {
  Endpoint& side = plan.side == Side::left ? left_ : right_;
  const Entries& entries = plan.side == Side::left ? wanted.listing().inserted : wanted.listing().deleted;
  rows::RowSource* const source = side.rows();
  if (source == nullptr || entries.empty()) return {};
  {
    const auto shown =
        watch_.show({Watch::Stage::fetching_rows, [source] { return source->bytes_read(); }, source->size()});
    if (auto resolved = side.resolve(plan, wanted, rows, watch_); !resolved) return resolved;
  }
  account_for_pass(*source);
  // Honest sketches list a row that is not there with the probability in the error bound.
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!rows.find(wanted.find(entries.key(i)))) ++report_.missing;
  }
  if (report_.missing > 0) report_.gap = Gap::rows_not_found;
  return {};
}

KnownRow SketchComparison::known(ByteView item, bool has_rows, const WantedItems& wanted,
                                 const FetchedRows& rows) {
  const RowItems& items = wanted.items();
  KnownRow known;
  const auto fetched = has_rows ? rows.find(wanted.find(item)) : std::nullopt;
  if (fetched) {
    known = *fetched;
  } else if (auto key = items.key_of(item)) {
    keys_.push_back(std::move(*key));
    known.known = KnownRow::Known::key;
    known.row = {keys_.back(), keys_.back().size()};
  } else {
    digests_.push_back(items.digest_of(item).value_or(""));
    known.known = KnownRow::Known::digest;
    known.row.bytes = as_bytes(digests_.back());
  }
  if (items.by_key()) known.value_digest = items.value_digest_of(item);
  return known;
}

void SketchComparison::account_for_pass(rows::RowSource& source) {
  ++report_.passes;
  report_.bytes_read += source.bytes_read();
}

}  // namespace peel::reconcile
