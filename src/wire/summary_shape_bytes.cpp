#include "summary_shape_bytes.hpp"

#include "peel/tables/interpolation_summary.hpp"

#include "filter_shape_bytes.hpp"
#include "wire/malformed.hpp"

#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr const char* kField = "the shape of a table summary";

bool counts(SummaryKind kind) {
  return kind == SummaryKind::counting_single_filter || kind == SummaryKind::counting_multiple_filters;
}

void put(BitWidth bits, ByteWriter& out) {
  out.integer(bits.value, 1);
  out.integer(0, 7);
}

void put(const SingleFilterShape& cells, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(cells.packing()), 1);
  out.integer(cells.hashes().value, 1);
  out.integer(0, 6);
  out.integer(cells.cells().value, 8);
}

void put(const std::vector<FilterShape>& filters, ByteWriter& out) {
  for (const FilterShape& filter : filters) put_filter_shape({filter, std::nullopt}, out);
}

Result<void> expect_zeros(std::size_t bytes, const char* where, ByteReader& in) {
  const auto reserved = in.integer(bytes, kField);
  if (!reserved) return failure(reserved.error());
  if (*reserved == 0) return {};
  return malformed("the " + std::to_string(bytes) + " reserved bytes " + where + " hold " +
                   std::to_string(*reserved) + "; accepted is 0");
}

Result<MultilevelShape> read_table(ByteReader& in) {
  const auto head = in.integer(2, kField);
  if (!head) return failure(head.error());
  if (auto zeros = expect_zeros(5, "before the buckets", in); !zeros) return failure(zeros.error());
  MultilevelSpec spec{.buckets = {}, .slots = SlotCount(*head >> 8)};
  for (std::uint64_t table = 0; table < (*head & 0xFF); ++table) {
    const auto buckets = in.integer(8, kField);
    if (!buckets) return failure(buckets.error());
    spec.buckets.emplace_back(*buckets);
  }
  auto shape = MultilevelShape::from(spec);
  if (!shape) return malformed(shape.error().sentence());
  return shape;
}

Result<BitWidth> read_bits(ByteReader& in) {
  const auto bits = in.integer(1, kField);
  if (!bits) return failure(bits.error());
  if (auto zeros = expect_zeros(7, "behind the bits", in); !zeros) return failure(zeros.error());
  if (*bits < kMinFingerprintBits || *bits > kMaxFingerprintBits) {
    return malformed(std::to_string(*bits) + " bits of each hash: accepted are " +
                     std::to_string(kMinFingerprintBits) + " to " + std::to_string(kMaxFingerprintBits));
  }
  return BitWidth(*bits);
}

Result<SingleFilterShape> read_cells(SummaryKind kind, const MultilevelShape& table, ByteReader& in) {
  const auto head = in.integer(2, kField);
  if (!head) return failure(head.error());
  if (auto zeros = expect_zeros(6, "before the cells", in); !zeros) return failure(zeros.error());
  const auto cells = in.integer(8, kField);
  if (!cells) return failure(cells.error());
  auto shape = SingleFilterShape::from({.cells = CellCount(*cells),
                                        .hashes = HashCount(*head >> 8),
                                        .sub_tables = SegmentCount(table.sub_tables()),
                                        .packing = static_cast<CellPacking>(*head & 0xFF)});
  if (!shape) return malformed(shape.error().sentence());
  if (counts(kind) != (shape->packing() == CellPacking::counters)) {
    return malformed("cells (" + std::string(name_of(shape->packing())) + ") in a summary of kind " +
                     std::to_string(static_cast<unsigned>(kind)) + ", which has others");
  }
  return shape;
}

Result<std::vector<FilterShape>> read_filters(SummaryKind kind, const MultilevelShape& table,
                                              ByteReader& in) {
  std::vector<FilterShape> filters;
  for (std::uint64_t i = 0; i < table.sub_tables(); ++i) {
    const auto bytes = in.bytes(kFilterShapeBytes, kField);
    if (!bytes) return failure(bytes.error());
    const auto filter = decode_filter_shape(counts(kind) ? Kind::counting_filter : Kind::filter, *bytes);
    if (!filter) return malformed("filter " + std::to_string(i) + ": " + filter.error().sentence());
    if (filter->keys != FilterKeys::unknown) {
      return malformed("filter " + std::to_string(i) + ": the reserved bytes 3 to 7 of the shape hold " +
                       std::to_string(static_cast<unsigned>(filter->keys)) + "; accepted is 0");
    }
    filters.push_back(filter->shape);
  }
  return filters;
}

Result<SummaryParts> read_parts(SummaryKind kind, const MultilevelShape& table, ByteReader& in) {
  const auto parts = [](auto read) { return SummaryParts(std::move(read)); };
  switch (kind) {
    case SummaryKind::interpolation:
      return read_bits(in).map(parts);
    case SummaryKind::single_filter:
    case SummaryKind::counting_single_filter:
      return read_cells(kind, table, in).map(parts);
    case SummaryKind::multiple_filters:
    case SummaryKind::counting_multiple_filters:
      break;
  }
  return read_filters(kind, table, in).map(parts);
}

}  // namespace

void put_summary_shape(const SummaryIdentity& identity, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(identity.kind), 1);
  out.integer(identity.table.sub_tables(), 1);
  out.integer(identity.table.slots().value, 1);
  out.integer(0, 5);
  for (const BucketCount buckets : identity.table.all_buckets()) out.integer(buckets.value, 8);
  std::visit([&](const auto& parts) { put(parts, out); }, identity.parts);
}

Result<SummaryIdentity> decode_summary_shape(ByteView bytes) {
  ByteReader in(bytes);
  const auto kind = in.integer(1, kField);
  if (!kind) return failure(kind.error());
  if (*kind < static_cast<std::uint64_t>(SummaryKind::interpolation) ||
      *kind > static_cast<std::uint64_t>(SummaryKind::counting_multiple_filters)) {
    return malformed("a summary of kind " + std::to_string(*kind) + " is not known; accepted are 1 to 5");
  }
  auto table = read_table(in);
  if (!table) return failure(table.error());
  auto parts = read_parts(static_cast<SummaryKind>(*kind), *table, in);
  if (!parts) return failure(parts.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the shape of the summary; accepted are none");
  }
  return SummaryIdentity{static_cast<SummaryKind>(*kind), std::move(*table), std::move(*parts)};
}

}  // namespace peel::wire
