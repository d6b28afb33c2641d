#include "filter_shape_bytes.hpp"

#include <string>
#include <utility>

namespace peel::wire {

namespace {

tl::unexpected<Error> malformed(std::string sentence) {
  return failure(ErrorCode::malformed, std::move(sentence));
}

}  // namespace

void put_filter_shape(const FilterShape& shape, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(shape.layout()), 1);
  out.integer(shape.cell_bits().value, 1);
  out.integer(shape.hashes().value, 1);
  out.integer(0, 5);
  out.integer(shape.cells().value, 8);
}

Result<FilterShape> decode_filter_shape(ByteView bytes) {
  const std::byte* const at = bytes.data();
  const std::uint64_t layout = load_le(at, 1);
  if (layout < static_cast<std::uint64_t>(FilterLayout::classic) ||
      layout > static_cast<std::uint64_t>(FilterLayout::line_blocks)) {
    return malformed("layout " + std::to_string(layout) +
                     " is not known; accepted are 1 (classic), 2 (register) and 3 (line)");
  }
  if (const auto reserved = load_le(at + 3, 5); reserved != 0) {
    return malformed("the reserved bytes 3 to 7 of the shape hold " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  const auto shape = FilterShape::from({.layout = static_cast<FilterLayout>(layout),
                                        .cells = CellCount(load_le(at + 8)),
                                        .hashes = HashCount(load_le(at + 2, 1)),
                                        .cell_bits = BitWidth(load_le(at + 1, 1))});
  if (!shape) return malformed("no filter has this shape: " + shape.error().sentence());
  return *shape;
}

}  // namespace peel::wire
