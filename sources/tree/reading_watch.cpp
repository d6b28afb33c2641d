#include "sources/tree/reading_watch.hpp"

namespace peel::sources::tree {

Result<void> ReadingWatch::may_go_on(std::string_view name) {
  if (has_ended_) return has_gone_on();
  auto going = watch_.may_go_on(name);
  if (going) return going;
  const std::lock_guard lock(mutex_);
  if (!ended_by_) ended_by_ = going.error();
  has_ended_ = true;
  return failure(*ended_by_);
}

Result<void> ReadingWatch::has_gone_on() const {
  const std::lock_guard lock(mutex_);
  if (ended_by_) return failure(*ended_by_);
  return {};
}

std::unique_ptr<reconcile::Watch::Shown> ReadingWatch::show(reconcile::Watch::Stage stage,
                                                            std::optional<std::uint64_t> total) {
  const std::uint64_t before = bytes;
  return watch_.show({stage, [this, before] { return bytes.load() - before; }, total});
}

}  // namespace peel::sources::tree
