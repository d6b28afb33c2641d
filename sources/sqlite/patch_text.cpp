#include "sources/sqlite/patch_text.hpp"

#include "sources/sqlite/sql_text.hpp"

#include <utility>

namespace peel::sources::sqlite {

namespace {

constexpr std::size_t kTextFlushBytes = std::size_t{1} << 16;
constexpr std::size_t kMostBytes = 1'000'000'000;  // SQLITE_MAX_SQL_LENGTH as it comes

class PatchWriter {
 public:
  PatchWriter(const PatchPlan& plan, const TextSink& sink) : plan_(plan), sink_(sink) {}

  Result<void> run(const PatchTitle& title) {
    header(title);
    if (plan_.steps().empty()) return flush();
    text_ += "BEGIN;\nPRAGMA defer_foreign_keys = ON;\n";
    for (const PatchStep& step : plan_.steps()) {
      for (std::uint64_t i = 0; i < step.runs; ++i) {
        if (auto written = statement(step); !written) return written;
      }
    }
    text_ += "COMMIT;\n";
    return flush();
  }

 private:
  void header(const PatchTitle& title) {
    append_remark(text_, "Turns " + title.from + " into " + title.to + ".");
    if (plan_.steps().empty()) append_remark(text_, "There is nothing to be done.");
    for (std::size_t table = 0; table < plan_.tables(); ++table) {
      const PatchCounts counts = plan_.counts(table);
      if (counts.updates + counts.deletes + counts.inserts == 0) continue;
      append_remark(text_, "table " + plan_.table_name(table) + ": " + std::to_string(counts.updates) +
                               " updated, " + std::to_string(counts.deletes) + " deleted, " +
                               std::to_string(counts.inserts) + " inserted");
    }
    for (const std::string& note : plan_.notes()) append_remark(text_, "Note: " + note + ".");
    if (plan_.steps().empty()) return;
    append_remark(text_,
                  "One transaction, which must end at the first error: sqlite3 -bail DATABASE < PATCH");
  }

  Result<void> statement(const PatchStep& step) {
    const std::size_t begin = text_.size();
    const auto& pieces = plan_.form(step).pieces;
    const auto cells = plan_.cells(step);
    text_ += pieces.front();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      append_literal(text_, cells[i]->view());
      text_ += pieces[i + 1];
    }
    text_ += ";\n";
    if (text_.size() - begin > kMostBytes) {
      return failure(ErrorCode::limit_exceeded,
                     plan_.subject(step) + ": a statement of " + std::to_string(text_.size() - begin) +
                         " bytes; SQLite reads at most " + std::to_string(kMostBytes));
    }
    return text_.size() < kTextFlushBytes ? Result<void>() : flush();
  }

  Result<void> flush() {
    auto taken = sink_(text_);
    text_.clear();
    return taken;
  }

  const PatchPlan& plan_;
  const TextSink& sink_;
  std::string text_;
};

}  // namespace

Result<void> write_patch(const PatchPlan& plan, const PatchTitle& title, const TextSink& sink) {
  return PatchWriter(plan, sink).run(title);
}

}  // namespace peel::sources::sqlite
