#include "cli/column_advice.hpp"
#include "cli/diff/diff_options.hpp"
#include "cli/output/printable.hpp"
#include "cli/sync/synced_target.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/text/file_target.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

using sources::FileTarget;

class SyncedFile : public SyncedTarget {
 public:
  SyncedFile(FileTarget target, reconcile::SyncOptions::Mode mode)
      : target_(std::move(target)), mode_(mode) {}

  reconcile::Target& target() override { return target_; }

  Result<void> note(const reconcile::Report& planned) override {
    if (mode_ == reconcile::SyncOptions::Mode::dry_run || planned.same() || !target_.has_other_names())
      return {};
    std::fprintf(stderr, "note: %s has other names (hard links), which keep the old content\n",
                 printable(target_.name()).c_str());
    return {};
  }

 private:
  FileTarget target_;
  reconcile::SyncOptions::Mode mode_;
};

// What a sync of whole lines has no use for, if it was given.
const char* option_of_columns(const SourceOptions& options) {
  return !options.columns.empty()     ? "--columns"
         : !options.ignore.empty()    ? "--ignore"
         : !options.map.empty()       ? "--map"
         : !options.tolerance.empty() ? "--tolerance"
                                      : nullptr;
}

// What two sides disagree about, or why RIGHT cannot be written like that.
Error why_not_synced(const reconcile::Disagreement& disagreement, const rows::RowSource& left,
                     const rows::RowSource& right, const SourceOptions& options) {
  using Kind = reconcile::Disagreement::Kind;
  const char* const given = option_of_columns(options);
  if (left.schema().has_paths && right.schema().has_paths && given != nullptr) {
    return {disagreement.error.code(),
            fmt::format("{}: a sync of JSON Lines writes whole lines; leave the option out", given)};
  }
  if (disagreement.kind == Kind::mapped_column_missing && right.schema().columns.empty()) {
    return {disagreement.error.code(),
            fmt::format("--map: {} is empty and gets the columns of LEFT, so it calls none otherwise",
                        right.name())};
  }
  return with_advice(disagreement, left, right, options);
}

}  // namespace

Result<std::unique_ptr<SyncedTarget>> open_synced_file(TargetOpening opening) {
  const SourceOptions& source = opening.source;
  opening.request.explain = [&source](const auto& disagreement, const auto& left, const auto& right) {
    return why_not_synced(disagreement, left, right, source);
  };
  auto target = FileTarget::open(std::move(opening.request));
  if (!target) return failure(target.error());
  for (rows::RowSource* const side : {&target->from(), &target->file()}) {
    if (auto noted = note_unlike_lines(*side); !noted) return failure(noted.error());
  }
  if (auto fits = check_line_end(opening.style, target->terms()); !fits) return failure(fits.error());
  return std::make_unique<SyncedFile>(std::move(*target), opening.mode);
}

}  // namespace peel::cli
