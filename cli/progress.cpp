#include "cli/progress.hpp"

#include "cli/terminal.hpp"

#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kBeforeFirstLine = 500ms;
constexpr auto kBetweenLooks = 200ms;
constexpr auto kBetweenWholeLines = 1s;
constexpr std::size_t kUsualColumns = 80;
constexpr std::string_view kErase = "\r\x1b[K";

// What cannot be shown is no reason to stop the work.
void show(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Result<ProgressMode> progress_mode(const std::string& text) {
  if (text == "auto") return ProgressMode::automatic;
  if (text == "always") return ProgressMode::always;
  if (text == "never") return ProgressMode::never;
  return failure(ErrorCode::invalid_argument, "--progress " + text + ": accepted are auto, always and never");
}

// The thread that looks and draws. It alone calls `done`.
class Progress::Stage::Display {
 public:
  struct Work {
    std::string what;
    std::function<std::uint64_t()> done;
    std::optional<std::uint64_t> total;
    ProgressUnit unit;
  };

  Display(const Progress& progress, Work work) : progress_(progress), work_(std::move(work)) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

 private:
  void run(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wakes;
    std::unique_lock lock(mutex);
    const auto is_over = [&] { return stop.stop_requested(); };
    do {
      look();
      if (Clock::now() >= next_) draw();
    } while (!wakes.wait_for(lock, stop, kBetweenLooks, is_over));
    look();
    finish();
  }

  void look() {
    now_.done = work_.done();
    meter_.add(std::chrono::duration<double>(Clock::now() - start_).count(), now_.done);
    now_.bytes_per_second = meter_.bytes_per_second();
  }

  void draw() {
    if (progress_.form_ == Form::whole_lines) {
      show(progress_.descriptor_, progress_line(now_, kUsualColumns) + "\n");
      next_ = Clock::now() + kBetweenWholeLines;
      return;
    }
    const std::string line = progress_line(now_, terminal_size(progress_.descriptor_).columns);
    show(progress_.descriptor_, std::string(kErase) + line + "\r");
    is_drawn_ = true;
  }

  void finish() {
    if (progress_.form_ == Form::whole_lines) {
      draw();
    } else if (is_drawn_) {
      show(progress_.descriptor_, kErase);
    }
  }

  const Progress progress_;
  const Work work_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_ =
      progress_.form_ == Form::whole_lines ? start_ + kBetweenWholeLines : progress_.shown_from_;
  ProgressView now_{work_.what, 0, work_.total, std::nullopt, work_.unit};
  RateMeter meter_{work_.unit};
  bool is_drawn_ = false;
  std::jthread thread_;  // last: it is joined before anything that it uses goes
};

Progress::Progress(ProgressMode mode, int descriptor)
    : form_(mode == ProgressMode::never    ? Form::none
            : can_redraw(descriptor)       ? Form::one_line
            : mode == ProgressMode::always ? Form::whole_lines
                                           : Form::none),
      descriptor_(descriptor),
      shown_from_(Clock::now()) {
  if (mode == ProgressMode::automatic) shown_from_ += kBeforeFirstLine;
}

Progress::Stage Progress::stage(std::string what, std::function<std::uint64_t()> done,
                                std::optional<std::uint64_t> total, ProgressUnit unit) const {
  if (form_ == Form::none) return Stage(nullptr);
  try {
    return Stage(std::make_unique<Stage::Display>(
        *this, Stage::Display::Work{std::move(what), std::move(done), total, unit}));
  } catch (const std::system_error&) {
    return Stage(nullptr);  // no thread is to be had; the work may still succeed
  }
}

Progress::Stage::Stage(std::unique_ptr<Display> display) : display_(std::move(display)) {}
Progress::Stage::Stage(Stage&& other) noexcept = default;
Progress::Stage& Progress::Stage::operator=(Stage&& other) noexcept = default;
Progress::Stage::~Stage() = default;

}  // namespace peel::cli
