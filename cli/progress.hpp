#pragma once
#include "peel/core/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
namespace peel::cli {
enum class ProgressMode { automatic, always, never };
inline Result<ProgressMode> progress_mode(const std::string&) {
  return ProgressMode::automatic;
}
class Progress {
 public:
  explicit Progress(ProgressMode) {}
  struct Stage {
    ~Stage() {}
  };
  [[nodiscard]] Stage stage(std::string, std::function<std::uint64_t()>, std::optional<std::uint64_t>) {
    return {};
  }
};
}  // namespace peel::cli
