// The cells of an iblt in the plain form: whole bytes, every cell in full. docs/formats/iblt.md, "Plain
// form".
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/invertible/iblt.hpp"

#include <cstdint>
#include <vector>

namespace peel::wire {

// Never wraps: a shape's tables have a limit.
std::uint64_t plain_cell_bytes(const IbltShape& shape);

// Writes all cells to `to`, which has room for plain_cell_bytes.
void put_plain_cells(const Iblt& table, std::byte* to);

// `bytes` has plain_cell_bytes. The words may still be such as no table has.
std::vector<std::uint64_t> plain_cells(const IbltShape& shape, ByteView bytes);

}  // namespace peel::wire
