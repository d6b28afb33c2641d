#include "peel/rows/columns.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace peel::rows {

namespace {

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) list += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kMost) list += " and " + std::to_string(names.size() - kMost) + " more";
  return list.empty() ? "none" : list;
}

std::optional<std::uint32_t> position_of(std::span<const std::string> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - names.begin());
}

std::optional<std::uint32_t> numbered(std::span<const std::string> names, std::string_view number) {
  std::uint32_t position = 0;
  const auto [stopped, problem] = std::from_chars(number.data(), number.data() + number.size(), position);
  const bool is_number = problem == std::errc() && stopped == number.data() + number.size();
  if (!is_number || position == 0 || position > names.size()) return std::nullopt;
  return position - 1;
}

tl::unexpected<Error> no_such_column(ErrorCode code, const TableColumns& table, std::string_view name) {
  return failure(code, std::string(table.table) + " has no column " + std::string(name) +
                           "; its columns are " + listed(table.names));
}

// The positions that names or numbers stand for.
Result<std::vector<std::uint32_t>> positions(const TableColumns& table, std::span<const std::string> wanted) {
  std::vector<std::uint32_t> found;
  for (const std::string& name : wanted) {
    auto position = position_of(table.names, name);
    if (!position) position = numbered(table.names, name);
    if (!position) return no_such_column(ErrorCode::invalid_argument, table, name);
    if (std::ranges::find(found, *position) != found.end()) {
      return failure(ErrorCode::invalid_argument, "column " + name + " is given twice");
    }
    found.push_back(*position);
  }
  return found;
}

}  // namespace

Result<Columns> choose_columns(const TableColumns& table, std::span<const std::string> key,
                               std::span<const std::string> compared) {
  const auto key_positions = positions(table, key);
  if (!key_positions) return failure(key_positions.error());
  const auto compared_positions = positions(table, compared);
  if (!compared_positions) return failure(compared_positions.error());

  Columns columns;
  for (const std::uint32_t position : *key_positions) columns.names.push_back(table.names[position]);
  columns.key_columns = columns.names.size();
  for (std::uint32_t position = 0; position < table.names.size(); ++position) {
    const bool is_key = std::ranges::find(*key_positions, position) != key_positions->end();
    const bool counts =
        compared.empty() || std::ranges::find(*compared_positions, position) != compared_positions->end();
    if (counts && !is_key) columns.names.push_back(table.names[position]);
  }
  return columns;
}

Result<RowFields> find_columns(const TableColumns& table, const Columns& columns) {
  RowFields fields{{}, columns.key_columns};
  for (const std::string& name : columns.names) {
    const auto position = position_of(table.names, name);
    if (!position) return no_such_column(ErrorCode::incompatible, table, name);
    fields.positions.push_back(*position);
  }
  return fields;
}

}  // namespace peel::rows
