#include "peel/reconcile/terms.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace peel::reconcile {

Terms with_sides_swapped(Terms terms) {
  std::swap(terms.left_names, terms.right_names);
  std::swap(terms.left_place, terms.right_place);
  return terms;
}

std::optional<std::string> missing_column(const Party& party, const Terms& terms, Side side) {
  if (!terms.is_table || party.schema.has_any_columns()) return std::nullopt;
  const rows::ColumnPlaces places(party.schema.columns);
  for (const std::string& name : terms.names_of(side)) {
    if (!places.find(name)) return name;
  }
  return std::nullopt;
}

Result<Terms> agree(const Party& left, const Party& right, const TermsRequest& request) {
  auto terms = find_terms(left, right, request);
  if (!terms) return failure(terms.error().error);
  return std::move(*terms);
}

Terms terms_of(const SketchDescription& description) {
  if (!description.is_table()) return {};
  Terms terms{.is_table = true,
              .has_key = description.key_columns > 0,
              .columns = {description.columns, description.key_columns}};
  if (!terms.has_key) terms.columns.key_columns = terms.columns.names.size();
  terms.display.resize(terms.columns.names.size());
  std::iota(terms.display.begin(), terms.display.end(), std::size_t{0});
  if (description.items == SketchDescription::Items::typed_rows) {
    terms.typing = Typing::strict;
    for (const std::uint8_t type : description.types) terms.types.push_back(rows::ColumnType{type});
    terms.is_json = std::ranges::find(terms.types, rows::ColumnType::json) != terms.types.end();
  }
  return terms;
}

SketchDescription description_of(const Terms& terms, bool has_names, std::uint8_t key_bytes) {
  if (!terms.is_table) return SketchDescription{};
  SketchDescription description{
      .items = SketchDescription::Items::rows, .has_header = has_names, .columns = terms.columns.names};
  if (terms.typing == Typing::strict) {
    description.items = SketchDescription::Items::typed_rows;
    for (const rows::ColumnType type : terms.types)
      description.types.push_back(static_cast<std::uint8_t>(type));
  }
  if (!terms.has_key) return description;
  description.key_columns = static_cast<std::uint32_t>(terms.columns.key_columns);
  description.key_bytes = key_bytes;
  return description;
}

}  // namespace peel::reconcile
