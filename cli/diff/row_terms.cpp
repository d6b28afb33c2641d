#include "cli/diff/row_terms.hpp"

#include <fmt/format.h>
#include <numeric>

namespace peel::cli {

namespace {

// Without a header and without rows nobody knows what columns it has: it is an empty table of any.
bool may_have_any_columns(const sources::RowSource& source) {
  return source.schema().columns.empty() && !source.schema().has_names;
}

rows::TableColumns table_columns(const sources::RowSource& source) {
  return {source.name(), source.schema().columns};
}

}  // namespace

Result<RowTerms> terms_of(const sources::RowSource& source, const SourceOptions& options) {
  if (!source.schema().is_table) return RowTerms{};
  const auto columns = rows::choose_columns(table_columns(source), options.key, options.columns);
  if (!columns) return failure(columns.error());
  RowTerms terms{true, !options.key.empty(), *columns, {}};
  if (!terms.has_key) terms.columns.key_columns = terms.columns.names.size();
  const rows::ColumnPlaces chosen(terms.columns.names);
  for (const std::string& name : source.schema().columns) {
    if (const auto place = chosen.find(name)) terms.display.push_back(*place);
  }
  return terms;
}

Result<RowTerms> terms_of(const sources::RowSource& left, const sources::RowSource& right,
                          const SourceOptions& options) {
  if (left.schema().is_table != right.schema().is_table) {
    const auto& table = left.schema().is_table ? left : right;
    const auto& lines = left.schema().is_table ? right : left;
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is read as a table and {} as lines; say --input csv, --input tsv or --input "
                    "lines for both",
                    table.name(), lines.name()));
  }
  if (left.schema().is_table && options.columns.empty() && !may_have_any_columns(left)) {
    const rows::ColumnPlaces of_left(left.schema().columns);
    for (const std::string& name : right.schema().columns) {
      if (of_left.find(name)) continue;
      return failure(
          ErrorCode::incompatible,
          fmt::format("{} has a column {} that {} has not; name the columns to compare with --columns",
                      right.name(), name, left.name()));
    }
  }
  return terms_of(may_have_any_columns(left) ? right : left, options);
}

RowTerms terms_of(const SketchDescription& description) {
  if (description.items == SketchDescription::Items::lines) return {};
  RowTerms terms{true, description.key_columns > 0, {description.columns, description.key_columns}, {}};
  if (!terms.has_key) terms.columns.key_columns = terms.columns.names.size();
  terms.display.resize(terms.columns.names.size());
  std::iota(terms.display.begin(), terms.display.end(), std::size_t{0});
  return terms;
}

Result<DiffSide> side_of(std::unique_ptr<sources::RowSource> source, const RowTerms& terms) {
  if (!terms.is_table) return DiffSide(std::move(source));
  if (may_have_any_columns(*source)) return DiffSide(std::move(source), rows::RowFields{});
  auto fields = rows::find_columns(table_columns(*source), terms.columns);
  if (!fields) return failure(fields.error());
  return DiffSide(std::move(source), std::move(*fields));
}

}  // namespace peel::cli
