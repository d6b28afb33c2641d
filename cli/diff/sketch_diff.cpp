#include "cli/diff/sketch_diff.hpp"

#include "peel/analysis/wrong_listing.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include "cli/numbers.hpp"

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
    return failure(subtracted.error().code(),
                   fmt::format("{} and {}: {}; make one of them again with peel sketch --like the other",
                               left_.name, right_.name, subtracted.error().sentence()));
  }
  const auto filler = reconcile::SketchFiller::for_sketch(difference);
  if (!filler) return failure(filler.error());
  items_ = filler->items();
  const Listing listing = difference.table.list();
  judge(listing, difference);

  const auto fetched = fetch(listing, *items_);
  if (!fetched) return failure(fetched.error());
  std::vector<ItemChange> changes = reconcile::item_changes(listing, *items_);
  // Rows of the source come in its order; what is only in a sketch keeps that of its bytes.
  const auto place = [&](const ItemChange& change) {
    const bool is_added = change.kind == ChangeKind::added;
    const auto found = fetched->find(as_text(is_added ? change.right : change.left));
    return std::pair(is_added, found == fetched->end() ? 0 : found->second.order);
  };
  std::ranges::stable_sort(changes, {}, place);
  for (const ItemChange& change : changes) {
    ShownChange shown{change.kind, {}, {}, change.count};
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
    if (change.kind == ChangeKind::changed && !shown.left.digest.empty() && shown.right.digest.empty()) {
      shown.left.key = shown.right.key;
      shown.left.digest.clear();
    }
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
void SketchDiff::judge(const Listing& listing, const Sketch& difference) {
  const std::uint64_t listed = listing.inserted.size() + listing.deleted.size();
  stats_.pair_error = std::ldexp(1.0, -digest_bits(*items_));
  stats_.other_error = wrong_listing_of(difference.table, listed);
  if (listing.complete()) return;
  stats_.estimate = difference.strata.estimate();
  const std::uint64_t most = std::max(stats_.estimate->most.value, listed + 1);
  incomplete_ = fmt::format(
      "about {} items differ (a changed row is two), more than the sketch can list; make it again with "
      "--capacity {}",
      grouped(stats_.estimate->items.value), most);
}

Result<SketchDiff::FetchedRows> SketchDiff::fetch(const Listing& listing,
                                                  const reconcile::SketchItems& items) {
  FetchedRows fetched;
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
      const rows::CanonicalRow row = rows->row(batch, i);
      items.write(row, item.data());
      const auto found = fetched.find(as_text(item));
      if (found == fetched.end() || found->second.order != 0) continue;
      found->second = {Bytes(row.bytes.begin(), row.bytes.end()), row.key_size, batch.line(i)};
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
  if (side.rows != nullptr) {
    const auto found = fetched.find(as_text(item));
    if (found != fetched.end() && found->second.order != 0) {
      return shown(rows::CanonicalRow{found->second.bytes, found->second.key_size}, terms_);
    }
  }
  if (auto key = items_->key_of(item)) {
    const std::vector<std::string>& kept = keys_.emplace_back(std::move(*key));
    return ShownRow{{kept.begin(), kept.end()}};
  }
  return ShownRow{{}, std::nullopt, items_->digest_of(item).value_or("")};
}

void SketchDiff::account_for_pass(DiffSide& rows) {
  ++stats_.passes;
  stats_.bytes_read += rows.source().bytes_read();
}

}  // namespace peel::cli
