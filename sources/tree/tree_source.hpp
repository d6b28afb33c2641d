// TreeSource: a tree as a table, for sketches. Its key is the number of a folder and a name there
// (entry_names.hpp), its values are those that count. What is left out of the tree is said by the names of
// columns that are always NULL, so that sketches of trees agree only if all of this does.
#pragma once

#include "peel/core/result.hpp"

#include "sources/source.hpp"
#include "sources/tree/entry_names.hpp"
#include "sources/tree/reading_watch.hpp"
#include "sources/tree/tree_reading.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::tree {

// "exclude PATTERN"
inline constexpr std::string_view kExcludeColumn = "exclude ";

struct TreeSpec {
  std::string path;
  TreeTerms terms = {};
  ExcludeRules excludes = {};
  std::size_t name_bytes = 18;  // longer names are cut
};

// The columns of such a table, and what they say. Reading them fails with `malformed` unless they are what
// tree_schema makes.
Schema tree_schema(const TreeTerms& terms, const ExcludeRules& excludes);
Result<TreeReading> tree_columns(const std::vector<std::string>& names);

class TreeSource final : public RowSource {
 public:
  // Walks the tree. Fails as TreeScan::of does. The watch must outlive the source, and ends its reading.
  static Result<std::unique_ptr<TreeSource>> open(TreeSpec spec, reconcile::Watch& watch);

  const Schema& schema() const override { return schema_; }
  // The first call reads the contents of all files, if they count, with several threads. Entries that could
  // not be read are left out, and are troubles of the scan. The order of a row is its entry's place, from 1.
  // Fails as the watch does.
  Result<void> next(RowBatch& batch) override;
  // Nothing is read again.
  Result<void> rewind() override;
  // Of the first pass, while it goes on.
  std::uint64_t bytes_read() const override { return is_again_ ? 0 : watch_.bytes.load(); }
  // Of the files that are read.
  std::optional<std::uint64_t> size() const override { return bytes_to_read_; }

  const TreeScan& scan() const { return scan_; }
  const FolderNumbers& folders() const { return folders_; }

 private:
  TreeSource(TreeSpec spec, TreeScan scan, reconcile::Watch& watch);
  Result<void> read_contents();

  TreeSpec spec_;
  TreeScan scan_;
  FolderNumbers folders_;
  Schema schema_;
  EntryCells cells_;
  std::uint64_t bytes_to_read_ = 0;
  std::vector<std::size_t> files_;  // to be read: of hard links one, and none that are empty
  ReadingWatch watch_;
  bool was_read_ = false;
  std::atomic<bool> is_again_ = false;
  std::size_t at_ = 0;
};

}  // namespace peel::sources::tree
