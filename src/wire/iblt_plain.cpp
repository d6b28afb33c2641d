#include "iblt_plain.hpp"

namespace peel::wire {

namespace {

std::size_t check_bytes(const IbltShape& shape) {
  return static_cast<std::size_t>((shape.check_bits().value + 7) / 8);
}

}  // namespace

std::uint64_t plain_cell_bytes(const IbltShape& shape) {
  return shape.cells().value *
         (std::uint64_t{8} * shape.check_offset() + check_bytes(shape) * shape.check_words());
}

void put_plain_cells(const Iblt& table, std::byte* to) {
  const IbltShape& shape = table.shape();
  const std::size_t check_width = check_bytes(shape);
  for (auto rest = table.cells(); !rest.empty(); rest = rest.subspan(shape.cell_words())) {
    for (unsigned w = 0; w < shape.cell_words(); ++w) {
      const std::size_t width = w < shape.check_offset() ? 8 : check_width;
      store_le(to, rest[w], width);
      to += width;
    }
  }
}

std::vector<std::uint64_t> plain_cells(const IbltShape& shape, ByteView bytes) {
  std::vector<std::uint64_t> words;
  words.reserve((shape.cells().value + 1) * shape.cell_words());  // Iblt::from_cells appends a cell
  words.resize(shape.cells().value * shape.cell_words());
  const std::size_t check_width = check_bytes(shape);
  const std::byte* from = bytes.data();
  for (std::size_t cell = 0; cell < words.size(); cell += shape.cell_words()) {
    for (unsigned w = 0; w < shape.cell_words(); ++w) {
      const std::size_t width = w < shape.check_offset() ? 8 : check_width;
      words[cell + w] = load_le(from, width);
      from += width;
    }
  }
  return words;
}

}  // namespace peel::wire
