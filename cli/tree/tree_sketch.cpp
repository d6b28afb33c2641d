#include "cli/tree/tree_sketch.hpp"

#include "cli/tree/tree_options.hpp"
#include "cli/tree/tree_troubles.hpp"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

// Options may repeat what the sketch says, and not more.
Result<void> check_given(const reconcile::SketchEndpoint& like, const tree::TreeReading& reading,
                         const SourceOptions& given) {
  const auto asked = tree_reading(given);
  if (!asked) return failure(asked.error());
  const auto contradiction = [&like](const std::string& option, const std::string& truth) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: the sketch {} {}; leave the option out", option, like.name(), truth));
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

Result<tree::TreeReading> tree_reading_of(const reconcile::SketchEndpoint& like, const SourceOptions& given) {
  auto reading = tree::tree_reading_of(*like.sketched());
  if (!reading) {
    return failure(reading.error().code(), fmt::format("{}: {}", like.name(), reading.error().sentence()));
  }
  if (auto checked = check_given(like, *reading, given); !checked) return failure(checked.error());
  return reading;
}

Result<std::unique_ptr<tree::TreeSource>> open_tree_like(const reconcile::SketchEndpoint& like,
                                                         const std::string& path, const SourceOptions& given,
                                                         reconcile::Watch& watch) {
  if (auto reading = tree_reading_of(like, given); !reading) return failure(reading.error());
  return tree::open_tree_like(*like.sketched(), path, watch);
}

Result<std::unique_ptr<tree::TreeSource>> open_tree(const std::string& path, const SourceOptions& options,
                                                    std::uint8_t key_bytes, reconcile::Watch& watch) {
  auto reading = tree_reading(options);
  if (!reading) return failure(reading.error());
  return tree::TreeSource::open(
      {path, reading->terms, std::move(reading->excludes), tree::name_bytes(key_bytes)}, watch);
}

Result<void> check_all_was_read(const tree::TreeSource& source) {
  std::vector<std::string> troubles;
  for (const tree::TreeTrouble& trouble : source.scan().troubles) troubles.push_back(trouble.sentence);
  if (troubles.empty()) return {};
  name_troubles(troubles);
  return failure(ErrorCode::io, fmt::format("no sketch was made of {}: {}; --exclude leaves them out",
                                            source.name(), not_read(troubles.size())));
}

}  // namespace peel::cli
