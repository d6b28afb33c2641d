#include "cli/column_advice.hpp"

#include "peel/rows/columns.hpp"

#include "cli/missing_column.hpp"
#include "cli/nearest_word.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace peel::cli {

namespace {

using reconcile::Disagreement;
using reconcile::Party;
using reconcile::Side;

struct Sources {
  const Party& left;
  const Party& right;

  const Party& at(Side side) const { return side == Side::left ? left : right; }
  const Party& beside(Side side) const { return side == Side::left ? right : left; }
};

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

// Only RIGHT has the column. Perhaps a header was not read as one, or a name is spelled in two ways.
std::string why_only_in_right(const std::string& name, const Sources& sources, const SourceOptions& options) {
  const Party& left = sources.left;
  const Party& right = sources.right;
  const auto& wanted = left.schema.columns;
  if (const auto trouble = header_trouble(left, name, &right))
    return fmt::format("{} {}", left.name, *trouble);
  if (const auto trouble = wanted.empty() ? std::nullopt : header_trouble(right, wanted.front(), &left))
    return fmt::format("{} {}", right.name, *trouble);
  const auto meant = options.is_of_all_tables ? std::nullopt : nearest_word(name, wanted);
  if (meant && !has_column(right, *meant)) {
    return fmt::format("{} has a column {} where {} has {}; say --map {}={} if they are the same", right.name,
                       name, left.name, *meant, *meant, name);
  }
  return fmt::format("{} has a column {} that {} has not; {}", right.name, name, left.name,
                     advice_for_columns(options, "LEFT"));
}

// As it was typed.
std::string tolerance_of(const std::string& column, const SourceOptions& options) {
  const auto found = std::ranges::find_if(
      options.tolerance, [&](const std::string& text) { return text.substr(0, text.rfind('=')) == column; });
  return found == options.tolerance.end() ? column : *found;
}

std::string about_tolerance(const Disagreement& disagreement, const Sources& sources,
                            const SourceOptions& options) {
  const std::string given = "--tolerance " + tolerance_of(disagreement.column, options);
  if (disagreement.kind == Disagreement::Kind::tolerance_of_key)
    return given + ": the column is in the key, which has to agree exactly";
  const bool is_json = sources.left.schema.has_paths && sources.right.schema.has_paths;
  if (is_json && std::ranges::any_of(disagreement.compared, rows::is_whole_column)) {
    return fmt::format(
        "{}: whole values are compared; say with --columns which parts to compare, such as --columns {}",
        given, disagreement.column);
  }
  const auto meant = nearest_word(disagreement.column, disagreement.compared);
  return fmt::format("{}: {} is not compared; {}", given, disagreement.column,
                     meant ? fmt::format("did you mean {}?", *meant)
                           : fmt::format("those that are: {}", fmt::join(disagreement.compared, ", ")));
}

std::string about_map(const Disagreement& disagreement, const Sources& sources) {
  const std::string given = fmt::format("--map {}={}", disagreement.pair.left, disagreement.pair.right);
  if (disagreement.kind == Disagreement::Kind::mapped_twice)
    return given + ": one of these columns is mapped already";
  const Party& source = sources.at(disagreement.side);
  if (source.schema.has_paths) {
    return fmt::format("{}: {} is none of the paths of {} that --key and --columns name", given,
                       disagreement.column, source.name);
  }
  return fmt::format("{}: {}", given, missing_column(source, disagreement.column).value().sentence());
}

}  // namespace

Error with_advice(const Disagreement& disagreement, const Party& left, const Party& right,
                  const SourceOptions& options) {
  using Kind = Disagreement::Kind;
  const Sources sources{left, right};
  const ErrorCode code = disagreement.error.code();
  const std::string& sentence = disagreement.error.sentence();
  const Party& table = sources.beside(disagreement.side);
  switch (disagreement.kind) {
    case Kind::other:
      break;
    case Kind::lines_and_table:
      return {code, sentence + "; say --input csv, tsv, jsonl or lines for both"};
    case Kind::no_such_column:
      return missing_column(sources.at(disagreement.side), disagreement.column,
                            disagreement.is_wanted ? &table : nullptr)
          .value();
    case Kind::unshared_column:
      if (disagreement.side == Side::right)
        return {code, why_only_in_right(disagreement.column, sources, options)};
      return {code, sentence + "; " + advice_for_columns(options, "RIGHT")};
    case Kind::mapped_twice:
    case Kind::mapped_column_missing:
      return {code, about_map(disagreement, sources)};
    case Kind::tolerance_of_no_column:
    case Kind::tolerance_of_key:
      return {code, about_tolerance(disagreement, sources, options)};
    case Kind::json_without_columns:
      return {code, fmt::format("{}; say with --columns which parts to compare, such as --columns {}",
                                sentence, fmt::join(table.schema.columns, ","))};
    case Kind::json_without_key:
      return {code, fmt::format("{}; say with --key which parts are the key, such as --key {}", sentence,
                                fmt::join(table.schema.key, ","))};
  }
  return disagreement.error;
}

Result<reconcile::Terms> terms_of(const Party& left, const Party& right, const SourceOptions& options) {
  const auto request = request_of(options);
  if (!request) return failure(request.error());
  auto terms = reconcile::find_terms(left, right, *request);
  if (!terms) return failure(with_advice(terms.error(), left, right, options));
  if (auto checked = check_text_options(options, left, right); !checked) return failure(checked.error());
  return std::move(*terms);
}

Result<reconcile::Terms> terms_of(const Party& source, const SourceOptions& options) {
  const auto request = request_of(options);
  if (!request) return failure(request.error());
  auto terms = reconcile::find_terms(source, *request);
  if (!terms) return failure(with_advice(terms.error(), source, source, options));
  if (auto checked = check_text_options(options, source, source); !checked) return failure(checked.error());
  return std::move(*terms);
}

}  // namespace peel::cli
