#include "peel/sources/filter_keys.hpp"

#include <utility>

namespace peel::sources {

Result<OpenKeys*> KeySource::begin_pass() {
  if (opener_) {
    auto opened = opener_();
    if (!opened) return failure(opened.error());
    open_ = std::move(*opened);
  } else if (passes_ > 0) {
    if (auto done = open_->rows->rewind(); !done) return failure(done.error());
  }
  ++passes_;
  return &*open_;
}

void KeySource::end_pass() {
  if (opener_) open_.reset();
}

}  // namespace peel::sources
