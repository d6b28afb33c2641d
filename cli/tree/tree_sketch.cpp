#include "cli/tree/tree_sketch.hpp"

#include "peel/reconcile/sketch_items.hpp"

#include "cli/tree/tree_display.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

// What the columns of a sketch say of how its folder was read.
Result<TreeReading> reading_of(const NamedSketch& like) {
  const SketchDescription& description = like.sketch.description;
  using Content = tree::TreeTerms::Content;
  TreeReading reading{{false, false, false, Content::ignored}, {}};
  std::vector<std::string> patterns;
  for (std::size_t i = 3; i < description.columns.size(); ++i) {
    const std::string& name = description.columns[i];
    if (name == "size") reading.terms.size = true;
    if (name == "mode") reading.terms.mode = true;
    if (name == "mtime") reading.terms.time = true;
    if (name == "target") reading.terms.content = Content::unread;
    if (name == "content") reading.terms.content = Content::read;
    if (name.starts_with(tree::kExcludeColumn)) patterns.push_back(name.substr(tree::kExcludeColumn.size()));
  }
  auto excludes = tree::ExcludeRules::from(std::move(patterns));
  if (excludes) reading.excludes = std::move(*excludes);
  if (!excludes || tree::tree_schema(reading.terms, reading.excludes).columns != description.columns) {
    return failure(ErrorCode::malformed,
                   fmt::format("{}: the columns are not those of a folder; a sketch is damaged or forged, "
                               "or made by another version of peel",
                               like.name));
  }
  return reading;
}

// Options may repeat what the sketch says, and not more.
Result<void> check_options(const NamedSketch& like, const TreeReading& reading, const SourceOptions& given) {
  const auto asked = tree_reading(given);
  if (!asked) return failure(asked.error());
  const auto contradiction = [&like](const std::string& option, const std::string& truth) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: the sketch {} {}; leave the option out", option, like.name, truth));
  };
  if (!given.tree.exclude.empty() && asked->excludes.patterns() != reading.excludes.patterns()) {
    const auto& patterns = reading.excludes.patterns();
    return contradiction("--exclude", patterns.empty() ? std::string("was made without")
                                                       : fmt::format("was made with --exclude {}",
                                                                     fmt::join(patterns, " --exclude ")));
  }
  if (given.tree.no_checksum && reading.terms.reads()) return contradiction("--no-checksum", "has contents");
  if (given.tree.checksum && !reading.terms.reads())
    return contradiction("--checksum", "has no contents of files");
  const bool chooses = !given.columns.empty() || !given.ignore.empty();
  if (chooses && asked->terms != reading.terms)
    return contradiction(given.columns.empty() ? "--ignore" : "--columns", "says what counts");
  return {};
}

}  // namespace

bool is_tree(const SketchDescription& description) {
  return !description.types.empty() &&
         description.types.front() == static_cast<std::uint8_t>(rows::ColumnType::place);
}

std::size_t name_bytes(std::uint8_t key_bytes) {
  return key_bytes - tree::kFolderNumberBytes;
}

Result<TreeReading> tree_reading_of(const NamedSketch& like, const SourceOptions& given) {
  auto reading = reading_of(like);
  if (!reading) return failure(reading.error());
  if (auto checked = check_options(like, *reading, given); !checked) return failure(checked.error());
  const auto deadline = deadline_of(given);
  if (!deadline) return failure(deadline.error());
  reading->deadline = *deadline;
  return reading;
}

Result<std::unique_ptr<tree::TreeSource>> open_tree_like(const NamedSketch& like, const std::string& path,
                                                         const SourceOptions& given) {
  auto reading = tree_reading_of(like, given);
  if (!reading) return failure(reading.error());
  return tree::TreeSource::open({path, reading->terms, std::move(reading->excludes),
                                 name_bytes(like.sketch.description.key_bytes), reading->deadline});
}

Result<std::unique_ptr<tree::TreeSource>> open_tree(const std::string& path, const SourceOptions& options,
                                                    std::uint8_t key_bytes) {
  auto reading = tree_reading(options);
  if (!reading) return failure(reading.error());
  return tree::TreeSource::open(
      {path, reading->terms, std::move(reading->excludes), name_bytes(key_bytes), reading->deadline});
}

Result<void> check_all_was_read(const tree::TreeSource& source) {
  const auto& troubles = source.scan().troubles;
  if (troubles.empty()) return {};
  name_troubles(troubles);
  return failure(ErrorCode::io, fmt::format("no sketch was made of {}: {}; --exclude leaves them out",
                                            source.name(), not_read(troubles.size())));
}

}  // namespace peel::cli
