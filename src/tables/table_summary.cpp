#include "peel/tables/table_summary.hpp"

namespace peel {

std::string_view name_of(SummaryKind kind) {
  switch (kind) {
    case SummaryKind::interpolation:
      return "interpolation";
    case SummaryKind::single_filter:
      return "single_filter";
    case SummaryKind::multiple_filters:
      return "multiple_filters";
    case SummaryKind::counting_single_filter:
      return "counting_single_filter";
    case SummaryKind::counting_multiple_filters:
      break;
  }
  return "counting_multiple_filters";
}

}  // namespace peel
