// What a sketch was made from, and how many rows: docs/formats/sketch.md, "Payload". Sketches of all kinds
// have these bytes.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"

#include <cstdint>

namespace peel::wire {

struct DescribedRows {
  SketchDescription description;
  std::int64_t rows;
};

// Fails with `invalid_argument` for what no reader would accept.
Result<void> check_described_rows(const SketchDescription& description, std::int64_t rows);

// Of what that accepts.
void put_described_rows(const SketchDescription& description, std::int64_t rows, ByteWriter& out);

Result<DescribedRows> read_described_rows(ByteReader& in);

}  // namespace peel::wire
