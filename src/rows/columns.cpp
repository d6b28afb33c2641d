#include "peel/rows/columns.hpp"

#include <algorithm>
#include <charconv>

namespace peel::rows {

namespace {

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) list += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kMost) list += " and " + std::to_string(names.size() - kMost) + " more";
  return list.empty() ? "none" : list;
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
  const ColumnPlaces places(table.names);
  std::vector<std::uint32_t> found;
  for (const std::string& name : wanted) {
    auto position = places.find(name);
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

ColumnPlaces::ColumnPlaces(std::span<const std::string> names) {
  std::uint32_t place = 0;
  for (const std::string& name : names) places_.emplace(name, place++);
}

std::optional<std::uint32_t> ColumnPlaces::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

bool is_whole_column(std::string_view column) {
  return column == kWholeColumn || column.starts_with(kWholeColumnWithout);
}

Result<Columns> choose_columns(const TableColumns& table, const ColumnChoice& choice) {
  const auto key = positions(table, choice.key);
  if (!key) return failure(key.error());
  const auto compared = positions(table, choice.compared);
  if (!compared) return failure(compared.error());
  const auto ignored = positions(table, choice.ignored);
  if (!ignored) return failure(ignored.error());
  const auto is_in = [](const std::vector<std::uint32_t>& some, std::uint32_t position) {
    return std::ranges::find(some, position) != some.end();
  };

  Columns columns;
  for (const std::uint32_t position : *key) {
    if (is_in(*ignored, position)) {
      return failure(ErrorCode::invalid_argument,
                     "column " + table.names[position] + " is in the key and cannot be ignored");
    }
    columns.names.push_back(table.names[position]);
  }
  columns.key_columns = columns.names.size();
  for (std::uint32_t position = 0; position < table.names.size(); ++position) {
    const bool counts = compared->empty() || is_in(*compared, position);
    if (counts && !is_in(*key, position) && !is_in(*ignored, position))
      columns.names.push_back(table.names[position]);
  }
  return columns;
}

Result<RowFields> find_columns(const TableColumns& table, const Columns& columns) {
  const ColumnPlaces places(table.names);
  RowFields fields{{}, columns.key_columns};
  for (const std::string& name : columns.names) {
    const auto position = places.find(name);
    if (!position) return no_such_column(ErrorCode::incompatible, table, name);
    fields.positions.push_back(*position);
  }
  return fields;
}

}  // namespace peel::rows
