#include "cli/tree/tree_options.hpp"

#include "cli/input.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

constexpr const char* kColumns = "size, mode, mtime and content";

Result<void> check_tree_options(const SourceOptions& options) {
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

// The values that may count, as the terms have them.
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

Result<sources::FolderReading> folder_reading(const SourceOptions& options) {
  if (auto checked = check_tree_options(options); !checked) return failure(checked.error());
  const auto counts = counted(options);
  if (!counts) return failure(counts.error());
  if (const auto excludes = tree::ExcludeRules::from(options.tree.exclude); !excludes)
    return failure(excludes.error().code(), "--exclude " + excludes.error().sentence());
  using Content = sources::FolderReading::Content;
  sources::FolderReading reading{.size = counts->size,
                                 .mode = counts->mode,
                                 .time = counts->time,
                                 .content = counts->content ? Content::read : Content::ignored,
                                 .exclude = options.tree.exclude};
  if (options.tree.no_checksum && counts->content) {
    reading.content = Content::unread;
    reading.time = true;
  }
  return reading;
}

Result<tree::TreeReading> tree_reading(const SourceOptions& options) {
  const auto reading = folder_reading(options);
  if (!reading) return failure(reading.error());
  return tree::TreeReading::from(*reading);
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

}  // namespace peel::cli
