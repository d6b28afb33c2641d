#include "cli/filter/query_report.hpp"

#include "cli/output/json.hpp"

namespace peel::cli {

namespace {

class LinesAsJson final : public SelectedLines {
 public:
  explicit LinesAsJson(Output& output) : output_(output) {}

  bool take(const QueriedFile& file, const sources::RowBatch& batch,
            std::span<const std::uint32_t> rows) override {
    for (const std::uint32_t row : rows) {
      write_json_line(
          output_,
          {{"line", json_text(batch.raw(row))}, {"number", batch.line(row)}, {"file", json_text(file.name)}});
    }
    return true;
  }

 private:
  Output& output_;
};

}  // namespace

std::unique_ptr<SelectedLines> lines_as_json(Output& output) {
  return std::make_unique<LinesAsJson>(output);
}

void print_summary_as_json(const QueriedFile& all, Output& output) {
  write_json_line(output, {{"summary", {{"schema", 1}, {"lines", all.lines}, {"selected", all.selected}}}});
}

}  // namespace peel::cli
