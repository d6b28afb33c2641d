#include "peel/analysis/filter_shape.hpp"

#include <algorithm>
#include <string>

namespace peel {

FilterShape::FilterShape(const FilterSpec& spec)
    : layout_(spec.layout),
      hashes_(static_cast<std::uint8_t>(spec.hashes.value)),
      cell_bits_(static_cast<std::uint8_t>(spec.cell_bits.value)),
      cells_(spec.cells.value) {}

std::uint64_t cells_in_block(FilterLayout layout, BitWidth cell_bits) {
  if (layout == FilterLayout::classic) return 1;
  return (layout == FilterLayout::register_blocks ? 4 : 8) * (kLaneBits / cell_bits.value);
}

Result<FilterShape> FilterShape::from(const FilterSpec& spec) {
  // An enumerator may have been cast from a number that came from elsewhere.
  if (std::ranges::find(kFilterLayouts, spec.layout) == std::end(kFilterLayouts)) {
    return refused("filter layout " + std::to_string(static_cast<unsigned>(spec.layout)) +
                   ": accepted are 1 (classic), 2 (register) and 3 (line)");
  }
  const bool is_classic = spec.layout == FilterLayout::classic;
  const std::uint64_t most_hashes = is_classic ? kMaxClassicHashes : kMaxBlockedHashes;
  if (spec.hashes.value < 1 || spec.hashes.value > most_hashes) {
    return refused(std::to_string(spec.hashes.value) + " hashes: a " + std::string(name_of(spec.layout)) +
                   " filter accepts 1 to " + std::to_string(most_hashes));
  }
  const std::uint64_t bits = spec.cell_bits.value;
  if (bits != 1 && bits != 4 && !(is_classic && (bits == 8 || bits == 16 || bits == 32))) {
    return refused("cells of " + std::to_string(bits) +
                   " bits: accepted are 1 and 4, and 8, 16 and 32 in a " + "classic filter");
  }
  const std::uint64_t block = cells_in_block(spec.layout, spec.cell_bits);
  if (spec.cells.value == 0 || spec.cells.value % block != 0) {
    return refused(
        std::to_string(spec.cells.value) + " cells: accepted is " +
        (is_classic ? "1 or more" : "a multiple of " + std::to_string(block) + ", the cells of one block"));
  }
  if (spec.cells.value > kMaxFilterBytes / bits * 8) {
    return failure(ErrorCode::limit_exceeded,
                   "a filter of " + std::to_string(spec.cells.value) + " cells of " + std::to_string(bits) +
                       " bits: accepted are at most " + std::to_string(kMaxFilterBytes) + " bytes");
  }
  return FilterShape(spec);
}

std::string_view name_of(FilterLayout layout) {
  switch (layout) {
    case FilterLayout::classic:
      return "classic";
    case FilterLayout::register_blocks:
      return "register";
    case FilterLayout::line_blocks:
      return "line";
  }
  return "unknown";
}

}  // namespace peel
