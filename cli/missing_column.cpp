#include "cli/missing_column.hpp"

#include "peel/rows/columns.hpp"

#include "cli/nearest_word.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace peel::cli {

namespace {

Result<rows::Columns> look_up(const reconcile::Party& source, const std::string& name) {
  return rows::choose_columns({std::string(source.name), source.schema.columns}, {.key = {name}});
}

// The character that divides a header which was read as one column, if the column wanted is then there.
std::optional<char> other_delimiter(const rows::Schema& schema, const std::string& wanted) {
  if (schema.columns.size() != 1) return std::nullopt;
  const std::string& header = schema.columns.front();
  for (const char delimiter : {';', '\t', '|', ','}) {
    std::vector<std::string> names;
    for (std::size_t start = 0; start <= header.size();) {
      const std::size_t end = std::min(header.find(delimiter, start), header.size());
      names.push_back(header.substr(start, end - start));
      start = end + 1;
    }
    if (names.size() == 1) continue;
    if (std::ranges::find(names, wanted) != names.end() || nearest_word(wanted, names)) return delimiter;
  }
  return std::nullopt;
}

}  // namespace

bool has_column(const reconcile::Party& source, const std::string& name) {
  return look_up(source, name).has_value();
}

std::optional<std::string> header_trouble(const reconcile::Party& source, const std::string& wanted,
                                          const reconcile::Party* other) {
  const rows::Schema& schema = source.schema;
  if (schema.is_typed()) return std::nullopt;
  if (schema.columns.empty()) return "is empty";
  const auto has_zero_byte = [](const std::string& name) { return name.find('\0') != std::string::npos; };
  if (std::ranges::any_of(schema.columns, has_zero_byte))
    return "seems to be UTF-16; convert it with iconv -f UTF-16 -t UTF-8";
  const auto has_return = [](const std::string& name) {
    const std::size_t at = name.find('\r');
    return at != std::string::npos && at + 1 < name.size();
  };
  if (std::ranges::any_of(schema.columns, has_return))
    return "seems to have lines that end in CR alone; convert it with tr '\\r' '\\n'";
  const auto delimiter = other_delimiter(schema, wanted);
  if (!delimiter) return std::nullopt;
  const std::string shown = *delimiter == '\t' ? "tab" : fmt::format("'{}'", *delimiter);
  const bool is_of_one = other != nullptr && !other->schema.is_typed() && has_column(*other, wanted);
  if (is_of_one) {
    return fmt::format(
        "seems to have {} between its fields, unlike {}; convert one of them, since --delimiter is "
        "for both",
        shown, other->name);
  }
  return fmt::format("seems to have {} between its fields; try --delimiter {}", shown, shown);
}

tl::unexpected<Error> missing_column(const reconcile::Party& source, const std::string& name,
                                     const reconcile::Party* other) {
  const std::string complaint = fmt::format("{} has no column {}", source.name, name);
  if (const auto trouble = header_trouble(source, name, other))
    return refused(complaint + "; it " + *trouble);
  if (const auto meant = nearest_word(name, source.schema.columns)) {
    const bool is_in_other = other != nullptr && has_column(*other, name);
    return refused(is_in_other
                       ? fmt::format("{}; say --map {}={} if {} is the same", complaint, name, *meant, *meant)
                       : fmt::format("{}; did you mean {}?", complaint, *meant));
  }
  const auto looked_up = look_up(source, name);
  return refused(looked_up ? complaint : looked_up.error().sentence());
}

}  // namespace peel::cli
