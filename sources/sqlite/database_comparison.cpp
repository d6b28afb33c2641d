#include "sources/sqlite/database_comparison.hpp"

#include <memory>
#include <utility>

namespace peel::sources {

namespace sqlite {
namespace {

using reconcile::Report;
using reconcile::Side;

// Knows whether it was the sink that failed.
class AskedSink : public reconcile::ChangeSink {
 public:
  explicit AskedSink(reconcile::ChangeSink& sink) : sink_(sink) {}

  Result<void> take(const reconcile::Change& change) override {
    auto taken = sink_.take(change);
    has_failed_ = !taken.has_value();
    return taken;
  }
  bool has_failed() const { return has_failed_; }

 private:
  reconcile::ChangeSink& sink_;
  bool has_failed_ = false;
};

class TableComparison {
 public:
  TableComparison(const DatabasePair& databases, const DatabasesRequest& request, reconcile::TableSink& sink,
                  reconcile::Watch& watch)
      : databases_(databases), request_(request), sink_(sink), watch_(watch) {}

  Result<void> add(const DatabasePair::Table& table) {
    const bool is_shared = table.left != nullptr && table.right != nullptr;
    auto added = is_shared ? compare(table) : add_one_sided(table);
    if (added) return {};
    // What ended this table ends the others, too.
    const ErrorCode code = added.error().code();
    const bool is_the_end = sink_has_failed_ || code == ErrorCode::timed_out || code == ErrorCode::cancelled;
    if (is_the_end) return added;
    total_.gap = reconcile::Gap::unreadable;
    return sink_.not_compared(table.name, added.error());
  }

  const Report& total() const { return total_; }

 private:
  Result<void> add_one_sided(const DatabasePair::Table& table) {
    const auto rows = databases_.count_rows(table);
    if (!rows) return failure(rows.error());
    const bool is_left = table.left != nullptr;
    (is_left ? total_.removed : total_.added) += *rows;
    (is_left ? total_.rows_left : total_.rows_right) += *rows;
    ++total_.changes;
    return asked(sink_.only_in(is_left ? Side::left : Side::right, table.name, *rows));
  }

  Result<void> compare(const DatabasePair::Table& table) {
    auto left = databases_.open_left(table);
    if (!left) return failure(left.error());
    auto right = databases_.open_right(table);
    if (!right) return failure(right.error());
    const auto of_left = reconcile::Party::of(**left);
    const auto of_right = reconcile::Party::of(**right);
    auto terms = reconcile::find_terms(of_left, of_right, request_for_table(**left, **right, request_.terms));
    if (!terms) {
      return failure(request_.explain ? request_.explain(terms.error(), of_left, of_right)
                                      : terms.error().error);
    }
    terms->table = table.name;
    const auto shown = sink_.begin(*terms);
    if (!shown) return asked(failure(shown.error()));
    reconcile::RowsEndpoint left_end(std::move(*left));
    reconcile::RowsEndpoint right_end(std::move(*right));
    AskedSink changes(**shown);
    const auto report =
        reconcile::reconcile(left_end, right_end, *terms, request_.comparison, changes, watch_);
    sink_has_failed_ = changes.has_failed();
    if (!report) return failure(report.error());
    total_.add(*report);
    return asked(sink_.end(*terms, *report));
  }

  // The answer of the sink.
  Result<void> asked(Result<void> answer) {
    sink_has_failed_ = !answer.has_value();
    return answer;
  }

  const DatabasePair& databases_;
  const DatabasesRequest& request_;
  reconcile::TableSink& sink_;
  reconcile::Watch& watch_;
  Report total_;
  bool sink_has_failed_ = false;
};

}  // namespace

Result<DatabasesReport> compare_tables(const DatabasePair& databases, const DatabasesRequest& request,
                                       reconcile::TableSink& sink, reconcile::Watch& watch) {
  TableComparison comparison(databases, request, sink, watch);
  for (const DatabasePair::Table& table : databases.tables()) {
    if (auto added = comparison.add(table); !added) return failure(added.error());
  }
  DatabasesReport report{comparison.total(), databases.schema_differences()};
  report.total.changes += report.schema_differences.size();
  return report;
}

}  // namespace sqlite

Result<DatabasesReport> compare_databases(const DatabasesRequest& request, reconcile::TableSink& sink,
                                          reconcile::Watch& watch) {
  for (const Argument* side : {&request.left, &request.right}) {
    if (!side->is_whole_database())
      return refused(side->name() + " is no whole database; accepted are two of them");
  }
  const auto databases = sqlite::DatabasePair::open(request.left.path, request.right.path, request.timeout);
  if (!databases) return failure(databases.error());
  return sqlite::compare_tables(*databases, request, sink, watch);
}

}  // namespace peel::sources
