#include "filter_shape_bytes.hpp"

#include "wire/malformed.hpp"

#include <string>
#include <utility>

namespace peel::wire {

void put_filter_shape(const FilterIdentity& identity, ByteWriter& out) {
  const FilterShape& shape = identity.shape;
  out.integer(static_cast<std::uint64_t>(shape.layout()), 1);
  out.integer(shape.cell_bits().value, 1);
  out.integer(shape.hashes().value, 1);
  out.integer(identity.insertion ? static_cast<std::uint64_t>(*identity.insertion)
                                 : static_cast<std::uint64_t>(identity.keys),
              1);
  out.integer(0, 4);
  out.integer(shape.cells().value, 8);
}

Result<FilterIdentity> decode_filter_shape(Kind kind, ByteView bytes) {
  const std::byte* const at = bytes.data();
  const std::uint64_t layout = load_le(at, 1);
  if (layout < static_cast<std::uint64_t>(FilterLayout::classic) ||
      layout > static_cast<std::uint64_t>(FilterLayout::line_blocks)) {
    return malformed("layout " + std::to_string(layout) +
                     " is not known; accepted are 1 (classic), 2 (register) and 3 (line)");
  }
  const bool is_spectral = kind == Kind::spectral_filter;
  const std::size_t reserved_at = is_spectral || kind == Kind::filter ? 4 : 3;
  if (const auto reserved = load_le(at + reserved_at, 8 - reserved_at); reserved != 0) {
    return malformed("the reserved bytes " + std::to_string(reserved_at) + " to 7 of the shape hold " +
                     std::to_string(reserved) + "; accepted is 0");
  }
  const std::uint64_t detail = load_le(at + 3, 1);
  if (is_spectral && detail != 1 && detail != 2) {
    return malformed("insertion " + std::to_string(detail) +
                     " is not known; accepted are 1 (minimum selection) and 2 (minimal increase)");
  }
  if (kind == Kind::filter && detail > static_cast<std::uint64_t>(FilterKeys::addresses)) {
    return malformed("keys of kind " + std::to_string(detail) +
                     " are not known; accepted are 0 (unknown), 1 (text) and 2 (IP addresses)");
  }
  const auto shape = FilterShape::from({.layout = static_cast<FilterLayout>(layout),
                                        .cells = CellCount(load_le(at + 8)),
                                        .hashes = HashCount(load_le(at + 2, 1)),
                                        .cell_bits = BitWidth(load_le(at + 1, 1))});
  if (!shape) return malformed("no filter has this shape: " + shape.error().sentence());
  FilterIdentity identity{*shape, std::nullopt};
  if (is_spectral) identity.insertion = static_cast<SpectralInsertion>(detail);
  if (kind == Kind::filter) identity.keys = static_cast<FilterKeys>(detail);
  return identity;
}

}  // namespace peel::wire
