// Any bytes as a canonical row: an error, or cells that encode to the same bytes again. And any cells, read
// by any rule: what a rule makes is canonical, the same as it makes of the cell's export, and stays as it is
// when the rule is applied again.
#include "peel/rows/canonical_row.hpp"
#include "peel/rows/cell_rule.hpp"

#include "fuzz/claim.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace peel;
using namespace peel::rows;
using Reading = CellRule::Reading;

constexpr std::array kTags = {CellTag::null, CellTag::integer, CellTag::decimal,
                              CellTag::real, CellTag::time,    CellTag::text,
                              CellTag::blob, CellTag::json,    CellTag::rounded};
constexpr std::array kTypes = {
    ColumnType::any,     ColumnType::text, ColumnType::integer, ColumnType::numeric, ColumnType::real,
    ColumnType::decimal, ColumnType::time, ColumnType::blob,    ColumnType::json,    ColumnType::place};

void claim_it_encodes_to_the_same(ByteView bytes, const std::vector<Cell>& cells) {
  RowFields all;
  std::vector<std::string_view> payloads;
  std::vector<CellTag> tags;
  for (const Cell& cell : cells) {
    all.positions.push_back(static_cast<std::uint32_t>(payloads.size()));
    payloads.push_back(cell.payload);
    tags.push_back(cell.tag);
  }
  RowEncoder encoder(all);
  fuzz::claim(std::ranges::equal(encoder.encode({payloads, tags}).bytes, bytes),
              "what decodes encodes to the same bytes");
}

// Columns of whole numbers take true for 1, which no export writes for it.
bool is_truth_as_number(const Cell& cell, ColumnType type) {
  return cell.tag == CellTag::json && (cell.payload == "true" || cell.payload == "false") &&
         (type == ColumnType::integer || type == ColumnType::numeric);
}

void claim_rules_are_sound(const Cell& cell) {
  const std::string exported = text_of(cell);
  for (const ColumnType type : kTypes) {
    const CellRule rule{Reading::lent, type};
    CellRoom room, again_room, export_room;
    const Cell made = by_rule(rule, cell, room);
    fuzz::claim(is_canonical(made), "a rule makes canonical cells");
    fuzz::claim(by_rule(rule, made, again_room) == made, "a rule applied twice is the rule applied once");
    // The export of NULL, and of what is not there, is an empty field without quotes.
    if (cell.is_null() || cell.is_missing() || is_truth_as_number(cell, type)) continue;
    fuzz::claim(by_rule(rule, {CellTag::text, exported}, export_room) == made,
                "a cell and its export are read alike");
  }
  CellRoom room, again_room;
  const Tolerance tolerance = *Tolerance::from("0.01");
  const CellRule nearly{Reading::as_it_is, ColumnType::any, tolerance};
  const Cell rounded = by_rule(nearly, cell, room);
  fuzz::claim(is_canonical(rounded), "what is rounded is canonical");
  fuzz::claim(by_rule(nearly, rounded, again_room) == rounded, "what is rounded stays");
  fuzz::claim(tolerance.covers(cell, cell), "a cell is equal to itself");
  const Cell shown = by_rule({Reading::as_text}, cell, room);
  fuzz::claim(shown == Cell{CellTag::text, exported}, "as text, a cell is its export");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes = std::as_bytes(std::span(data, size));
  if (const auto cells = cells_of(bytes)) {
    claim_it_encodes_to_the_same(bytes, *cells);
    std::ranges::for_each(*cells, claim_rules_are_sound);
  } else {
    fuzz::claim(cells.error().code() == ErrorCode::malformed, "a refusal is of the bytes");
  }
  // The same bytes as the payload of one cell.
  for (const CellTag tag : kTags) {
    const Cell cell{tag, as_text(bytes)};
    if (is_canonical(cell)) claim_rules_are_sound(cell);
  }
  return 0;
}
