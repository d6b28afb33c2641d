// Any bytes: an error, or a sketch that encodes to the same bytes, lists and estimates within bounds, and
// cancels when it is subtracted from itself; and whose items, whoever chose them, are read within bounds.
#include "peel/reconcile/item_changes.hpp"
#include "peel/reconcile/row_sketch.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_envelope.hpp"
#include "fuzz/listing_claims.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

void claim_the_estimate_is_sound(const StrataEstimator& strata) {
  const StrataEstimate estimate = strata.estimate();
  fuzz::claim(estimate.least <= estimate.items && estimate.items <= estimate.most,
              "the estimate is in its range");
  fuzz::claim(estimate.basis != StrataEstimate::Basis::exact || estimate.least == estimate.most,
              "what is exact has no range");
  fuzz::claim(
      estimate.listed.value <= strata.shape().levels().value * strata.shape().level_shape().cells().value,
      "no more items than cells");
}

// What peel diff makes of a sketch that it compares with an empty one.
void claim_items_are_read_within_bounds(Sketch& sketch) {
  const auto filler = reconcile::SketchFiller::for_sketch(sketch);
  if (!filler) {
    fuzz::claim(!filler.error().sentence().empty(), "a refusal says why");
    return;
  }
  const reconcile::RowItems& items = filler->items();
  const Listing listing = sketch.table.list();
  for (const reconcile::ItemChange& change : reconcile::item_changes(listing, items)) {
    const ByteView item = change.left.empty() ? change.right : change.left;
    fuzz::claim(items.key_of(item).has_value() != items.digest_of(item).has_value(),
                "an item shows its key or a digest");
    fuzz::claim(change.count > 0, "a change is of some rows");
  }
}

void decode_and_check(ByteView bytes) {
  auto sketch = wire::decode_sketch(bytes);
  if (!sketch) {
    fuzz::claim(!sketch.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*sketch);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  fuzz::claim_nothing_is_lost_or_invented(sketch->table);
  claim_the_estimate_is_sound(sketch->strata);
  claim_items_are_read_within_bounds(*sketch);
  const Sketch same = *sketch;
  if (!sketch->subtract(same)) return;  // totals beyond the limit, or a table without checks
  fuzz::claim(sketch->rows == 0 && sketch->table.empty() && sketch->strata.empty(),
              "a sketch less itself is empty");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
