// Entries of trees as rows that are shown: known by their path, with the values that count.
#pragma once

#include "cli/diff/change_writer.hpp"
#include "cli/diff/shown_change.hpp"
#include "sources/tree/tree_comparison.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace peel::cli {

// A table with the column path, which is its key, and those of sources::tree::value_columns.
RowTerms row_terms_of(const sources::tree::TreeTerms& terms);

// From 1, as the scan orders its entries.
std::int64_t number_of(const sources::tree::TreeEntry& entry, const sources::tree::TreeScan& scan);

// Changes of entries as they are shown. The one made last is valid until the next call, and as long as the
// entries are.
class ShownEntries {
 public:
  explicit ShownEntries(const sources::tree::TreeTerms& terms)
      : columns_(sources::tree::value_columns(terms)), left_(terms), right_(terms) {}

  ShownChange of(const sources::tree::TreeChange& change);
  ShownRow left(const sources::tree::TreeEntry& entry) { return row(entry, left_); }
  ShownRow right(const sources::tree::TreeEntry& entry) { return row(entry, right_); }

 private:
  static ShownRow row(const sources::tree::TreeEntry& entry, sources::tree::EntryCells& cells);

  std::vector<sources::tree::ValueColumn> columns_;
  sources::tree::EntryCells left_;
  sources::tree::EntryCells right_;
};

// "- path", "+ path", "~ path: mode rw-r--r-- -> rwxr-xr-x, content differs", "> old -> new". A folder has a
// slash at its end.
std::unique_ptr<ChangeWriter> tree_text_writer(const RowTerms& terms, TextStyle style, Output& output);

// "3 files or folders could not be read"
std::string not_read(std::size_t troubles);
// The sentence for a comparison that lacks them.
std::string not_complete(std::size_t troubles);
// Each on a line of standard error.
void name_troubles(std::span<const sources::tree::TreeTrouble> troubles);

}  // namespace peel::cli
