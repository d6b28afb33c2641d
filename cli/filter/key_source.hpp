// A SOURCE of keys that is read once or twice. There may be thousands of them, more than files can be open at
// a time: what can be opened again is closed between passes.
#pragma once

#include "cli/filter/row_keys.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace peel::cli {

struct OpenKeys {
  std::unique_ptr<sources::RowSource> rows;
  RowKeys keys;
};

class KeySource {
 public:
  using Opener = std::function<Result<OpenKeys>()>;

  // One that stays open, and is the same in all passes.
  explicit KeySource(OpenKeys kept) : open_(std::move(kept)) {}
  // One that is opened for each pass.
  explicit KeySource(Opener opener) : opener_(std::move(opener)) {}

  // Stands at its first row then; valid until the end of the pass.
  Result<OpenKeys*> begin_pass();
  void end_pass();

 private:
  Opener opener_;
  std::optional<OpenKeys> open_;
  std::uint64_t passes_ = 0;
};

}  // namespace peel::cli
