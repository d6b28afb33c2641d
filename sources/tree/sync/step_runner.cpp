#include "sources/tree/sync/step_runner.hpp"

#include "sources/tree/reading_watch.hpp"

#include <utility>

namespace peel::sources::tree {

StepRunner::StepRunner(const TreePair& trees, Reading reading, reconcile::Watch& watch)
    : trees_(trees),
      reading_(reading),
      watch_(watch),
      right_(trees.right),
      copy_(trees.left, bytes_, watch_) {}

void StepRunner::run(const std::vector<Step>& steps) {
  const auto shown = watch_.show(
      {reconcile::Watch::Stage::writing, [this] { return bytes_.load(); }, bytes_to_write(steps)});
  std::optional<Error> cut;  // what ended a copy in its middle
  for (const Step& step : steps) {
    const bool is_move = step.kind == StepKind::save || step.kind == StepKind::move_file;
    if (!is_move) {
      if (auto going = watch_.may_go_on(trees_.left.name); !going) ended_by_ = going.error();
    }
    if (ended_by_) break;
    if (is_removal(step.kind) && !may_remove()) continue;
    const auto done = run(step);
    if (done) {
      done_.add(step.counts_as);
    } else if (ends_work(done.error())) {
      cut = done.error();
    } else {
      troubles_.push_back(done.error().sentence());
      if (done.error().code() == ErrorCode::limit_exceeded) ended_by_ = done.error();
    }
  }
  if (!ended_by_) ended_by_ = cut;
  put_away_second_names();
  if (auto flushed = right_.flush(); !flushed) troubles_.push_back(flushed.error().sentence());
  right_.restore_modes();
}

// Asked when all else was tried. What was written is on the disk before anything that it replaces is gone.
bool StepRunner::may_remove() {
  if (may_remove_) return *may_remove_;
  if (auto flushed = right_.flush(); !flushed) troubles_.push_back(flushed.error().sentence());
  may_remove_ = troubles_.empty() && reading_ == Reading::complete;
  return *may_remove_;
}

// Those that were not used, because something went wrong. LEFT has what was prepared; what was saved may be
// nowhere else.
void StepRunner::put_away_second_names() {
  for (const auto& [number, path] : prepared_) right_.remove_leftover(path);
  for (const auto& [number, saved] : saved_) {
    notes_.push_back(trees_.right.spoken(saved.of) + " could not be moved, and is kept as " +
                     trees_.right.spoken(saved.path) + "; the next sync that can do everything removes that");
  }
}

Result<void> StepRunner::run(const Step& step) {
  switch (step.kind) {
    case StepKind::make_folder:
      return right_.make_folder(step.path, step.there);
    case StepKind::move_folder:
      return right_.move_folder(step.from, *step.there, step.path);
    case StepKind::save:
      return save(step);
    case StepKind::move_file:
      return move(step);
    case StepKind::write:
      return write(step);
    case StepKind::prepare:
      return prepare(step);
    case StepKind::adjust:
      return right_.set_attributes(step.path, step.there, *step.wanted);
    case StepKind::remove_leftover:
      return remove_leftover(step.path);
    case StepKind::remove:
      return right_.remove(step.path, *step.there);
    case StepKind::remove_folder:
      return right_.remove_folder(step.path, *step.there);
    case StepKind::place:
      return place(step);
    case StepKind::settle_folder:
      return right_.set_attributes(step.path, nullptr, *step.wanted);
  }
  return {};
}

// Where the file system does not know second names, the file is written, and not moved.
Result<void> StepRunner::save(const Step& step) {
  auto name = right_.save(step.path, *step.there);
  if (!name && name.error().code() == ErrorCode::limit_exceeded) return failure(name.error());
  if (name) saved_[*step.second_name] = {std::move(*name), step.path};
  return {};
}

Result<void> StepRunner::rename(const Step& step) {
  using OldName = RightTree::OldName;
  if (!step.second_name) {
    return right_.move_file(step.from, *step.there, step.path, step.occupant,
                            step.source_stays ? OldName::stays : OldName::goes);
  }
  const auto saved = saved_.find(*step.second_name);
  if (saved == saved_.end()) return failure(ErrorCode::io, "there is no second name");
  auto moved = right_.move_file(saved->second.path, *step.there, step.path, step.occupant, OldName::goes);
  if (moved) saved_.erase(saved);
  return moved;
}

// What cannot be moved, since it changed or the file system does not know second names, is written: LEFT has
// it too.
Result<void> StepRunner::move(const Step& step) {
  auto free = check_not_stuck(step);
  if (free && rename(step)) return {};
  auto written = free ? write(step.path, step.occupant, *step.wanted) : free;
  if (!written) {
    stuck_.insert(step.from);
    return written;
  }
  if (step.second_name) {
    const auto saved = saved_.find(*step.second_name);
    if (saved != saved_.end() && right_.remove_leftover(saved->second.path)) saved_.erase(saved);
  }
  if (step.source_stays) return {};
  if (auto flushed = right_.flush(); !flushed) return flushed;
  return right_.remove(step.from, *step.there);
}

Result<void> StepRunner::check_not_stuck(const Step& step) const {
  if (!stuck_.contains(step.path)) return {};
  return failure(ErrorCode::io, trees_.right.spoken(step.path) +
                                    " was left as it is, since it could not be moved away first");
}

Result<void> StepRunner::write(const Step& step) {
  if (auto free = check_not_stuck(step); !free) return free;
  return write(step.path, step.there, *step.wanted);
}

RightTree::Fill StepRunner::contents_of(const TreeEntry& wanted) {
  return [this, &wanted](int descriptor) {
    return copy_.into(descriptor, wanted.path, trees_.right.spoken(wanted.path));
  };
}

Result<void> StepRunner::write(const std::string& path, const TreeEntry* there, const TreeEntry& wanted) {
  return wanted.is_file() ? right_.write_file(path, there, contents_of(wanted))
                          : right_.make_special(path, there, wanted);
}

Result<void> StepRunner::prepare(const Step& step) {
  auto prepared = step.wanted->is_file() ? right_.prepare_file(step.path, contents_of(*step.wanted))
                                         : right_.prepare_special(step.path, *step.wanted);
  if (!prepared) return failure(prepared.error());
  prepared_[*step.second_name] = std::move(*prepared);
  return {};
}

Result<void> StepRunner::place(const Step& step) {
  const auto prepared = prepared_.find(*step.second_name);
  auto placed = right_.place_prepared(prepared->second, step.path, *step.there);
  if (placed) prepared_.erase(prepared);
  return placed;
}

Result<void> StepRunner::remove_leftover(const std::string& path) {
  const bool is_gone = right_.remove_leftover(path);
  notes_.push_back(trees_.right.spoken(path) + " was left by a peel that was killed; " +
                   (is_gone ? "it was removed" : "it cannot be removed"));
  return {};
}

}  // namespace peel::sources::tree
