#include "sources/sqlite/patch_plan.hpp"

#include "sources/sqlite/change_order.hpp"
#include "sources/sqlite/patch_notes.hpp"
#include "sources/sqlite/patched_table.hpp"
#include "sources/sqlite/row_statements.hpp"
#include "sources/sqlite/table_order.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace peel::sources::sqlite {

class PatchPlanner {
 public:
  PatchPlanner(std::vector<PatchedTable> tables, RowCheck check) : check_(check) {
    plan_.tables_ = std::move(tables);
    plan_.counts_.resize(plan_.tables_.size());
  }

  Result<PatchPlan> run() {
    std::vector<ChangeOrder>& orders = plan_.orders_;
    for (const PatchedTable& table : plan_.tables_) {
      orders.push_back(order_changes(table));
      const auto& changes = table.changes().changes;
      const bool only_inserts = std::ranges::all_of(
          changes, [](const TableChange& change) { return change.kind == TableChange::Kind::insert; });
      if (!only_inserts && !RowStatements(table, check_).can_single_out()) {
        return failure(ErrorCode::unsupported,
                       "rows of table '" + table.info().name +
                           "' cannot be told apart: it has no key, and its columns have "
                           "taken all names of the rowid");
      }
      add_notes(plan_.notes_, table, orders.back());
      add_converting(plan_.converting_, table);
    }
    for (std::size_t table = 0; table < orders.size(); ++table) add_steps(table, orders[table].first);
    for (std::size_t table = orders.size(); table-- > 0;) add_steps(table, orders[table].inserts);
    return std::move(plan_);
  }

 private:
  void add_steps(std::size_t number, const std::vector<OrderedChange>& ordered) {
    const PatchedTable& table = plan_.tables_[number];
    const RowStatements statements(table, check_);
    const bool may_be_gone = is_acted_on(plan_.tables_, number);
    for (const OrderedChange& change : ordered) {
      const std::uint64_t count = table.changes().changes[change.change].count;
      PatchStep step;
      step.table = static_cast<std::uint32_t>(number);
      step.change = change.change;
      step.kind = kind_of(change.kind);
      step.may_be_gone = may_be_gone && step.kind == PatchStep::Kind::remove;
      (step.kind == PatchStep::Kind::insert ? step.runs : step.rows) = count;
      add(step, statements.written(change, limit_of(count)));
      count_in(plan_.counts_[number], change.kind, count);
    }
  }

  static PatchStep::Kind kind_of(OrderedChange::Kind kind) {
    switch (kind) {
      case OrderedChange::Kind::park:
        return PatchStep::Kind::park;
      case OrderedChange::Kind::remove:
      case OrderedChange::Kind::take_out:
        return PatchStep::Kind::remove;
      case OrderedChange::Kind::insert:
      case OrderedChange::Kind::put_back:
        return PatchStep::Kind::insert;
      case OrderedChange::Kind::update:
        break;
    }
    return PatchStep::Kind::update;
  }

  // A row that is taken out and put back is one update.
  static void count_in(PatchCounts& counts, OrderedChange::Kind kind, std::uint64_t count) {
    if (kind == OrderedChange::Kind::update || kind == OrderedChange::Kind::put_back) ++counts.updates;
    if (kind == OrderedChange::Kind::remove) counts.deletes += count;
    if (kind == OrderedChange::Kind::insert) counts.inserts += count;
  }

  const OwnedCell& limit_of(std::uint64_t count) {
    const auto at = limits_.emplace(count, nullptr).first;
    if (at->second == nullptr) {
      rows::NumberRoom room;
      at->second = &plan_.limits_.emplace_back(rows::integer_cell(static_cast<std::int64_t>(count), room));
    }
    return *at->second;
  }

  void add(PatchStep step, WrittenStatement statement) {
    const auto at = form_numbers_.emplace(statement.sql, static_cast<std::uint32_t>(plan_.forms_.size()));
    if (at.second) {
      StatementForm& form = plan_.forms_.emplace_back();
      const std::string& sql = at.first->first;
      std::size_t begin = 0;
      for (std::size_t end = sql.find('\0'); end != std::string::npos; end = sql.find('\0', begin)) {
        form.pieces.push_back(sql.substr(begin, end - begin));
        begin = end + 1;
      }
      form.pieces.push_back(sql.substr(begin));
    }
    step.form = at.first->second;
    step.first_cell = plan_.cells_.size();
    plan_.cells_.insert(plan_.cells_.end(), statement.cells.begin(), statement.cells.end());
    plan_.steps_.push_back(step);
  }

  RowCheck check_;
  PatchPlan plan_;
  std::map<std::string, std::uint32_t> form_numbers_;
  std::map<std::uint64_t, const OwnedCell*> limits_;
};

std::string StatementForm::with_parameters() const {
  std::string sql = pieces.front();
  for (std::size_t i = 1; i < pieces.size(); ++i) sql.append("?").append(pieces[i]);
  return sql;
}

PatchPlan::PatchPlan() = default;
PatchPlan::PatchPlan(PatchPlan&&) noexcept = default;
PatchPlan& PatchPlan::operator=(PatchPlan&&) noexcept = default;
PatchPlan::~PatchPlan() = default;

std::span<const OwnedCell* const> PatchPlan::cells(const PatchStep& step) const {
  return std::span(cells_).subspan(step.first_cell, form(step).pieces.size() - 1);
}

std::size_t PatchPlan::tables() const {
  return tables_.size();
}

const std::string& PatchPlan::table_name(std::size_t table) const {
  return tables_[table].info().name;
}

std::string PatchPlan::subject(const PatchStep& step) const {
  const PatchedTable& table = tables_[step.table];
  const TableChange& change = table.changes().changes[step.change];
  return "table " + table.info().name + ", row " +
         row_text(table, step.kind == PatchStep::Kind::insert ? change.after : change.before);
}

Result<PatchPlan> plan_patch(std::vector<PatchedRows> tables, RowCheck check) {
  std::vector<PatchedTable> resolved;
  for (PatchedRows& rows : tables) {
    auto table = PatchedTable::from(std::move(rows.info), std::move(rows.changes));
    if (!table) return failure(table.error());
    resolved.push_back(std::move(*table));
  }
  return PatchPlanner(referring_first(std::move(resolved)), check).run();
}

}  // namespace peel::sources::sqlite
