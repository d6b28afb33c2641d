#include "peel/sources/line_query.hpp"

#include <utility>

namespace peel::sources {

Result<void> LineQuery::select(const rows::RowBatch& batch) {
  if (room_ < keys_.hashes.size()) {
    room_ = batch.size();
    found_ = std::make_unique<bool[]>(room_);
  }
  const std::span<bool> found(found_.get(), keys_.hashes.size());
  if (auto answered = filter_.contains(keys_.hashes, found); !answered) return answered;
  selected_.clear();
  std::uint32_t row = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (selection_ == Selection::hits) {
      if (found[i]) selected_.push_back(keys_.rows[i]);
      continue;
    }
    for (; row < keys_.rows[i]; ++row) selected_.push_back(row);
    if (!found[i]) selected_.push_back(row);
    ++row;
  }
  if (selection_ == Selection::misses) {
    for (; row < batch.size(); ++row) selected_.push_back(row);
  }
  return {};
}

Result<QueriedFile> LineQuery::run(std::string name, rows::RowSource& source, const RowKeys& keys,
                                   SelectedLines& lines, const reconcile::Watch& watch) {
  QueriedFile file{.name = std::move(name)};
  rows::RowBatch batch;
  for (;;) {
    if (auto goes_on = watch.may_go_on(source.name()); !goes_on) return failure(goes_on.error());
    if (auto read = source.next(batch); !read) {
      file.unread = read.error();
      return file;
    }
    if (batch.empty()) break;
    keys.hash(batch, filter_.hasher(), keys_);
    if (auto done = select(batch); !done) return failure(done.error());
    file.lines += batch.size();
    file.selected += selected_.size();
    if (!lines.take(file, batch, selected_)) break;
    if (!source.size() && !selected_.empty()) lines.flush();
  }
  lines.end(file);
  return file;
}

}  // namespace peel::sources
