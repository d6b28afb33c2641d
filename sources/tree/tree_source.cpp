#include "sources/tree/tree_source.hpp"

#include "sources/tree/content_reader.hpp"
#include "sources/tree/parallel.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace peel::sources::tree {

Schema tree_schema(const TreeTerms& terms, const ExcludeRules& excludes) {
  Schema schema{.is_table = true,
                .columns = {"folder", "name"},
                .has_names = true,
                .types = {rows::ColumnType::place, rows::ColumnType::text},
                .key = {"folder", "name"},
                .key_is_unique = true};
  for (const ValueColumn& column : value_columns(terms)) {
    schema.columns.emplace_back(column.name);
    schema.types.push_back(column.type);
  }
  for (const std::string& pattern : excludes.patterns()) {
    schema.columns.push_back(std::string(kExcludeColumn) + pattern);
    schema.types.push_back(rows::ColumnType::any);
  }
  return schema;
}

Result<TreeReading> tree_columns(const std::vector<std::string>& names) {
  TreeReading columns{{false, false, false, TreeTerms::Content::ignored}, {}};
  std::vector<std::string> patterns;
  for (const std::string& name : names) {
    if (name == "size") columns.terms.size = true;
    if (name == "mode") columns.terms.mode = true;
    if (name == "mtime") columns.terms.time = true;
    if (name == "target") columns.terms.content = TreeTerms::Content::unread;
    if (name == "content") columns.terms.content = TreeTerms::Content::read;
    if (name.starts_with(kExcludeColumn)) patterns.push_back(name.substr(kExcludeColumn.size()));
  }
  auto excludes = ExcludeRules::from(std::move(patterns));
  if (excludes) columns.excludes = std::move(*excludes);
  if (!excludes || tree_schema(columns.terms, columns.excludes).columns != names) {
    return failure(
        ErrorCode::malformed,
        "the columns are not those of a folder; the sketch is damaged or forged, or made by another "
        "version of peel");
  }
  return columns;
}

Result<std::unique_ptr<TreeSource>> TreeSource::open(TreeSpec spec, reconcile::Watch& watch) {
  WalkWatch walk(watch);
  const auto shown = walk.show();
  auto scan = TreeScan::of(spec.path, spec.excludes, &walk);
  if (!scan) return failure(scan.error());
  return std::unique_ptr<TreeSource>(new TreeSource(std::move(spec), std::move(*scan), watch));
}

TreeSource::TreeSource(TreeSpec spec, TreeScan scan, reconcile::Watch& watch)
    : RowSource(scan.name),
      spec_(std::move(spec)),
      scan_(std::move(scan)),
      folders_(scan_, spec_.name_bytes),
      schema_(tree_schema(spec_.terms, spec_.excludes)),
      cells_(spec_.terms),
      watch_(watch) {
  if (!spec_.terms.reads()) return;
  std::map<FileIdentity, std::size_t> seen;
  for (std::size_t i = 0; i < scan_.entries.size(); ++i) {
    TreeEntry& entry = scan_.entries[i];
    if (entry.is_file() && entry.size == 0) entry.digest = digest_of_nothing();
    if (!entry.is_file() || entry.digest || (entry.links > 1 && !seen.emplace(entry.identity, i).second))
      continue;
    files_.push_back(i);
    bytes_to_read_ += entry.size;
  }
}

Result<void> TreeSource::read_contents() {
  std::mutex mutex;
  in_parallel(files_.size(), usual_threads(), [&]() -> Worker {
    struct Own {
      ContentReader reader;
      TreeOpener opener;
    };
    auto own = std::make_shared<Own>(Own{ContentReader(watch_), TreeOpener(scan_.root.number())});
    return [&, own](std::size_t i) {
      TreeEntry& entry = scan_.entries[files_[i]];
      const auto digest = own->reader.digest({scan_, own->opener, entry});
      const std::lock_guard lock(mutex);
      if (digest) {
        entry.digest = *digest;
      } else if (!ends_work(digest.error())) {
        scan_.troubles.push_back({entry.path, TreeTrouble::Unknown::contents, digest.error().sentence()});
      }
    };
  });
  if (auto read = watch_.has_gone_on(); !read) return read;
  std::map<FileIdentity, const TreeEntry*> linked;
  for (const std::size_t i : files_) {
    if (scan_.entries[i].links > 1) linked.emplace(scan_.entries[i].identity, &scan_.entries[i]);
  }
  for (TreeEntry& entry : scan_.entries) {
    const auto first = entry.is_file() && !entry.digest ? linked.find(entry.identity) : linked.end();
    if (first == linked.end() || first->second == &entry) continue;
    entry.digest = first->second->digest;
    if (!entry.digest) {
      scan_.troubles.push_back(
          {entry.path, TreeTrouble::Unknown::contents,
           "cannot read " + scan_.spoken(entry.path) + ", a link to a file that cannot be read"});
    }
  }
  return {};
}

Result<void> TreeSource::next(RowBatch& batch) {
  if (!was_read_) {
    if (auto read = read_contents(); !read) return read;
    was_read_ = true;
  }
  batch.clear_typed(schema_.columns.size());
  rows::NumberRoom room;
  const std::size_t values = value_columns(spec_.terms).size();
  for (; at_ < scan_.entries.size() && batch.size() < kBatchRows && batch.kept_bytes() < kBatchBytes; ++at_) {
    const TreeEntry& entry = scan_.entries[at_];
    if (spec_.terms.reads() && entry.is_file() && !entry.digest) continue;
    const auto folder = static_cast<std::int64_t>(folders_.at(folder_of(entry.path)));
    batch.add_cell(rows::integer_cell(folder, room));
    const std::string name = kept_name(base_name(entry.path), spec_.name_bytes);
    batch.add_cell({rows::CellTag::text, name});
    for (const rows::Cell& cell : cells_.of(entry)) batch.add_cell(cell);
    for (std::size_t i = 2 + values; i < schema_.columns.size(); ++i) batch.add_cell({});
    batch.end_row(at_ + 1);
  }
  set_rows_read(rows_read() + batch.size());
  return {};
}

Result<void> TreeSource::rewind() {
  at_ = 0;
  set_rows_read(0);
  is_again_ = was_read_;
  return {};
}

}  // namespace peel::sources::tree
