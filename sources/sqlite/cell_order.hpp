// The order that SQLite gives to values in an index: NULL, then numbers by value, then text and then blobs by
// their bytes.
#pragma once

#include "peel/rows/cell.hpp"

#include <compare>

namespace peel::sources::sqlite {

// Of cells that SQLite has. Integers and reals of one value are equal; values are compared exactly.
std::weak_ordering order_of(const rows::Cell& left, const rows::Cell& right);

}  // namespace peel::sources::sqlite
