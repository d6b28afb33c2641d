#include "cli/progress_watch.hpp"

#include <string>
#include <utility>

namespace peel::cli {

namespace {

using Stage = reconcile::Watch::Stage;

class ShownStage : public reconcile::Watch::Shown {
 public:
  explicit ShownStage(Progress::Stage stage) : stage_(std::move(stage)) {}

 private:
  Progress::Stage stage_;
};

std::string words_for(Stage stage) {
  switch (stage) {
    case Stage::finding_files:
      return "finding files";
    case Stage::reading:
      return "reading";
    case Stage::reading_again:
      return "reading again";
    case Stage::fetching_rows:
      return "fetching rows";
    case Stage::comparing:
      return "comparing";
    case Stage::writing:
      return "writing";
  }
  return "working";
}

}  // namespace

std::unique_ptr<reconcile::Watch::Shown> ProgressWatch::show(Work work) {
  const auto unit = work.stage == Stage::finding_files ? ProgressUnit::work : ProgressUnit::bytes;
  return std::make_unique<ShownStage>(
      progress_.stage(words_for(work.stage), std::move(work.done), work.total, unit));
}

}  // namespace peel::cli
