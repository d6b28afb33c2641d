#include "cli/diff/row_terms.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace peel::cli {

namespace {

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
  for (const std::string& name : source.schema().columns) {
    const auto found = std::ranges::find(terms.columns.names, name);
    if (found == terms.columns.names.end()) continue;
    terms.display.push_back(static_cast<std::size_t>(found - terms.columns.names.begin()));
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
  if (left.schema().is_table && options.columns.empty()) {
    for (const std::string& name : right.schema().columns) {
      if (std::ranges::find(left.schema().columns, name) != left.schema().columns.end()) continue;
      return failure(
          ErrorCode::incompatible,
          fmt::format("{} has a column {} that {} has not; name the columns to compare with --columns",
                      right.name(), name, left.name()));
    }
  }
  return terms_of(left, options);
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
  auto fields = rows::find_columns(table_columns(*source), terms.columns);
  if (!fields) return failure(fields.error());
  return DiffSide(std::move(source), std::move(*fields));
}

}  // namespace peel::cli
