#include "cli/tree/tree_sketch.hpp"

#include "peel/reconcile/sketch_items.hpp"

#include "cli/tree/tree_display.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

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
  auto columns = tree::tree_columns(like.sketch.description.columns);
  if (!columns) {
    return failure(columns.error().code(), fmt::format("{}: {}", like.name, columns.error().sentence()));
  }
  const auto deadline = deadline_of(given);
  if (!deadline) return failure(deadline.error());
  TreeReading reading{columns->terms, std::move(columns->excludes), *deadline};
  if (auto checked = check_options(like, reading, given); !checked) return failure(checked.error());
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
