#include "peel/reconcile/row_reader.hpp"

#include "peel/wire/envelope.hpp"

#include <algorithm>
#include <utility>

namespace peel::reconcile {

namespace {

// The rules by which cells of either side become comparable.
std::vector<rows::CellRule> rules_of(const Terms& terms, const rows::Schema& schema) {
  using Reading = rows::CellRule::Reading;
  const bool is_rendered = terms.typing == Typing::text && schema.is_typed();
  // Between JSON and a database nothing but the values is the same.
  const bool is_other_kind = terms.typing == Typing::strict && schema.has_paths != terms.is_json;
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

}  // namespace

Result<RowReader> RowReader::of(rows::RowSource& source, const Terms& terms, Side side) {
  RowReader reader(source);
  if (!terms.is_table) return reader;
  const rows::Schema& schema = source.schema();
  if (schema.columns.empty()) {  // and no rows either
    reader.encoder_.emplace(rows::RowFields{});
    return reader;
  }
  rows::Columns columns{terms.names_of(side), terms.columns.key_columns};
  auto fields = rows::find_columns({source.name(), schema.columns}, columns);
  if (!fields) return failure(fields.error());
  fields->rules = rules_of(terms, schema);
  for (std::size_t i = 0; schema.has_paths && i < columns.names.size(); ++i) {
    const bool is_whole = rows::is_whole_column(columns.names[i]);
    if (is_whole && (!terms.has_key || i >= columns.key_columns)) fields->whole = fields->positions[i];
  }
  columns.names.resize(terms.has_key ? columns.key_columns : 0);
  reader.key_columns_ = std::move(columns.names);
  reader.encoder_.emplace(std::move(*fields));
  return reader;
}

bool RowReader::key_is_integer() const {
  const rows::Schema& schema = source_->schema();
  if (key_columns_.size() != 1 || !schema.is_typed()) return false;
  const auto at = std::ranges::find(schema.columns, key_columns_.front()) - schema.columns.begin();
  return schema.types[static_cast<std::size_t>(at)] == rows::ColumnType::integer;
}

Result<void> RowReader::check(const rows::RowBatch& batch) const {
  if (batch.line(0) != 1 || !wire::begins_like_envelope(as_bytes(batch.raw(0)))) return {};
  return failure(ErrorCode::unsupported, source_->name() +
                                             " holds a file that peel wrote, in a pipe; accepted is "
                                             "its name, or - for standard input");
}

}  // namespace peel::reconcile
