// How many bytes a table will take on the wire, before it is filled.
#pragma once

#include "peel/core/types.hpp"
#include "peel/invertible/iblt_shape.hpp"

#include <cstdint>

namespace peel::wire {

// The expected size of encode() for a table of this shape into which `inserted` random pairs were put, with
// the envelope and all else. For as many pairs as the shape can list it is right to a few hundredths.
std::uint64_t expected_bytes(const IbltShape& shape, ItemCount inserted);

}  // namespace peel::wire
