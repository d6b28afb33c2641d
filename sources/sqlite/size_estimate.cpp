#include "sources/sqlite/size_estimate.hpp"

#include <algorithm>

namespace peel::sources::sqlite {

namespace {

constexpr int kPlaces = 32;
constexpr int kRowsAtAPlace = 8;
constexpr std::uint64_t kEnoughBytes = std::uint64_t{1} << 20;
constexpr double kMostEstimatedBytes = 1e18;

struct Sample {
  std::uint64_t bytes = 0;
  int rows = 0;
  double rowids = 0;  // from the place to the last row read there

  // A place falls into the middle of a gap between rows, so that half a row less fits there.
  double bytes_per_rowid() const {
    if (rows == 0) return 0;
    return static_cast<double>(bytes) / rows * (rows - 0.5) / (rowids + 0.5);
  }
};

double distance(std::int64_t from, std::int64_t to) {
  return static_cast<double>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
}

std::uint64_t bytes_of(const Statement& row, std::size_t columns) {
  std::uint64_t bytes = 0;
  rows::NumberRoom room;
  for (std::size_t i = 0; i < columns; ++i) bytes += row.cell(static_cast<int>(i), room).payload.size();
  return bytes;
}

Result<Sample> sample_at(Statement& rows, std::int64_t place, const Selection& selection) {
  Sample sample;
  rows::NumberRoom room;
  rows.reset();
  if (auto bound = rows.bind(0, rows::integer_cell(place, room)); !bound) return failure(bound.error());
  for (;;) {
    const auto has_row = rows.step();
    if (!has_row) return failure(has_row.error());
    if (!*has_row) return sample;
    sample.bytes += bytes_of(rows, selection.table.columns.size());
    const rows::Cell rowid = rows.cell(*selection.rowid_column, room);
    sample.rowids = distance(place, rows::integer_of(rowid));
    ++sample.rows;
  }
}

}  // namespace

Result<std::optional<std::uint64_t>> estimated_bytes(Snapshot& snapshot, const Selection& selection) {
  // A virtual table may have to be read as a whole for each place.
  if (!selection.rowid_column || !selection.condition.empty() || !selection.table.is_stored())
    return std::nullopt;
  const std::string& rowid = selection.rowid;
  const std::string table = quoted_name(selection.table.name);
  auto ends = snapshot.database().prepare("SELECT (SELECT min(" + rowid + ") FROM " + table +
                                          "), (SELECT max(" + rowid + ") FROM " + table + ")");
  if (!ends) return failure(ends.error());
  if (const auto has_row = ends->step(); !has_row) return failure(has_row.error());
  rows::NumberRoom room;
  if (ends->cell(0, room).is_null()) return 0;
  const std::int64_t first = rows::integer_of(ends->cell(0, room));
  const std::int64_t last = rows::integer_of(ends->cell(1, room));
  auto rows = snapshot.database().prepare(selection.rows_where(rowid + " >= ?") + " ORDER BY " + rowid +
                                          " LIMIT " + std::to_string(kRowsAtAPlace));
  if (!rows) return failure(rows.error());

  // Bytes per rowid, on average over the places.
  const double span = distance(first, last) + 1;
  double density = 0;
  std::uint64_t read = 0;
  int places = 0;
  for (; places < kPlaces && read < kEnoughBytes; ++places) {
    const auto step = static_cast<std::uint64_t>(span / kPlaces * places);
    const auto place = static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + step);
    const auto sample = sample_at(*rows, place, selection);
    if (!sample) return failure(sample.error());
    density += sample->bytes_per_rowid();
    read += sample->bytes;
  }
  return static_cast<std::uint64_t>(std::min(span * density / places, kMostEstimatedBytes));
}

}  // namespace peel::sources::sqlite
