#include "cli/tree/tree_options.hpp"

#include "cli/input.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

constexpr const char* kColumns = "size, mode, mtime and content";

Result<void> check_options(const SourceOptions& options) {
  if (const char* const given = option_of_one_table(options)) {
    return failure(
        ErrorCode::invalid_argument,
        fmt::format("{} is not for folders, whose entries are known by their paths; leave it out", given));
  }
  if (options.tree.checksum && options.tree.no_checksum) {
    return failure(ErrorCode::invalid_argument,
                   "--checksum and --no-checksum exclude each other; give one of them");
  }
  if (!options.columns.empty() && !options.ignore.empty()) {
    return failure(ErrorCode::invalid_argument,
                   "--columns and --ignore exclude each other for folders; give one of them");
  }
  return {};
}

// One of the values that may count, as the terms have it.
struct Counted {
  bool size = false;
  bool mode = false;
  bool time = false;
  bool content = false;

  bool* find(const std::string& name) {
    if (name == "size") return &size;
    if (name == "mode") return &mode;
    if (name == "mtime") return &time;
    return name == "content" ? &content : nullptr;
  }
};

Result<Counted> counted(const SourceOptions& options) {
  const bool chosen = !options.columns.empty();
  Counted counts{!chosen, !chosen, false, !chosen};
  for (const std::string& name : chosen ? options.columns : options.ignore) {
    if (name == "path" || name == "kind") {
      if (chosen) continue;
      return failure(ErrorCode::invalid_argument,
                     fmt::format("--ignore {}: it always counts; accepted are {}", name, kColumns));
    }
    bool* const value = counts.find(name);
    if (value == nullptr) {
      return failure(ErrorCode::invalid_argument,
                     fmt::format("{} {}: folders have no such column; accepted are {}",
                                 chosen ? "--columns" : "--ignore", name, kColumns));
    }
    *value = chosen;
  }
  return counts;
}

}  // namespace

void add_tree_options(Command& verb, TreeOptions& options) {
  verb.add({"--exclude", options.exclude, "Leave out of folders what matches, as *.o, build/ or a/**/b",
            "GLOB", Option::Rule::repeated});
  verb.add({"--checksum", options.checksum, "Contents of files in folders count (the default)"});
  verb.add({"--no-checksum", options.no_checksum, "Size and time stand for contents of files in folders"});
}

Result<TreeReading> tree_reading(const SourceOptions& options) {
  if (auto checked = check_options(options); !checked) return failure(checked.error());
  const auto counts = counted(options);
  if (!counts) return failure(counts.error());
  auto excludes = tree::ExcludeRules::from(options.tree.exclude);
  if (!excludes) return failure(excludes.error());
  const auto deadline = deadline_of(options);
  if (!deadline) return failure(deadline.error());
  using Content = tree::TreeTerms::Content;
  TreeReading reading{
      {counts->size, counts->mode, counts->time, counts->content ? Content::read : Content::ignored},
      std::move(*excludes),
      *deadline};
  if (options.tree.no_checksum && counts->content) {
    reading.terms.content = Content::unread;
    reading.terms.time = true;
  }
  return reading;
}

Result<void> check_no_tree_options(const TreeOptions& options, const std::string& source) {
  const char* const given = !options.exclude.empty() ? "--exclude"
                            : options.checksum       ? "--checksum"
                            : options.no_checksum    ? "--no-checksum"
                                                     : nullptr;
  if (given == nullptr) return {};
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} is for folders, and {} is none; leave it out", given, spoken_name(source)));
}

Result<std::optional<std::chrono::steady_clock::time_point>> deadline_of(const SourceOptions& options) {
  const auto timeout = timeout_of(options);
  if (!timeout) return failure(timeout.error());
  if (!*timeout) return std::nullopt;
  return std::chrono::steady_clock::now() + **timeout;
}

}  // namespace peel::cli
