#include "cli/filter/printed_lines.hpp"

#include "cli/output/json.hpp"
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>

namespace peel::cli {

namespace {

using sources::QueriedFile;
using sources::SelectedLines;

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

  bool take(const QueriedFile& file, const rows::RowBatch& batch,
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
  void flush() override { output_.finish(); }

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

  bool take(const QueriedFile&, const rows::RowBatch&, std::span<const std::uint32_t>) override {
    return true;
  }
  void flush() override { output_.finish(); }
  void end(const QueriedFile& file) override {
    if (prefix_.names == FileNames::present) output_.write(name_text(file, prefix_.end));
    output_.write(std::to_string(file.selected) + byte_of(prefix_.end));
  }

 private:
  LinePrefix prefix_;
  Output& output_;
};

class LinesAsJson final : public SelectedLines {
 public:
  explicit LinesAsJson(Output& output) : output_(output) {}

  bool take(const QueriedFile& file, const rows::RowBatch& batch,
            std::span<const std::uint32_t> rows) override {
    for (const std::uint32_t row : rows) {
      write_json_line(
          output_,
          {{"line", json_text(batch.raw(row))}, {"number", batch.line(row)}, {"file", json_text(file.name)}});
    }
    return true;
  }
  void flush() override { output_.finish(); }

 private:
  Output& output_;
};

class NoLines final : public SelectedLines {
 public:
  bool take(const QueriedFile&, const rows::RowBatch&, std::span<const std::uint32_t> rows) override {
    return rows.empty();
  }
};

}  // namespace

std::unique_ptr<sources::SelectedLines> printed_lines(LinePrefix prefix, Output& output) {
  return std::make_unique<PrintedLines>(prefix, output);
}

std::unique_ptr<sources::SelectedLines> printed_counts(LinePrefix prefix, Output& output) {
  return std::make_unique<PrintedCounts>(prefix, output);
}

std::unique_ptr<sources::SelectedLines> no_lines() {
  return std::make_unique<NoLines>();
}

std::unique_ptr<sources::SelectedLines> lines_as_json(Output& output) {
  return std::make_unique<LinesAsJson>(output);
}

void print_summary_as_json(const sources::QueriedFile& all, Output& output) {
  write_json_line(output, {{"summary", {{"schema", 1}, {"lines", all.lines}, {"selected", all.selected}}}});
}

}  // namespace peel::cli
