#include "cli/filter/line_query.hpp"

#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace peel::cli {

namespace {

// The name of a file as it stands before a line: "name:", or "name" and a NUL for -z. A name with a colon in
// it is in quotes.
std::string name_text(const QueriedFile& file, LineEnd end) {
  return end == LineEnd::null ? file.name + '\0' : word_text(file.name, ":") + ':';
}

char byte_of(LineEnd end) {
  return end == LineEnd::null ? '\0' : '\n';
}

class PrintedLines final : public SelectedLines {
 public:
  PrintedLines(LinePrefix prefix, Output& output)
      : prefix_(prefix), is_seen_(prefix.end == LineEnd::feed && is_terminal(stdout)), output_(output) {}

  bool take(const QueriedFile& file, const sources::RowBatch& batch,
            std::span<const std::uint32_t> rows) override {
    const bool has_prefix = prefix_.names == FileNames::present || prefix_.numbers == LineNumbers::present;
    const bool is_bare = !has_prefix && prefix_.end == LineEnd::feed && !is_seen_;
    for (std::size_t i = 0; i < rows.size();) {
      std::string_view run = batch.raw(rows[i]);
      ++i;
      // Neighbours in the file are copied at once.
      while (is_bare && i < rows.size() && batch.raw(rows[i]).data() == run.data() + run.size() + 1) {
        run = {run.data(), run.size() + 1 + batch.raw(rows[i]).size()};
        ++i;
      }
      if (has_prefix) add_prefix(file, batch.line(rows[i - 1]));
      if (is_seen_ && !is_plain(run)) {
        text_ += in_quotes(run);
      } else {
        text_ += run;
      }
      text_ += byte_of(prefix_.end);
    }
    output_.write(text_);
    text_.clear();
    return true;
  }

 private:
  void add_prefix(const QueriedFile& file, std::uint64_t line) {
    if (prefix_.names == FileNames::present) text_ += name_text(file, prefix_.end);
    if (prefix_.numbers == LineNumbers::present) fmt::format_to(std::back_inserter(text_), "{}:", line);
  }

  LinePrefix prefix_;
  bool is_seen_;  // on a terminal, which gets no control characters
  Output& output_;
  std::string text_;  // of a batch
};

class PrintedCounts final : public SelectedLines {
 public:
  PrintedCounts(LinePrefix prefix, Output& output) : prefix_(prefix), output_(output) {}

  bool take(const QueriedFile&, const sources::RowBatch&, std::span<const std::uint32_t>) override {
    return true;
  }
  void end(const QueriedFile& file) override {
    if (prefix_.names == FileNames::present) output_.write(name_text(file, prefix_.end));
    output_.write(std::to_string(file.selected) + byte_of(prefix_.end));
  }

 private:
  LinePrefix prefix_;
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

std::unique_ptr<SelectedLines> printed_counts(LinePrefix prefix, Output& output) {
  return std::make_unique<PrintedCounts>(prefix, output);
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
