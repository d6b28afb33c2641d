#include "cli/diff/row_terms.hpp"

#include "cli/missing_column.hpp"
#include "cli/nearest_word.hpp"
#include "sources/json/json_path.hpp"
#include "sources/sqlite/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace peel::cli {

namespace {

using sources::RowSource;

// Without a header and without rows nobody knows what columns it has: it is an empty table of any.
bool may_have_any_columns(const RowSource& source) {
  return source.schema().columns.empty() && !source.schema().has_names;
}

bool is_of_database(const RowSource& source) {
  return source.schema().is_typed() && !source.schema().has_paths;
}

// The advice to somebody whose two tables have different columns.
std::string advice_for_columns(const SourceOptions& options, std::string_view other) {
  if (options.is_of_all_tables) {
    return "leave it out with --ignore, or compare this table alone, as sqlite:FILE?table=NAME on both "
           "sides, with --map or --columns";
  }
  return fmt::format(
      "leave it out with --ignore, say what {} calls it with --map, or name the columns to compare with "
      "--columns",
      other);
}

// Names of LEFT's columns, and what RIGHT calls them.
class NameMap {
 public:
  static Result<NameMap> from(const std::vector<std::string>& pairs) {
    NameMap map;
    for (const std::string& pair : pairs) {
      const std::size_t mark = pair.find('=');
      if (mark == std::string::npos || mark == 0 || mark + 1 == pair.size()) {
        return failure(
            ErrorCode::invalid_argument,
            fmt::format("--map {}: accepted is LEFT=RIGHT, a column of LEFT and what RIGHT calls it", pair));
      }
      const std::string left = pair.substr(0, mark);
      const std::string right = pair.substr(mark + 1);
      if (!map.to_right_.emplace(left, right).second || !map.to_left_.emplace(right, left).second) {
        return failure(ErrorCode::invalid_argument,
                       fmt::format("--map {}: one of these columns is mapped already", pair));
      }
    }
    return map;
  }

  // Names of two databases that differ in the case of ASCII letters alone are the same.
  void add_other_cases(const RowSource& left, const RowSource& right) {
    if (!is_of_database(left) || !is_of_database(right)) return;
    std::map<std::string, std::string> by_lower_case;
    for (const std::string& name : left.schema().columns)
      by_lower_case.emplace(sources::sqlite::lowered(name), name);
    for (const std::string& name : right.schema().columns) {
      const auto found = by_lower_case.find(sources::sqlite::lowered(name));
      if (found == by_lower_case.end() || found->second == name || to_right_.contains(found->second) ||
          to_left_.contains(name))
        continue;
      to_right_.emplace(found->second, name);
      to_left_.emplace(name, found->second);
    }
  }

  std::string to_right(const std::string& name) const { return looked_up(to_right_, name); }
  std::string to_left(const std::string& name) const { return looked_up(to_left_, name); }
  bool empty() const { return to_right_.empty(); }

  // Every column that is mapped must be there.
  Result<void> check(const RowSource& left, const RowSource& right) const {
    for (const auto& [of_left, of_right] : to_right_) {
      for (const auto& [source, name] : {std::pair(&left, &of_left), std::pair(&right, &of_right)}) {
        const auto& columns = source->schema().columns;
        if (std::ranges::find(columns, *name) != columns.end() || may_have_any_columns(*source)) continue;
        if (source->schema().has_paths) {
          return failure(
              ErrorCode::invalid_argument,
              fmt::format("--map {}={}: {} is none of the paths of {} that --key and --columns name", of_left,
                          of_right, *name, source->name()));
        }
        return failure(ErrorCode::invalid_argument,
                       fmt::format("--map {}={}: {}", of_left, of_right,
                                   missing_column(*source, *name).value().sentence()));
      }
    }
    return {};
  }

 private:
  using Names = std::map<std::string, std::string>;
  static std::string looked_up(const Names& names, const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? name : found->second;
  }

  Names to_right_;
  Names to_left_;
};

std::vector<std::string> as_left_calls(const std::vector<std::string>& names, const NameMap& map) {
  std::vector<std::string> mapped;
  for (const std::string& name : names) mapped.push_back(map.to_left(name));
  return mapped;
}

bool share_a_name(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  return std::ranges::any_of(
      some, [&others](const std::string& name) { return std::ranges::find(others, name) != others.end(); });
}

bool same_names(std::vector<std::string> some, std::vector<std::string> others) {
  std::ranges::sort(some);
  std::ranges::sort(others);
  return some == others;
}

// What the table itself says of its columns, in the names of LEFT.
struct OwnTerms {
  std::map<std::string, rows::ColumnType> types;
  std::vector<std::string> key;
  bool key_is_unique;
};

OwnTerms own_terms(const RowSource& source, const std::vector<std::string>& names,
                   const std::vector<std::string>& key) {
  OwnTerms own{{}, key, source.schema().key_is_unique};
  for (std::size_t i = 0; i < source.schema().types.size(); ++i)
    own.types[names[i]] = source.schema().types[i];
  return own;
}

// The complaint about a tolerance whose column is not compared.
Error not_compared(const RowTerms& terms, const std::string& tolerance, const std::string& column) {
  const auto& names = terms.columns.names;
  const bool has_whole = terms.is_json && std::ranges::any_of(names, sources::is_whole_column);
  if (has_whole) {
    return {ErrorCode::invalid_argument,
            fmt::format(
                "--tolerance {}: whole values are compared; say with --columns which parts to compare, such "
                "as --columns {}",
                tolerance, column)};
  }
  const auto meant = nearest_word(column, names);
  return {ErrorCode::invalid_argument,
          fmt::format("--tolerance {}: {} is not compared; {}", tolerance, column,
                      meant ? fmt::format("did you mean {}?", *meant)
                            : fmt::format("those that are: {}", fmt::join(names, ", ")))};
}

Result<void> add_tolerances(RowTerms& terms, const std::vector<std::string>& given) {
  if (given.empty()) return {};
  terms.tolerances.resize(terms.columns.names.size());
  for (const std::string& text : given) {
    const std::size_t mark = text.rfind('=');
    const auto value = mark == std::string::npos
                           ? std::nullopt
                           : rows::Tolerance::from(std::string_view(text).substr(mark + 1));
    if (!value || mark == 0) {
      return failure(
          ErrorCode::invalid_argument,
          fmt::format("--tolerance {}: accepted is COL=EPS, with EPS a number from 1e-300 to 1e300 of at "
                      "most 19 digits",
                      text));
    }
    const auto& names = terms.columns.names;
    const auto found = std::ranges::find(names, text.substr(0, mark));
    if (found == names.end()) return failure(not_compared(terms, text, text.substr(0, mark)));
    const auto at = static_cast<std::size_t>(found - names.begin());
    if (terms.has_key && at < terms.columns.key_columns) {
      return failure(
          ErrorCode::invalid_argument,
          fmt::format("--tolerance {}: the column is in the key, which has to agree exactly", text));
    }
    terms.tolerances[at] = *value;
  }
  return {};
}

// The rules by which cells of either side become comparable.
std::vector<rows::CellRule> rules_of(const RowTerms& terms, const RowSource& source) {
  using Reading = rows::CellRule::Reading;
  const bool is_rendered = terms.typing == Typing::text && source.schema().is_typed();
  // Between JSON and a database nothing but the values is the same.
  const bool is_other_kind = terms.typing == Typing::strict && source.schema().has_paths != terms.is_json;
  const bool is_lent = terms.typing == Typing::lent || is_other_kind;
  if (!is_lent && terms.tolerances.empty() && !is_rendered) return {};
  std::vector<rows::CellRule> rules(terms.columns.names.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (is_lent) rules[i] = {Reading::lent, terms.types[i]};
    if (is_rendered) rules[i].reading = Reading::as_text;
    if (!terms.tolerances.empty()) rules[i].tolerance = terms.tolerances[i];
  }
  return rules;
}

// What --ignore names is a part of a JSON value, which is left out as it is read, and no column.
SourceOptions without_ignored_paths(const RowSource& source, SourceOptions options) {
  if (source.schema().has_paths) options.ignore.clear();
  return options;
}

// Options for files of text, where there is none.
Result<void> check_text_options(const SourceOptions& options, const RowSource& database) {
  if (database.schema().has_paths) return {};
  const char* const given = options.input       ? "--input"
                            : options.delimiter ? "--delimiter"
                            : options.no_header ? "--no-header"
                                                : nullptr;
  if (given == nullptr) return {};
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} is for files of text, and {} is a database; leave the option out", given,
                             database.name()));
}

// The columns of `of`, whose names are LEFT's.
Result<RowTerms> terms_by(const rows::TableColumns& of, const SourceOptions& options,
                          const std::vector<std::string>& own_key) {
  rows::ColumnChoice choice{options.key, options.columns, options.ignore};
  if (choice.key.empty() && !share_a_name(own_key, options.ignore)) choice.key = own_key;
  const auto columns = rows::choose_columns(of, choice);
  if (!columns) return failure(columns.error());
  if (columns->names.empty() && !of.names.empty()) {
    return failure(ErrorCode::invalid_argument, fmt::format("no column of {} is left to compare", of.table));
  }
  RowTerms terms{.is_table = true, .has_key = !choice.key.empty(), .columns = *columns};
  if (!terms.has_key) terms.columns.key_columns = terms.columns.names.size();
  const rows::ColumnPlaces chosen(terms.columns.names);
  for (const std::string& name : of.names) {
    if (const auto place = chosen.find(name)) terms.display.push_back(*place);
  }
  return terms;
}

std::vector<rows::ColumnType> types_for(const RowTerms& terms, const OwnTerms& own) {
  std::vector<rows::ColumnType> types;
  for (const std::string& name : terms.columns.names) types.push_back(own.types.at(name));
  return types;
}

bool has_key(const RowTerms& terms, const OwnTerms& own) {
  const std::vector<std::string> key(
      terms.columns.names.begin(),
      terms.columns.names.begin() + static_cast<std::ptrdiff_t>(terms.columns.key_columns));
  return terms.has_key && own.key_is_unique && same_names(key, own.key);
}

// Names of `others` among `chosen` that are none of `names`.
void leave_out_those_of(const std::vector<std::string>& others, const std::vector<std::string>& names,
                        std::vector<std::string>& chosen) {
  const rows::ColumnPlaces here(names);
  const rows::ColumnPlaces there(others);
  std::erase_if(chosen, [&](const std::string& name) { return !here.find(name) && there.find(name); });
}

// Of JSON beside a table: what the table's columns are there has to be said.
Result<void> check_paths(const RowSource& left, const RowSource& right, const SourceOptions& options) {
  if (left.schema().has_paths == right.schema().has_paths) return {};
  const RowSource& json = left.schema().has_paths ? left : right;
  const RowSource& table = left.schema().has_paths ? right : left;
  const auto& key = table.schema().key;
  const bool is_key_read = std::ranges::all_of(key, [&options](const std::string& name) {
    return std::ranges::find(options.columns, name) != options.columns.end();
  });
  if (!options.columns.empty() && options.key.empty() && options.map.empty() && !is_key_read) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("{} is JSON Lines and {} has a key; say with --key which parts are the key, "
                               "such as --key {}",
                               json.name(), table.name(), fmt::join(key, ",")));
  }
  if (!options.columns.empty()) return {};
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} is JSON Lines and {} a table; say with --columns which parts to compare, "
                             "such as --columns {}",
                             json.name(), table.name(), fmt::join(table.schema().columns, ",")));
}

// The name of a column that the source has, by name or number; of a path, itself.
std::string name_of_column(const RowSource& source, const std::string& column) {
  const auto found = rows::choose_columns({source.name(), source.schema().columns}, {.key = {column}});
  return found ? found->names.front() : column;
}

// The columns that --key and --columns name have to be there on both sides, before anything is said of
// others.
Result<void> check_chosen_columns(const RowSource& left, const RowSource& right, const NameMap& map,
                                  const SourceOptions& options) {
  for (const auto* const names : {&options.key, &options.columns}) {
    for (const std::string& name : *names) {
      const bool is_in_left = left.schema().has_paths || has_column(left, name);
      if (!is_in_left && !may_have_any_columns(left)) return missing_column(left, name, &right);
      const std::string there = map.to_right(is_in_left ? name_of_column(left, name) : name);
      // One without columns may be about to get those of LEFT.
      const bool is_open = right.schema().has_paths || right.schema().columns.empty();
      if (!is_open && !has_column(right, there)) return missing_column(right, there, &left);
    }
  }
  return {};
}

Result<void> check_columns_of_right(const RowSource& left, const RowSource& right,
                                    const std::vector<std::string>& right_names,
                                    const SourceOptions& options) {
  if (!options.columns.empty() || may_have_any_columns(left)) return {};
  const rows::ColumnPlaces of_left(left.schema().columns);
  const rows::ColumnPlaces of_right(right_names);
  for (const std::string& name : right_names) {
    if (of_left.find(name) || std::ranges::find(options.ignore, name) != options.ignore.end()) continue;
    if (const auto trouble = header_trouble(left, name, &right))
      return failure(ErrorCode::incompatible, fmt::format("{} {}", left.name(), *trouble));
    const auto& wanted = left.schema().columns;
    if (const auto trouble = wanted.empty() ? std::nullopt : header_trouble(right, wanted.front(), &left))
      return failure(ErrorCode::incompatible, fmt::format("{} {}", right.name(), *trouble));
    const auto meant = options.is_of_all_tables ? std::nullopt : nearest_word(name, wanted);
    if (meant && !of_right.find(*meant)) {
      return failure(ErrorCode::incompatible,
                     fmt::format("{} has a column {} where {} has {}; say --map {}={} if they are the same",
                                 right.name(), name, left.name(), *meant, *meant, name));
    }
    return failure(ErrorCode::incompatible,
                   fmt::format("{} has a column {} that {} has not; {}", right.name(), name, left.name(),
                               advice_for_columns(options, "LEFT")));
  }
  return {};
}

}  // namespace

Result<RowTerms> terms_of(const RowSource& source, const SourceOptions& options) {
  const sources::Schema& schema = source.schema();
  if (!schema.is_table) return RowTerms{};
  const SourceOptions of_names = without_ignored_paths(source, options);
  for (const auto* const names : {&of_names.key, &of_names.columns, &of_names.ignore}) {
    for (const std::string& name : *names) {
      if (!has_column(source, name)) return missing_column(source, name);
    }
  }
  auto terms = terms_by({source.name(), schema.columns}, of_names, schema.key);
  if (!terms || !schema.is_typed()) return terms;
  if (auto checked = check_text_options(options, source); !checked) return failure(checked.error());
  const OwnTerms own = own_terms(source, schema.columns, schema.key);
  terms->typing = Typing::strict;
  terms->is_json = schema.has_paths;
  terms->types = types_for(*terms, own);
  terms->key_is_unique = has_key(*terms, own);
  return terms;
}

namespace {

Result<RowTerms> terms_of_both(const RowSource& left, const RowSource& right, const SourceOptions& options) {
  if (left.schema().is_table != right.schema().is_table) {
    const auto& table = left.schema().is_table ? left : right;
    const auto& lines = left.schema().is_table ? right : left;
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is read as {} and {} as lines; say --input csv, tsv, jsonl or lines for both",
                    table.name(), table.schema().has_paths ? "JSON Lines" : "a table", lines.name()));
  }
  if (!left.schema().is_table) return RowTerms{};
  if (auto checked = check_paths(left, right, options); !checked) return failure(checked.error());
  auto map = NameMap::from(options.map);
  if (!map) return failure(map.error());
  if (auto checked = map->check(left, right); !checked) return failure(checked.error());
  map->add_other_cases(left, right);
  const std::vector<std::string> right_names = as_left_calls(right.schema().columns, *map);
  if (auto checked = check_chosen_columns(left, right, *map, options); !checked)
    return failure(checked.error());
  if (auto checked = check_columns_of_right(left, right, right_names, options); !checked)
    return failure(checked.error());

  const OwnTerms of_left = own_terms(left, left.schema().columns, left.schema().key);
  const OwnTerms of_right = own_terms(right, right_names, as_left_calls(right.schema().key, *map));
  const bool right_leads = may_have_any_columns(left);
  const auto& names = right_leads ? right_names : left.schema().columns;
  SourceOptions of_names = without_ignored_paths(left, options);
  leave_out_those_of(right_names, names, of_names.ignore);
  for (const std::string& name : of_names.ignore) {
    if (!right_leads && !has_column(left, name)) return missing_column(left, name);
  }
  auto terms = terms_by({right_leads ? right.name() : left.name(), names}, of_names,
                        of_left.key.empty() ? of_right.key : of_left.key);
  if (!terms) return terms;
  const rows::ColumnPlaces of_right_names(right_names);
  const auto lacking = std::ranges::find_if(terms->columns.names, [&](const std::string& name) {
    return is_of_database(left) && is_of_database(right) && !of_right_names.find(name);
  });
  if (lacking != terms->columns.names.end()) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} has a column {} that {} has not; {}", left.name(), *lacking, right.name(),
                               advice_for_columns(options, "RIGHT")));
  }
  const bool left_typed = left.schema().is_typed();
  const bool right_typed = right.schema().is_typed();
  const bool is_alike = left.schema().has_paths == right.schema().has_paths;
  if (left_typed && right_typed && is_alike) {
    if (auto checked = check_text_options(options, left); !checked) return failure(checked.error());
  }
  if (left_typed || right_typed) {
    terms->typing = left_typed && right_typed && is_alike ? Typing::strict : Typing::lent;
    terms->is_json = left.schema().has_paths && right.schema().has_paths;
    // A database says more of its columns than JSON does.
    const bool left_lends = left_typed && (is_alike || !right_typed || !left.schema().has_paths);
    for (const std::string& name : terms->columns.names) {
      const auto& types = left_lends ? of_left.types : of_right.types;
      const auto type = types.find(name);
      if (type != types.end()) {
        terms->types.push_back(type->second);
        continue;
      }
      return failure(ErrorCode::incompatible,
                     fmt::format("{} has a column {} that {} has not; {}", left.name(), name, right.name(),
                                 advice_for_columns(options, "RIGHT")));
    }
  }
  terms->key_is_unique = has_key(*terms, of_left) && has_key(*terms, of_right);
  if (!map->empty()) {
    for (const std::string& name : terms->columns.names) terms->right_names.push_back(map->to_right(name));
  }
  if (auto added = add_tolerances(*terms, options.tolerance); !added) return failure(added.error());
  return terms;
}

}  // namespace

Result<RowTerms> terms_of(const RowSource& left, const RowSource& right, const SourceOptions& options) {
  auto terms = terms_of_both(left, right, options);
  if (!terms) return terms;
  terms->left_place = left.place();
  terms->right_place = right.place();
  return terms;
}

RowTerms terms_of(const SketchDescription& description) {
  if (!description.is_table()) return {};
  RowTerms terms{.is_table = true,
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

Result<DiffSide> side_of(std::unique_ptr<RowSource> source, const RowTerms& terms, reconcile::Side side) {
  if (!terms.is_table) return DiffSide(std::move(source));
  if (may_have_any_columns(*source)) return DiffSide(std::move(source), rows::RowFields{});
  rows::Columns columns = terms.columns;
  if (side == reconcile::Side::right && !terms.right_names.empty()) columns.names = terms.right_names;
  const rows::ColumnPlaces places(source->schema().columns);
  for (const std::string& name : columns.names) {
    if (!places.find(name)) return missing_column(*source, name);
  }
  auto fields = rows::find_columns({source->name(), source->schema().columns}, columns);
  if (!fields) return failure(fields.error());
  fields->rules = rules_of(terms, *source);
  for (std::size_t i = 0; source->schema().has_paths && i < columns.names.size(); ++i) {
    const bool is_whole = sources::is_whole_column(columns.names[i]);
    if (is_whole && (!terms.has_key || i >= columns.key_columns)) fields->whole = fields->positions[i];
  }
  columns.names.resize(terms.has_key ? columns.key_columns : 0);
  return DiffSide(std::move(source), std::move(*fields), std::move(columns.names));
}

}  // namespace peel::cli
