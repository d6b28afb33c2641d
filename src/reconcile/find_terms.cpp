// What two sides have in common, and how they are then compared; or why they cannot be.
#include "peel/reconcile/terms.hpp"

#include "reconcile/column_names.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace peel::reconcile {

namespace {

using Kind = Disagreement::Kind;
using Names = std::vector<std::string>;

bool is_of_database(const Party& party) {
  return party.schema.is_typed() && !party.schema.has_paths;
}

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool share_a_name(const Names& some, const Names& others) {
  return std::ranges::any_of(some, [&others](const std::string& name) { return contains(others, name); });
}

bool same_names(Names some, Names others) {
  std::ranges::sort(some);
  std::ranges::sort(others);
  return some == others;
}

std::string listed(const Names& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

tl::unexpected<Disagreement> disagree(Disagreement disagreement) {
  return tl::unexpected<Disagreement>(std::move(disagreement));
}

tl::unexpected<Disagreement> disagree(const Error& error) {
  return disagree({.error = error});
}

enum class Wanted : std::uint8_t { no, yes };

tl::unexpected<Disagreement> no_such_column(const Party& party, Side side, const std::string& name,
                                            Wanted wanted) {
  return disagree({.kind = Kind::no_such_column,
                   .error = Error(ErrorCode::invalid_argument,
                                  std::string(party.name) + " has no column " + name + "; its columns are " +
                                      (party.schema.columns.empty() ? "none" : listed(party.schema.columns))),
                   .side = side,
                   .column = name,
                   .is_wanted = wanted == Wanted::yes});
}

tl::unexpected<Disagreement> unshared_column(const Party& party, const Party& other, Side side,
                                             const std::string& name) {
  return disagree(
      {.kind = Kind::unshared_column,
       .error = Error(ErrorCode::incompatible, std::string(party.name) + " has a column " + name + " that " +
                                                   std::string(other.name) + " has not"),
       .side = side,
       .column = name});
}

// What the table itself says of its columns, in the names of the left side.
struct OwnTerms {
  std::map<std::string, rows::ColumnType> types;
  Names key;
  bool key_is_unique;
};

OwnTerms own_terms(const Party& party, const Names& names, const Names& key) {
  OwnTerms own{{}, key, party.schema.key_is_unique};
  for (std::size_t i = 0; i < party.schema.types.size(); ++i) own.types[names[i]] = party.schema.types[i];
  return own;
}

// Whether the key of the terms is the table's own, which no two of its rows share.
bool has_own_key(const Terms& terms, const OwnTerms& own) {
  const Names key(terms.columns.names.begin(),
                  terms.columns.names.begin() + static_cast<std::ptrdiff_t>(terms.columns.key_columns));
  return terms.has_key && own.key_is_unique && same_names(key, own.key);
}

// The columns of `table`, whose names are those of the left side.
Result<Terms> chosen_columns(const rows::TableColumns& table, const TermsRequest& request,
                             const Names& ignore, const Names& own_key) {
  rows::ColumnChoice choice{request.key, request.columns, ignore};
  if (choice.key.empty() && !share_a_name(own_key, ignore)) choice.key = own_key;
  const auto columns = rows::choose_columns(table, choice);
  if (!columns) return failure(columns.error());
  if (columns->names.empty() && !table.names.empty())
    return refused("no column of " + std::string(table.table) + " is left to compare");
  Terms terms{.is_table = true, .has_key = !choice.key.empty(), .columns = *columns};
  if (!terms.has_key) terms.columns.key_columns = terms.columns.names.size();
  const rows::ColumnPlaces chosen(terms.columns.names);
  for (const std::string& name : table.names) {
    if (const auto place = chosen.find(name)) terms.display.push_back(*place);
  }
  return terms;
}

// What is ignored in JSON is a part of a value, which is left out as it is read, and no column.
Names ignored_columns(const Party& party, const TermsRequest& request) {
  return party.schema.has_paths ? Names() : request.ignore;
}

// Lines have no columns that a request could name.
std::optional<Disagreement> trouble_with_lines(const Party& party, const TermsRequest& request) {
  if (request.key.empty() && request.columns.empty() && request.ignore.empty() && request.map.empty() &&
      request.tolerances.empty())
    return std::nullopt;
  return Disagreement{
      .error = Error(ErrorCode::invalid_argument,
                     std::string(party.name) + " is read as lines, which have no columns to choose from")};
}

bool has_column(const Party& party, const std::string& name) {
  return rows::choose_columns({party.name, party.schema.columns}, {.key = {name}}).has_value();
}

// The name of a column that the party has, by name or number; of a path, itself.
std::string name_of_column(const Party& party, const std::string& column) {
  const auto found = rows::choose_columns({party.name, party.schema.columns}, {.key = {column}});
  return found ? found->names.front() : column;
}

class Agreement {
 public:
  Agreement(const Party& left, const Party& right, const TermsRequest& request)
      : left_(left), right_(right), request_(request), right_leads_(left.schema.has_any_columns()) {}

  tl::expected<Terms, Disagreement> find() {
    if (left_.schema.is_table != right_.schema.is_table) return lines_and_table();
    if (!left_.schema.is_table) return terms_of_lines();
    if (auto trouble = find_trouble()) return disagree(std::move(*trouble));
    auto terms = chosen_terms();
    if (!terms) return terms;
    if (auto trouble = lend_types(*terms)) return disagree(std::move(*trouble));
    terms->key_is_unique = has_own_key(*terms, of_left_) && has_own_key(*terms, of_right_);
    if (!names_.empty()) {
      for (const std::string& name : terms->columns.names)
        terms->right_names.push_back(names_.to_right(name));
    }
    if (auto trouble = add_tolerances(*terms)) return disagree(std::move(*trouble));
    if (auto trouble = find_missing(*terms)) return disagree(std::move(*trouble));
    return terms;
  }

 private:
  using Trouble = std::optional<Disagreement>;

  tl::expected<Terms, Disagreement> terms_of_lines() const {
    if (auto trouble = trouble_with_lines(left_, request_)) return disagree(std::move(*trouble));
    return Terms{.left_place = left_.place, .right_place = right_.place};
  }

  tl::unexpected<Disagreement> lines_and_table() const {
    const Party& table = left_.schema.is_table ? left_ : right_;
    const Party& lines = left_.schema.is_table ? right_ : left_;
    return disagree(
        {.kind = Kind::lines_and_table,
         .error = Error(ErrorCode::incompatible, std::string(table.name) + " is read as " +
                                                     (table.schema.has_paths ? "JSON Lines" : "a table") +
                                                     " and " + std::string(lines.name) + " as lines")});
  }

  // Whatever is wrong before columns are chosen.
  Trouble find_trouble() {
    if (auto trouble = check_paths()) return trouble;
    if (auto trouble = map_names()) return trouble;
    right_names_ = names_.to_left(right_.schema.columns);
    of_left_ = own_terms(left_, left_.schema.columns, left_.schema.key);
    of_right_ = own_terms(right_, right_names_, names_.to_left(right_.schema.key));
    if (auto trouble = check_wanted_columns()) return trouble;
    return check_columns_of_right();
  }

  // JSON beside a table: which of its parts are columns has to be said.
  Trouble check_paths() const {
    if (left_.schema.has_paths == right_.schema.has_paths) return std::nullopt;
    const Side side = left_.schema.has_paths ? Side::left : Side::right;
    const Party& json = left_.schema.has_paths ? left_ : right_;
    const Party& table = left_.schema.has_paths ? right_ : left_;
    const std::string json_is = std::string(json.name) + " is JSON Lines and " + std::string(table.name);
    const bool is_key_read = std::ranges::all_of(
        table.schema.key, [this](const std::string& name) { return contains(request_.columns, name); });
    if (!request_.columns.empty() && request_.key.empty() && request_.map.empty() && !is_key_read) {
      return Disagreement{.kind = Kind::json_without_key,
                          .error = Error(ErrorCode::invalid_argument, json_is + " has a key"),
                          .side = side};
    }
    if (!request_.columns.empty()) return std::nullopt;
    return Disagreement{.kind = Kind::json_without_columns,
                        .error = Error(ErrorCode::invalid_argument, json_is + " a table"),
                        .side = side};
  }

  Trouble map_names() {
    for (const TermsRequest::NamePair& pair : request_.map) {
      if (names_.add(pair)) continue;
      return Disagreement{
          .kind = Kind::mapped_twice,
          .error = Error(ErrorCode::invalid_argument, "one of the columns " + pair.left + " and " +
                                                          pair.right + " is paired with another already"),
          .pair = pair};
    }
    for (const TermsRequest::NamePair& pair : request_.map) {
      for (const Side side : {Side::left, Side::right}) {
        const Party& party = side == Side::left ? left_ : right_;
        const std::string& name = side == Side::left ? pair.left : pair.right;
        if (contains(party.schema.columns, name) || party.schema.has_any_columns()) continue;
        return Disagreement{.kind = Kind::mapped_column_missing,
                            .error = no_such_column(party, side, name, Wanted::no).value().error,
                            .side = side,
                            .column = name,
                            .pair = pair};
      }
    }
    if (left_.schema.folds_case && right_.schema.folds_case)
      names_.add_other_cases(left_.schema.columns, right_.schema.columns);
    return std::nullopt;
  }

  // The columns that the request names have to be there on both sides, before anything is said of others.
  Trouble check_wanted_columns() const {
    for (const auto* const names : {&request_.key, &request_.columns}) {
      for (const std::string& name : *names) {
        const bool is_in_left = left_.schema.has_paths || has_column(left_, name);
        if (!is_in_left && !left_.schema.has_any_columns())
          return no_such_column(left_, Side::left, name, Wanted::yes).value();
        const std::string there = names_.to_right(is_in_left ? name_of_column(left_, name) : name);
        const bool is_open =
            right_.schema.has_paths || (right_.schema.columns.empty() &&
                                        (request_.right_may_be_blank || right_.schema.has_any_columns()));
        if (!is_open && !has_column(right_, there))
          return no_such_column(right_, Side::right, there, Wanted::yes).value();
      }
    }
    return std::nullopt;
  }

  Trouble check_columns_of_right() const {
    if (!request_.columns.empty() || right_leads_) return std::nullopt;
    const rows::ColumnPlaces of_left(left_.schema.columns);
    for (const std::string& name : right_names_) {
      if (!of_left.find(name) && !contains(request_.ignore, name))
        return unshared_column(right_, left_, Side::right, name).value();
    }
    return std::nullopt;
  }

  tl::expected<Terms, Disagreement> chosen_terms() const {
    const Party& leader = right_leads_ ? right_ : left_;
    const Names& names = right_leads_ ? right_names_ : left_.schema.columns;
    const rows::ColumnPlaces here(names);
    const rows::ColumnPlaces there(right_names_);
    Names ignore = ignored_columns(left_, request_);
    std::erase_if(ignore, [&](const std::string& name) { return !here.find(name) && there.find(name); });
    for (const std::string& name : ignore) {
      if (!right_leads_ && !has_column(left_, name))
        return no_such_column(left_, Side::left, name, Wanted::no);
    }
    auto terms = chosen_columns({leader.name, names}, request_, ignore,
                                of_left_.key.empty() ? of_right_.key : of_left_.key);
    if (!terms) return disagree(terms.error());
    terms->left_place = left_.place;
    terms->right_place = right_.place;
    for (const std::string& name : terms->columns.names) {
      if (is_of_database(left_) && is_of_database(right_) && !there.find(name))
        return unshared_column(left_, right_, Side::left, name);
    }
    return std::move(*terms);
  }

  Trouble lend_types(Terms& terms) const {
    const bool left_typed = left_.schema.is_typed();
    const bool right_typed = right_.schema.is_typed();
    if (!left_typed && !right_typed) return std::nullopt;
    const bool is_alike = left_.schema.has_paths == right_.schema.has_paths;
    terms.typing = left_typed && right_typed && is_alike ? Typing::strict : Typing::lent;
    terms.is_json = left_.schema.has_paths && right_.schema.has_paths;
    // A database says more of its columns than JSON does.
    const bool left_lends = left_typed && (is_alike || !right_typed || !left_.schema.has_paths);
    const auto& types = left_lends ? of_left_.types : of_right_.types;
    for (const std::string& name : terms.columns.names) {
      const auto type = types.find(name);
      if (type == types.end()) return unshared_column(left_, right_, Side::left, name).value();
      terms.types.push_back(type->second);
    }
    return std::nullopt;
  }

  Trouble add_tolerances(Terms& terms) const {
    if (request_.tolerances.empty()) return std::nullopt;
    const Names& names = terms.columns.names;
    terms.tolerances.resize(names.size());
    for (const auto& [column, tolerance] : request_.tolerances) {
      const auto at = static_cast<std::size_t>(std::ranges::find(names, column) - names.begin());
      if (at == names.size()) {
        return Disagreement{.kind = Kind::tolerance_of_no_column,
                            .error = Error(ErrorCode::invalid_argument,
                                           "a tolerance is given for " + column +
                                               ", which is not compared; those that are: " + listed(names)),
                            .column = column,
                            .compared = names};
      }
      if (terms.has_key && at < terms.columns.key_columns) {
        return Disagreement{
            .kind = Kind::tolerance_of_key,
            .error = Error(ErrorCode::invalid_argument, "a tolerance is given for " + column +
                                                            ", which is in the key and has to agree exactly"),
            .column = column};
      }
      terms.tolerances[at] = tolerance;
    }
    return std::nullopt;
  }

  Trouble find_missing(const Terms& terms) const {
    for (const Side side : {Side::left, Side::right}) {
      const Party& party = side == Side::left ? left_ : right_;
      const bool is_blank =
          party.schema.columns.empty() && side == Side::right && request_.right_may_be_blank;
      const auto missing = is_blank ? std::nullopt : missing_column(party, terms, side);
      if (missing) return no_such_column(party, side, *missing, Wanted::no).value();
    }
    return std::nullopt;
  }

  const Party& left_;
  const Party& right_;
  const TermsRequest& request_;
  bool right_leads_;  // the left side is an empty table of any columns
  ColumnNames names_;
  Names right_names_;  // as the left side calls them
  OwnTerms of_left_ = {};
  OwnTerms of_right_ = {};
};

}  // namespace

tl::expected<Terms, Disagreement> find_terms(const Party& left, const Party& right,
                                             const TermsRequest& request) {
  return Agreement(left, right, request).find();
}

tl::expected<Terms, Disagreement> find_terms(const Party& side, const TermsRequest& request) {
  const rows::Schema& schema = side.schema;
  if (!schema.is_table) {
    if (auto trouble = trouble_with_lines(side, request)) return disagree(std::move(*trouble));
    return Terms{};
  }
  const Names ignore = ignored_columns(side, request);
  for (const Names* const names : {&request.key, &request.columns, &ignore}) {
    for (const std::string& name : *names) {
      if (!has_column(side, name)) return no_such_column(side, Side::left, name, Wanted::no);
    }
  }
  auto terms = chosen_columns({side.name, schema.columns}, request, ignore, schema.key);
  if (!terms) return disagree(terms.error());
  if (schema.is_typed()) {
    const OwnTerms own = own_terms(side, schema.columns, schema.key);
    terms->typing = Typing::strict;
    terms->is_json = schema.has_paths;
    for (const std::string& name : terms->columns.names) terms->types.push_back(own.types.at(name));
    terms->key_is_unique = has_own_key(*terms, own);
  }
  return std::move(*terms);
}

}  // namespace peel::reconcile
