#include "reconcile/scan.hpp"

#include <span>
#include <utility>
#include <vector>

namespace peel::reconcile {

Result<void> ItemFiller::flush() {
  const std::size_t rows = std::exchange(waiting_, 0);
  if (auto inserted = table_->insert(PackedPairs{ByteView(packed_).first(rows * items_.width())}); !inserted)
    return inserted;
  return strata_->insert(std::span(digests_).first(rows));
}

Result<void> insert(RowReader& reader, const rows::RowBatch& batch, ItemFiller& filler) {
  filler.make_room(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) filler.add(reader.row(batch, i));
  return filler.flush();
}

Result<void> fill(RowReader& reader, const RowItems& items, Summary& summary, const Watch& watch) {
  ItemFiller filler(items, summary.table, summary.strata);
  const auto add = [&](const rows::RowBatch& batch) {
    summary.rows += batch.size();
    return insert(reader, batch, filler);
  };
  return reader.read(add, watch);
}

Result<void> fill(RowReader& reader, const RowItems& items, RatelessCells& cells, const Watch& watch) {
  Bytes packed;
  const auto add = [&](const rows::RowBatch& batch) {
    packed.resize(batch.size() * items.width());
    for (std::size_t i = 0; i < batch.size(); ++i)
      items.write(reader.row(batch, i), &packed[i * items.width()]);
    return cells.insert(ByteView(packed));
  };
  return reader.read(add, watch);
}

Result<void> rewind_to_wanted(RowReader& reader, const WantedItems& wanted, Side side,
                              std::uint64_t rows_there) {
  // Finding a row by key costs as much as passing over some rows does.
  constexpr std::uint64_t kRowsPassedOverPerLookup = 8;
  const Entries& listed = side == Side::left ? wanted.listing().inserted : wanted.listing().deleted;
  rows::RowSource& source = reader.source();
  if (!wanted.items().by_key() || !reader.finds_rows() ||
      listed.size() >= rows_there / kRowsPassedOverPerLookup)
    return source.rewind();
  std::vector<Bytes> keys;
  std::vector<rows::KeyCells> cells;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    auto key = wanted.items().key_of(listed.key(i));
    if (!key) return source.rewind();
    keys.push_back(std::move(*key));
    auto of_key = rows::leading_cells(keys.back(), reader.key_columns().size());
    if (!of_key) return source.rewind();
    cells.push_back(std::move(*of_key));
  }
  return source.rewind_to(reader.key_columns(), cells);
}

Result<void> fetch(RowReader& reader, const WantedItems& wanted, RowVisitor& visitor, const Watch& watch) {
  Bytes item(wanted.items().width());
  const auto visit = [&](const rows::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const rows::CanonicalRow row = reader.row(batch, i, rows::Spelling::kept);
      const std::uint64_t digest = wanted.items().write(row, item.data());
      const auto index = wanted.find(item, digest);
      if (!index) continue;
      if (auto visited = visitor.visit(*index, row, batch.line(i)); !visited) return visited;
    }
    return {};
  };
  return reader.read(visit, watch);
}

}  // namespace peel::reconcile
