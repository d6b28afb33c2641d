#include "peel/invertible/rateless_sketch.hpp"

#include "hashing/hasher_difference.hpp"
#include "invertible/incompatibility.hpp"
#include "invertible/sketch_parts.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace peel {

namespace {

std::string difference_of(const RatelessSketch& a, const RatelessSketch& b) {
  if (std::string what = detail::difference_of(a.description, b.description); !what.empty()) return what;
  if (std::string what = detail::difference_of(a.cells.shape(), b.cells.shape()); !what.empty()) return what;
  return detail::difference_of(a.cells.hashing(), b.cells.hashing());
}

Result<void> combine_prefixes(RatelessSketch& sketch, const RatelessSketch& other, detail::SketchSign sign) {
  if (const std::string what = difference_of(sketch, other); !what.empty()) {
    return failure(ErrorCode::incompatible, "these sketches cannot be combined: they have " + what);
  }
  const auto rows = detail::combined_rows({sketch.rows, other.rows}, sign);
  if (!rows) return failure(rows.error());
  const CellRange common{0, std::min(sketch.cells.range().end, other.cells.range().end)};
  auto cells = sketch.cells.part(common);
  if (!cells) return failure(cells.error());
  const auto others = other.cells.part(common);
  if (!others) return failure(others.error());
  const auto done = sign == detail::SketchSign::plus ? cells->merge(*others) : cells->subtract(*others);
  if (!done) return done;
  sketch.cells = std::move(*cells);
  sketch.rows = *rows;
  return {};
}

}  // namespace

Result<void> RatelessSketch::merge(const RatelessSketch& other) {
  return combine_prefixes(*this, other, detail::SketchSign::plus);
}

Result<void> RatelessSketch::subtract(const RatelessSketch& other) {
  return combine_prefixes(*this, other, detail::SketchSign::minus);
}

}  // namespace peel
