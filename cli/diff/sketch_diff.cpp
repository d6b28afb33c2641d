#include "cli/diff/sketch_diff.hpp"

#include "peel/analysis/listing_failure.hpp"
#include "peel/analysis/wrong_listing.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include "cli/numbers.hpp"
#include "cli/random_seed.hpp"
#include "sources/json/json_changes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace peel::cli {

namespace {

using reconcile::ItemChange;

// Two rows hide each other if these many bits agree: of the digest of values, or of whole rows.
int digest_bits(const reconcile::SketchItems& items) {
  return items.by_key() ? 64 : 112;
}

double wrong_listing_of(const Iblt& table, std::uint64_t items) {
  const Placement& placement = table.shape().placement();
  return analysis::wrong_listing(ItemCount(items),
                                 {placement.cells(), placement.hashes(), placement.sub_tables()},
                                 table.shape().check_bits(), analysis::PurityCounts::any_count);
}

// Listing stops at cells that contradict each other. What it lists must also be items, and no more of them
// than were ever inserted.
bool is_honest(const Listing& listing, const reconcile::SketchItems& items, std::uint64_t gross_total) {
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

void borrow_key(ShownRow& row, const ShownRow& other) {
  if (row.digest.empty() || !other.digest.empty()) return;
  row.key = other.key;
  row.digest.clear();
}

}  // namespace

Result<void> SketchDiff::run(const Show& show) {
  stats_.method = "sketch_file";
  stats_.why = "a side is a sketch";
  if (!left_.sketch) {
    if (auto filled = fill(left_, *right_.sketch); !filled) return filled;
  }
  if (!right_.sketch) {
    if (auto filled = fill(right_, *left_.sketch); !filled) return filled;
  }
  Sketch& difference = *left_.sketch;
  stats_.rows_left = static_cast<std::uint64_t>(std::max<std::int64_t>(0, left_.sketch->rows));
  stats_.rows_right = static_cast<std::uint64_t>(std::max<std::int64_t>(0, right_.sketch->rows));
  stats_.cells = difference.table.shape().cells().value;
  stats_.sketch_bytes = difference.table.shape().table_bytes();
  if (auto subtracted = difference.subtract(*right_.sketch); !subtracted) {
    const bool fits = subtracted.error().code() != ErrorCode::incompatible;
    return failure(subtracted.error().code(),
                   fmt::format("{} and {}: {}{}", left_.name, right_.name, subtracted.error().sentence(),
                               fits ? "" : "; make one of them again with peel sketch --like the other"));
  }
  const auto filler = reconcile::SketchFiller::for_sketch(difference);
  if (!filler) return failure(filler.error());
  items_ = filler->items();
  const StrataEstimate estimate = difference.strata.estimate();
  const Listing listing = difference.table.consume();
  if (!is_honest(listing, *items_, difference.table.gross_total())) {
    return failure(ErrorCode::malformed,
                   fmt::format("{} and {}: their difference holds what no rows can have made; "
                               "a sketch is damaged or forged, make it again",
                               left_.name, right_.name));
  }
  judge(listing, difference.table, estimate);

  const auto fetched = fetch(listing, *items_);
  if (!fetched) return failure(fetched.error());
  std::vector<ItemChange> changes = reconcile::item_changes(listing, *items_);
  // Rows of the source come in its order; what is only in a sketch keeps that of its bytes.
  const auto place = [&](const ItemChange& change) {
    const bool is_added = change.kind == ChangeKind::added;
    const auto found = fetched->find(as_text(is_added ? change.right : change.left));
    return std::pair(is_added, found == fetched->end() ? 0 : found->second.order.value_or(0));
  };
  std::ranges::stable_sort(changes, {}, place);
  for (const ItemChange& change : changes) {
    ShownChange shown{change.kind, {}, {}, change.count};
    shown.may_be_changed = !listing.complete() && items_->by_key() && change.kind != ChangeKind::changed;
    if (!change.left.empty()) {
      auto row = shown_row(change.left, left_, *fetched);
      if (!row) return failure(row.error());
      shown.left = std::move(*row);
    }
    if (!change.right.empty()) {
      auto row = shown_row(change.right, right_, *fetched);
      if (!row) return failure(row.error());
      shown.right = std::move(*row);
    }
    // What one side knows of the key, the other may borrow.
    if (change.kind == ChangeKind::changed) {
      borrow_key(shown.left, shown.right);
      borrow_key(shown.right, shown.left);
    }
    shown.place = place_in_source(change, *fetched);
    show(shown);
    keys_.clear();
  }
  return {};
}

Result<void> SketchDiff::fill(SketchDiffSide& side, const Sketch& like) {
  side.sketch = reconcile::empty_like(like);
  auto filler = reconcile::SketchFiller::for_sketch(*side.sketch);
  if (!filler) return failure(filler.error());
  sources::RowSource& source = side.rows->source();
  const auto stage = progress_.stage(
      "reading", [&source] { return source.bytes_read(); }, source.size());
  auto read = side.rows->read([&](const sources::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (auto added = filler->add(side.rows->row(batch, i)); !added) return added;
    }
    return {};
  });
  if (!read) return read;
  account_for_pass(*side.rows);
  return filler->finish();
}

// What the listing leaves open, and how sure the rest is.
void SketchDiff::judge(const Listing& listing, const Iblt& table, const StrataEstimate& estimate) {
  const std::uint64_t listed = listing.inserted.size() + listing.deleted.size();
  stats_.pair_error = std::ldexp(1.0, -digest_bits(*items_));
  stats_.other_error = wrong_listing_of(table, listed);
  if (listing.complete()) return;
  stats_.estimate = estimate;
  if (estimate.basis == StrataEstimate::Basis::none || estimate.most.value > kMostCapacity) {
    incomplete_ = "more items differ than can be estimated; compare the sources themselves";
    return;
  }
  // A table of so many cells lists this much almost always: it was bad luck, and another seed mends it.
  const std::uint64_t about = std::max(estimate.items.value, listed + 1);
  const Placement& placement = table.shape().placement();
  const auto expected = analysis::listing_failure(
      ItemCount(about), {placement.cells(), placement.hashes(), placement.sub_tables()});
  if (expected.probability < 0.1) {
    incomplete_ = fmt::format(
        "about {} items differ and some could not be listed, which happens now and then; make the "
        "sketch again with another --seed, or with --capacity {}",
        grouped(about), std::max(estimate.most.value, 2 * about));
    return;
  }
  incomplete_ = fmt::format(
      "about {} items differ (a changed row is two), more than the sketch can list; make it again with "
      "--capacity {}",
      grouped(about), std::max(estimate.most.value, about));
}

Result<SketchDiff::FetchedRows> SketchDiff::fetch(const Listing& listing,
                                                  const reconcile::SketchItems& items) {
  FetchedRows fetched(0, KeyedHash{KeyHasher(HashFamily::fast, random_seed())});
  DiffSide* rows = left_.rows != nullptr ? left_.rows : right_.rows;
  const Entries& wanted = left_.rows != nullptr ? listing.inserted : listing.deleted;
  if (rows == nullptr || wanted.size() == 0) return fetched;
  for (std::size_t i = 0; i < wanted.size(); ++i) fetched.emplace(as_text(wanted.key(i)), Fetched{});
  if (auto rewound = rows->source().rewind(); !rewound) return failure(rewound.error());

  sources::RowSource& source = rows->source();
  const auto stage = progress_.stage(
      "fetching rows", [&source] { return source.bytes_read(); }, source.size());
  std::size_t missing = fetched.size();
  Bytes item(items.width());
  auto read = rows->read([&](const sources::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const rows::CanonicalRow row = rows->row(batch, i, rows::Spelling::kept);
      items.write(row, item.data());
      const auto found = fetched.find(as_text(item));
      if (found == fetched.end() || found->second.order) continue;
      found->second = {Bytes(row.bytes.begin(), row.bytes.end()), row.key_size,
                       Bytes(row.spelled.begin(), row.spelled.end()), batch.line(i)};
      --missing;
    }
    return {};
  });
  if (!read) return failure(read.error());
  account_for_pass(*rows);
  // Honest sketches list a row that is not there with the probability in the error bound.
  if (missing > 0) {
    incomplete_ = fmt::format(
        "{} of the rows listed are not in {}: the sketch is damaged or its listing went "
        "wrong; make it again with another --seed",
        missing, source.name());
  }
  return fetched;
}

Result<ShownRow> SketchDiff::shown_row(ByteView item, const SketchDiffSide& side,
                                       const FetchedRows& fetched) {
  auto row = row_of(item, side, fetched);
  if (row && items_->by_key()) row->value_digest = items_->value_digest_of(item);
  return row;
}

Result<ShownRow> SketchDiff::row_of(ByteView item, const SketchDiffSide& side, const FetchedRows& fetched) {
  if (side.rows != nullptr) {
    const auto found = fetched.find(as_text(item));
    if (found != fetched.end() && found->second.order) {
      const Fetched& row = found->second;
      auto there = shown(rows::CanonicalRow{row.bytes, row.key_size, row.spelled}, terms_);
      if (there) there->order = row.order;
      return there;
    }
  }
  if (auto key = items_->key_of(item)) {
    auto cells = rows::cells_of(keys_.emplace_back(std::move(*key)));
    if (!cells) return failure(cells.error());
    // Cells of JSON are printed as they are spelled.
    if (terms_.is_json && !std::ranges::all_of(*cells, sources::is_json)) {
      return failure(
          ErrorCode::malformed,
          fmt::format("{} holds a key that is no JSON; it is damaged or forged, make it again", side.name));
    }
    return ShownRow{std::move(*cells)};
  }
  return ShownRow{{}, std::nullopt, items_->digest_of(item).value_or("")};
}

std::optional<std::int64_t> SketchDiff::place_in_source(const ItemChange& change,
                                                        const FetchedRows& fetched) const {
  const DiffSide* const rows = left_.rows != nullptr ? left_.rows : right_.rows;
  if (rows == nullptr) return std::nullopt;
  const auto found = fetched.find(as_text(rows == left_.rows ? change.left : change.right));
  if (found == fetched.end() || !found->second.order) return std::nullopt;
  return place_of(*found->second.order, rows->source().place());
}

void SketchDiff::account_for_pass(DiffSide& rows) {
  ++stats_.passes;
  stats_.bytes_read += rows.source().bytes_read();
}

}  // namespace peel::cli
