// How far the work is: one line on standard error with a bar, a rate and the time left. It appears on a
// terminal once the work has lasted half a second, and is gone when the stage ends, so that messages start in
// the first column of an empty line.
//
// The line is drawn with carriage returns and "erase to the end of the line", and the cursor waits in the
// first column. No mode of the terminal is changed: an interrupt at any time leaves a line of text and
// nothing else.
#pragma once

#include "peel/core/result.hpp"

#include "cli/progress_line.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

enum class ProgressMode {
  automatic,  // on a terminal, if the work lasts
  always,     // from the beginning; without a terminal as whole lines, one a second and one at the end of a
              // stage
  never,
};

// "auto", "always" or "never".
Result<ProgressMode> progress_mode(const std::string& text);

class Progress {
 public:
  // The half second is counted from here. `descriptor` is standard error unless a test looks at it.
  explicit Progress(ProgressMode mode, int descriptor = 2);

  class Stage;

  // While the returned object lives, the line shows `what` and how much of `total` is done; without a total
  // (a pipe) how many bytes, and the rate. `done` is called from another thread and must not throw. One stage
  // at a time; who prints to the same terminal meanwhile prints over the line.
  [[nodiscard]] Stage stage(std::string what, std::function<std::uint64_t()> done,
                            std::optional<std::uint64_t> total,
                            ProgressUnit unit = ProgressUnit::bytes) const;

 private:
  enum class Form { none, one_line, whole_lines };

  Form form_;
  int descriptor_;
  std::chrono::steady_clock::time_point shown_from_;
};

class Progress::Stage {
 public:
  Stage(Stage&& other) noexcept;
  Stage& operator=(Stage&& other) noexcept;
  ~Stage();

 private:
  friend class Progress;
  class Display;

  explicit Stage(std::unique_ptr<Display> display);

  std::unique_ptr<Display> display_;  // none if nothing is to be shown
};

}  // namespace peel::cli
