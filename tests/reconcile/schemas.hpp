// Schemas of two sides as tests of their terms want them.
#pragma once

#include "peel/reconcile/terms.hpp"

#include <string>
#include <utility>
#include <vector>

namespace peel::test {

using Strings = std::vector<std::string>;

inline rows::Schema text_schema(Strings columns) {
  return {.is_table = true, .columns = std::move(columns), .has_names = true};
}

inline rows::Schema database_schema(Strings columns, std::vector<rows::ColumnType> types, Strings key = {}) {
  const bool has_key = !key.empty();
  return {.is_table = true,
          .columns = std::move(columns),
          .has_names = true,
          .types = std::move(types),
          .key = std::move(key),
          .key_is_unique = has_key,
          .folds_case = true};
}

inline rows::Schema json_schema(Strings paths) {
  rows::Schema schema = text_schema(std::move(paths));
  schema.types.assign(schema.columns.size(), rows::ColumnType::json);
  schema.has_paths = true;
  return schema;
}

inline tl::expected<reconcile::Terms, reconcile::Disagreement> terms_between(
    const rows::Schema& left, const rows::Schema& right, const reconcile::TermsRequest& request = {}) {
  return find_terms({"LEFT", left, rows::RowPlace::line}, {"RIGHT", right, rows::RowPlace::rowid}, request);
}

inline rows::Tolerance tolerance(std::string_view text) {
  return *rows::Tolerance::from(text);
}

}  // namespace peel::test
