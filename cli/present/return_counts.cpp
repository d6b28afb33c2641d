#include "cli/present/return_counts.hpp"

#include "cli/numbers.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace peel::cli {

void ReturnCounts::count(const ShownChange& change) {
  if (change.row().key.empty()) return;  // only a digest is known
  Side& side = change.kind == ChangeKind::removed ? removed_ : added_;
  ++(change.row().key.front().payload.ends_with('\r') ? side.with : side.without);
}

void ReturnCounts::note(Names names) const {
  const auto is_alone = [](const Side& one, const Side& other) {
    return one.with > 0 && other.with == 0 && other.without > 0;
  };
  const bool is_removed = is_alone(removed_, added_);
  if (!is_removed && !is_alone(added_, removed_)) return;
  const std::uint64_t lines = is_removed ? removed_.with : added_.with;
  const std::string note = fmt::format(
      "note: {} that only {} has {} with a carriage return, \\r, as on Windows, and no line that "
      "only {} has does; tr -d '\\r' removes it\n",
      counted(lines, "line"), is_removed ? names.of_removed : names.of_added, lines == 1 ? "ends" : "end",
      is_removed ? names.of_added : names.of_removed);
  std::fputs(note.c_str(), stderr);
}

}  // namespace peel::cli
