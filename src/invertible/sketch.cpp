#include "peel/invertible/sketch.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/incompatibility.hpp"
#include "invertible/sketch_parts.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace peel {

namespace {

using detail::both;

// The names of some columns, as many as a sentence bears.
std::string quoted(const std::vector<std::string>& columns) {
  constexpr std::size_t kMost = 200;
  std::string text;
  for (const std::string& column : columns) {
    text += (text.empty() ? "" : ",") + column;
    if (text.size() > kMost) return "'" + text.substr(0, kMost) + "...'";
  }
  return "'" + text + "'";
}

}  // namespace

namespace detail {

std::string difference_of(const SketchDescription& a, const SketchDescription& b) {
  if (a.items != b.items) {
    return "items that are " + std::string(name_of(a.items)) + " and " + std::string(name_of(b.items));
  }
  if (a.columns.size() != b.columns.size()) {
    return both(a.columns.size(), b.columns.size()) + " columns, " + quoted(a.columns) + " and " +
           quoted(b.columns);
  }
  const auto [ours, theirs] = std::ranges::mismatch(a.columns, b.columns);
  if (ours != a.columns.end()) return "columns " + quoted({*ours}) + " and " + quoted({*theirs});
  if (a.key_columns != b.key_columns) return both(a.key_columns, b.key_columns) + " key columns";
  if (a.has_header != b.has_header) {
    return a.has_header ? "columns with a header and without" : "columns without a header and with one";
  }
  if (a.key_bytes != b.key_bytes) return "room for keys of " + both(a.key_bytes, b.key_bytes) + " bytes";
  return {};
}

Result<std::int64_t> combined_rows(SketchRows rows, SketchSign sign) {
  std::int64_t sum = 0;
  const bool overflows = sign == SketchSign::plus ? __builtin_add_overflow(rows.first, rows.second, &sum)
                                                  : __builtin_sub_overflow(rows.first, rows.second, &sum);
  if (!overflows && magnitude(sum) <= kMaxSketchRows) return sum;
  return failure(ErrorCode::limit_exceeded,
                 "together the sketches stand for more than " + std::to_string(kMaxSketchRows) + " rows");
}

}  // namespace detail

namespace {

using detail::SketchSign;

std::string difference_of(const Sketch& a, const Sketch& b) {
  if (std::string what = detail::difference_of(a.description, b.description); !what.empty()) return what;
  if (std::string what = detail::difference_of(a.table.shape(), b.table.shape()); !what.empty()) return what;
  if (std::string what = detail::difference_of(a.table.hashing(), b.table.hashing()); !what.empty())
    return what;
  return detail::difference_of(a.strata.shape(), b.strata.shape());
}

Result<void> combine(Sketch& sketch, const Sketch& other, SketchSign sign) {
  if (const std::string what = difference_of(sketch, other); !what.empty()) {
    return failure(ErrorCode::incompatible, "these sketches cannot be combined: they have " + what);
  }
  const auto rows = detail::combined_rows({sketch.rows, other.rows}, sign);
  if (!rows) return failure(rows.error());
  StrataEstimator strata = sketch.strata;  // a copy, so that the table may still refuse
  auto done = sign == SketchSign::plus ? strata.merge(other.strata) : strata.subtract(other.strata);
  if (done)
    done = sign == SketchSign::plus ? sketch.table.merge(other.table) : sketch.table.subtract(other.table);
  if (!done) return done;
  sketch.strata = std::move(strata);
  sketch.rows = *rows;
  return {};
}

Result<void> validate_types(const SketchDescription& description) {
  const std::vector<std::uint8_t>& types = description.types;
  const std::size_t columns = description.columns.size();
  if (types.size() != (description.items == SketchDescription::Items::typed_rows ? columns : 0)) {
    return refused(std::to_string(types.size()) + " types for " + std::to_string(columns) +
                   " columns; accepted is one for each column of typed rows, and none for others");
  }
  const auto odd = std::ranges::find_if(types, [](std::uint8_t type) { return type < 'a' || type > 'z'; });
  if (odd == types.end()) return {};
  return refused("the type " + std::to_string(*odd) + " of a column; accepted are small letters");
}

}  // namespace

Result<void> validate(const SketchDescription& description) {
  using Items = SketchDescription::Items;
  const std::uint64_t columns = description.columns.size();
  if (description.key_bytes > kMaxKeyWidth) {
    return refused("room for keys of " + std::to_string(description.key_bytes) +
                   " bytes: accepted are 0 to " + std::to_string(kMaxKeyWidth));
  }
  if (auto ok = validate_types(description); !ok) return ok;
  if (description.items == Items::lines) {
    if (columns == 0 && description.key_columns == 0 && !description.has_header) return {};
    return refused("a sketch of whole lines with " + std::to_string(columns) + " columns, " +
                   std::to_string(description.key_columns) + " of them in the key" +
                   (description.has_header ? ", and a header" : "") + ": lines have none");
  }
  if (description.items != Items::rows && description.items != Items::typed_rows) {
    return refused("items of kind " + std::to_string(static_cast<unsigned>(description.items)) +
                   ": accepted are 1 (lines), 2 (rows) and 3 (typed rows)");
  }
  if (columns == 0 || columns > kMaxSketchColumns) {
    return refused("a sketch of rows with " + std::to_string(columns) + " columns: accepted are 1 to " +
                   std::to_string(kMaxSketchColumns));
  }
  if (description.key_columns > columns) {
    return refused(std::to_string(description.key_columns) + " key columns among " + std::to_string(columns));
  }
  const auto longest = std::ranges::max_element(description.columns, {}, &std::string::size);
  if (longest->size() > kMaxColumnNameBytes) {
    return refused("a column name of " + std::to_string(longest->size()) + " bytes: accepted are up to " +
                   std::to_string(kMaxColumnNameBytes));
  }
  return {};
}

Result<void> Sketch::merge(const Sketch& other) {
  return combine(*this, other, SketchSign::plus);
}

Result<void> Sketch::subtract(const Sketch& other) {
  return combine(*this, other, SketchSign::minus);
}

std::string_view name_of(SketchDescription::Items items) {
  switch (items) {
    case SketchDescription::Items::lines:
      return "lines";
    case SketchDescription::Items::typed_rows:
      return "typed rows";
    case SketchDescription::Items::rows:
      return "rows";
  }
  return "unknown";
}

}  // namespace peel
