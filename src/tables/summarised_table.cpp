#include "peel/tables/summarised_table.hpp"

#include <string>

namespace peel {

Result<void> check_summary(const TableSummary* summary, const MultilevelShape& shape, Deletions deletions) {
  if (summary == nullptr)
    return failure(ErrorCode::invalid_argument, "no summary: a table needs one, of any kind");
  if (summary->sub_tables() < shape.sub_tables()) {
    return failure(ErrorCode::invalid_argument,
                   "a summary that tells " + std::to_string(summary->sub_tables()) +
                       " sub-tables apart: the table has " + std::to_string(shape.sub_tables()));
  }
  if (deletions.rule == DeletionRule::counting) {
    if (deletions.most_deleted.value != 0)
      return failure(ErrorCode::invalid_argument, "room for deleted items, which only the lazy rule keeps");
    if (!summary->can_forget()) {
      return failure(ErrorCode::unsupported, "a summary of kind " + std::string(name_of(summary->kind())) +
                                                 " cannot forget: its table must delete by the lazy rule");
    }
  } else if (deletions.most_deleted.value < 2) {
    return failure(ErrorCode::invalid_argument,
                   "room for " + std::to_string(deletions.most_deleted.value) +
                       " deleted items: accepted are 2 or more, or all is rebuilt at every deletion");
  }
  return {};
}

}  // namespace peel
