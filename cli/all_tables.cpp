#include "cli/all_tables.hpp"

#include "cli/output/printable.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace peel::cli {

using sources::SchemaDifference;

Result<void> check_options_for_all_tables(const SourceOptions& options) {
  const char* const given = options.columns.empty() ? option_of_one_table(options) : "--columns";
  if (given == nullptr) return {};
  return refused(
      fmt::format("{} is for one table; name it on both sides, as in sqlite:FILE?table=NAME", given));
}

const char* verdict_of(const SchemaDifference& difference) {
  return difference.left && difference.right ? "defined in two ways"
         : difference.left                   ? "only in LEFT"
                                             : "only in RIGHT";
}

void note_schema_differences(const std::vector<SchemaDifference>& differences) {
  std::string list;
  for (const SchemaDifference& difference : differences)
    list += fmt::format("{} {}: {}; ", difference.type, difference.name, verdict_of(difference));
  if (!list.empty()) std::fprintf(stderr, "note: %srows alone are changed\n", printable(list).c_str());
}

}  // namespace peel::cli
