#include "iblt_payload.hpp"

#include "compact_cells.hpp"
#include "iblt_plain.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

// docs/formats/iblt.md: the part of the payload before the cells.
constexpr std::size_t kPreludeBytes = 16;   // gross total, number of lost sub-tables
constexpr std::size_t kLostIndexBytes = 4;  // each

std::size_t prelude_bytes(const Iblt& table) {
  return kPreludeBytes + kLostIndexBytes * table.lost_sub_tables().indexes().size();
}

void put_prelude(const Iblt& table, std::byte* to) {
  const auto& lost = table.lost_sub_tables().indexes();
  store_le(to, table.gross_total());
  store_le(to + 8, lost.size());
  to += kPreludeBytes;
  for (const std::uint32_t index : lost) {
    store_le(to, index, kLostIndexBytes);
    to += kLostIndexBytes;
  }
}

// A table that is too empty for its size is written in full.
bool is_compact_form(const Iblt& table, const CompactPlan& plan) {
  const std::uint64_t bytes = compact_cell_bytes(plan);
  return bytes < plain_cell_bytes(table.shape()) &&
         Unfolding{table.shape().table_bytes(), bytes}.is_justified();
}

Bytes compact_payload(const Iblt& table, const CompactPlan& plan) {
  Bytes payload(prelude_bytes(table));
  put_prelude(table, payload.data());
  const Bytes cells = compact_cells(fields_of(table.shape()), table.cells(), plan);
  payload.insert(payload.end(), cells.begin(), cells.end());
  return payload;
}

// Indexes in strictly ascending order, so that one set has one form.
Result<LostSubTables> decode_lost(ByteView bytes, const Placement& placement) {
  LostSubTables lost;
  for (std::size_t at = 0; at < bytes.size(); at += kLostIndexBytes) {
    const std::uint64_t index = load_le(&bytes[at], kLostIndexBytes);
    if (!lost.empty() && index <= lost.indexes().back()) {
      return malformed("lost sub-table " + std::to_string(index) + " does not follow " +
                       std::to_string(lost.indexes().back()) + " in ascending order");
    }
    if (auto ok = lost.add(SubTable(index), placement); !ok) return malformed(ok.error().sentence());
  }
  return lost;
}

Result<std::vector<std::uint64_t>> decode_cells(const FormedShape& formed, ByteView bytes) {
  const std::uint64_t plain_bytes = plain_cell_bytes(formed.shape);
  if (formed.form == IbltForm::compact) {
    if (bytes.size() < plain_bytes) return cells_of_compact(fields_of(formed.shape), bytes);
    return malformed("a compact form with cells of " + std::to_string(bytes.size()) +
                     " bytes; accepted are fewer than the " + std::to_string(plain_bytes) +
                     " of the plain form");
  }
  if (bytes.size() == plain_bytes) return plain_cells(formed.shape, bytes);
  return malformed("the cells have " + std::to_string(bytes.size()) +
                   " bytes; those of an iblt of this shape have " + std::to_string(plain_bytes));
}

}  // namespace

Bytes plain_payload(const Iblt& table) {
  const std::size_t cells_at = prelude_bytes(table);
  Bytes payload(cells_at + plain_cell_bytes(table.shape()));
  put_prelude(table, payload.data());
  put_plain_cells(table, payload.data() + cells_at);
  return payload;
}

FormedPayload smaller_payload(const Iblt& table) {
  const CompactPlan plan = plan_compact(fields_of(table.shape()), table.cells());
  if (!is_compact_form(table, plan)) return {IbltForm::plain, plain_payload(table)};
  return {IbltForm::compact, compact_payload(table, plan)};
}

bool is_smaller_form(const Iblt& table, IbltForm form) {
  const CompactPlan plan = plan_compact(fields_of(table.shape()), table.cells());
  return is_compact_form(table, plan) == (form == IbltForm::compact);
}

Result<Iblt> decode_iblt_payload(const FormedShape& formed, ItemHashing hashing, ByteView payload) {
  if (payload.size() < kPreludeBytes) {
    return malformed("the payload has " + std::to_string(payload.size()) + " bytes; an iblt has at least " +
                     std::to_string(kPreludeBytes));
  }
  const Placement& placement = formed.shape.placement();
  const std::uint64_t lost_count = load_le(payload.data() + 8);
  if (lost_count > placement.sub_tables().value) {
    return malformed(std::to_string(lost_count) + " lost sub-tables in a table of " +
                     std::to_string(placement.sub_tables().value));
  }
  const ByteView behind = payload.subspan(kPreludeBytes);
  const std::uint64_t lost_bytes = kLostIndexBytes * lost_count;
  if (lost_bytes > behind.size()) {
    return malformed("the payload ends inside its list of " + std::to_string(lost_count) +
                     " lost sub-tables");
  }
  auto lost = decode_lost(behind.first(lost_bytes), placement);
  if (!lost) return failure(lost.error());
  auto cells = decode_cells(formed, behind.subspan(lost_bytes));
  if (!cells) return failure(cells.error());
  return Iblt::from_cells(formed.shape, std::move(hashing), load_le(payload.data()), std::move(*lost),
                          std::move(*cells));
}

}  // namespace peel::wire
