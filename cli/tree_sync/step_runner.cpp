#include "cli/tree_sync/step_runner.hpp"

#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;
using tree::EntryKind;
using tree::TreeEntry;

StepRunner::StepRunner(const TreePair& trees, std::function<bool()> is_interrupted)
    : trees_(trees),
      is_interrupted_(std::move(is_interrupted)),
      right_(trees.right),
      copy_(trees.left, bytes_, is_interrupted_) {}

void StepRunner::run(const std::vector<Step>& steps) {
  bool is_removing = false;
  for (const Step& step : steps) {
    if (is_interrupted_()) is_stopped_ = true;
    if (is_stopped_) break;
    // What was written is on the disk before anything that it replaces is gone.
    if (step.kind == StepKind::remove && !std::exchange(is_removing, true)) right_.flush();
    if (auto done = run(step); !done && !is_interrupted_()) {
      troubles_.push_back(done.error().sentence());
      if (done.error().code() == ErrorCode::limit_exceeded) is_stopped_ = true;
    }
  }
  // Those that were not used, because something went wrong.
  for (const auto& [number, path] : saved_) right_.remove_leftover(path);
  right_.flush();
}

Result<void> StepRunner::run(const Step& step) {
  switch (step.kind) {
    case StepKind::make_folder:
      return right_.make_folder(step.path, step.there);
    case StepKind::move_folder:
      return right_.move_folder(step.from, *step.there, step.path);
    case StepKind::save: {
      // Without it the file is written, and not moved.
      if (auto name = right_.save(step.path, *step.there)) saved_[*step.saved] = std::move(*name);
      return {};
    }
    case StepKind::move_file:
      return move(step);
    case StepKind::write:
      return write(step.path, step.there, *step.wanted);
    case StepKind::adjust:
      return right_.set_attributes(step.path, step.there, *step.wanted);
    case StepKind::remove:
      return right_.remove(step.path, *step.there);
    case StepKind::remove_folder:
      return right_.remove_folder(step.path, *step.there);
    case StepKind::settle_folder:
      return right_.set_attributes(step.path, nullptr, *step.wanted);
  }
  return {};
}

// What cannot be moved, since it changed or the file system does not know second names, is written: LEFT has
// it too.
Result<void> StepRunner::move(const Step& step) {
  using OldName = RightTree::OldName;
  if (step.saved) {
    const auto saved = saved_.find(*step.saved);
    if (saved != saved_.end() &&
        right_.move_file(saved->second, *step.there, step.path, step.occupant, OldName::goes)) {
      saved_.erase(saved);
      return {};
    }
  } else if (right_.move_file(step.from, *step.there, step.path, step.occupant,
                              step.source_stays ? OldName::stays : OldName::goes)) {
    return {};
  }
  if (auto written = write(step.path, step.occupant, *step.wanted); !written) return written;
  if (step.source_stays) return {};
  right_.flush();
  return right_.remove(step.from, *step.there);
}

Result<void> StepRunner::write(const std::string& path, const TreeEntry* there, const TreeEntry& wanted) {
  switch (wanted.kind) {
    case EntryKind::file:
      return right_.write_file(path, there, [&](int descriptor) {
        return copy_.into(descriptor, wanted.path, trees_.right.spoken(path));
      });
    case EntryKind::link:
    case EntryKind::fifo:
      return right_.make_special(path, there, wanted);
    default:
      return failure(ErrorCode::unsupported,
                     fmt::format("{} is a {}, which is not copied; accepted are files, folders, links and "
                                 "fifos, and --exclude leaves others out",
                                 trees_.left.spoken(wanted.path), tree::name_of(wanted.kind)));
  }
}

}  // namespace peel::cli
