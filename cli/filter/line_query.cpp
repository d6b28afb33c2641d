#include "cli/filter/line_query.hpp"

#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace peel::cli {

namespace {

class PrintedLines final : public SelectedLines {
 public:
  PrintedLines(LinePrefix prefix, Output& output) : prefix_(prefix), output_(output) {}

  bool take(const QueriedFile& file, const sources::RowBatch& batch,
            std::span<const std::uint32_t> rows) override {
    const bool is_bare = prefix_.names == FileNames::absent && prefix_.numbers == LineNumbers::absent;
    for (std::size_t i = 0; i < rows.size();) {
      std::string_view run = batch.raw(rows[i]);
      ++i;
      // Neighbours in the file are copied at once.
      while (is_bare && i < rows.size() && batch.raw(rows[i]).data() == run.data() + run.size() + 1) {
        run = {run.data(), run.size() + 1 + batch.raw(rows[i]).size()};
        ++i;
      }
      if (!is_bare) add_prefix(file, batch.line(rows[i - 1]));
      text_ += run;
      text_ += '\n';
    }
    output_.write(text_);
    text_.clear();
    return true;
  }

 private:
  void add_prefix(const QueriedFile& file, std::uint64_t line) {
    if (prefix_.names == FileNames::present) text_ += file.name + ':';
    if (prefix_.numbers == LineNumbers::present) fmt::format_to(std::back_inserter(text_), "{}:", line);
  }

  LinePrefix prefix_;
  Output& output_;
  std::string text_;  // of a batch
};

class PrintedCounts final : public SelectedLines {
 public:
  PrintedCounts(FileNames names, Output& output) : names_(names), output_(output) {}

  bool take(const QueriedFile&, const sources::RowBatch&, std::span<const std::uint32_t>) override {
    return true;
  }
  void end(const QueriedFile& file) override {
    if (names_ == FileNames::present) output_.write(file.name + ":");
    output_.write(fmt::format("{}\n", file.selected));
  }

 private:
  FileNames names_;
  Output& output_;
};

class NoLines final : public SelectedLines {
 public:
  bool take(const QueriedFile&, const sources::RowBatch&, std::span<const std::uint32_t> rows) override {
    return rows.empty();
  }
};

}  // namespace

std::unique_ptr<SelectedLines> printed_lines(LinePrefix prefix, Output& output) {
  return std::make_unique<PrintedLines>(prefix, output);
}

std::unique_ptr<SelectedLines> printed_counts(FileNames names, Output& output) {
  return std::make_unique<PrintedCounts>(names, output);
}

std::unique_ptr<SelectedLines> no_lines() {
  return std::make_unique<NoLines>();
}

Result<void> LineQuery::select(const sources::RowBatch& batch) {
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

Result<QueriedFile> LineQuery::run(std::string name, sources::RowSource& source, const RowKeys& keys,
                                   SelectedLines& lines, Output& output) {
  QueriedFile file{.name = std::move(name)};
  sources::RowBatch batch;
  for (;;) {
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
    if (!source.size() && !selected_.empty()) output.finish();
  }
  lines.end(file);
  return file;
}

}  // namespace peel::cli
