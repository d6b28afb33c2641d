#include "cli/top/top_follow.hpp"

#include "cli/output/columns.hpp"
#include "cli/terminal.hpp"
#include "cli/top/heavy_fill.hpp"
#include "cli/top/screen.hpp"
#include "cli/top/signal_watch.hpp"
#include "cli/top/top_report.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <optional>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Found = sources::FollowedLines::Found;
using namespace std::chrono_literals;

constexpr auto kBetweenLooks = 200ms;  // at a file, whether it grew

class Follow {
 public:
  Follow(sources::FollowedLines& lines, HeavyStream& stream, const FollowPlan& plan, const TopView& view,
         Output& output)
      : lines_(lines),
        stream_(stream),
        plan_(plan),
        view_(view),
        output_(output),
        signals_{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH},
        fill_(stream, plan.half_life) {
    if (view.format == TopView::Format::text && can_redraw(STDOUT_FILENO)) screen_.emplace(output);
  }

  Result<Status> run() {
    sources::RowBatch batch;
    for (;;) {
      if (take_signals() == Then::end) break;
      const auto found = lines_.next(batch);
      if (!found) return failure(found.error());
      say_remarks();
      if (*found == Found::end) break;
      if (*found == Found::lines) {
        if (auto taken = fill_.take(batch); !taken) return failure(taken.error());
      } else if (screen_ && !is_shown_) {
        show();  // all that was there: the first table need not wait
      } else {
        wait();
      }
      if (auto done = do_what_is_due(); !done) return failure(done.error());
    }
    if (screen_) {
      screen_->erase();
      screen_->leave();
    } else {
      begin_table();
    }
    return report(table(), lines_.name(), view_, output_);  // all of it, also where not all fitted
  }

 private:
  enum class Then : std::uint8_t { go_on, end };

  Then take_signals() {
    while (const auto signal = signals_.take()) {
      if (*signal == SIGWINCH) {
        if (screen_ && is_shown_) show();
      } else if (*signal == SIGTSTP) {
        if (screen_) screen_->leave();
        ::raise(SIGSTOP);
      } else if (*signal == SIGQUIT) {
        if (screen_) screen_->leave();
        signals_.let_through(SIGQUIT);
      } else {
        return Then::end;
      }
    }
    return Then::go_on;
  }

  Result<void> do_what_is_due() {
    const Clock::time_point now = Clock::now();
    if (auto halved = halve(now); !halved) return halved;
    if (now < next_table_) return {};
    show();
    next_table_ += plan_.interval;
    if (next_table_ < now) next_table_ = now + plan_.interval;
    return {};
  }

  // As often as it is due: the program may have slept. No count survives 64 of them.
  Result<void> halve(Clock::time_point now) {
    const auto time = plan_.half_life.time;
    if (time == 0ms || now < next_halving_) return {};
    const auto due = (now - next_halving_) / time + 1;
    for (auto i = std::min<decltype(due)>(due, 64); i > 0; --i) {
      if (auto halved = fill_.halve(); !halved) return halved;
    }
    next_halving_ += due * time;
    return {};
  }

  void wait() const {
    Clock::time_point until = next_table_;
    if (plan_.half_life.time > 0ms) until = std::min(until, next_halving_);
    const auto pipe = lines_.pipe();
    if (!pipe) until = std::min(until, Clock::now() + kBetweenLooks);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    std::array<pollfd, 2> awaited = {{{signals_.descriptor(), POLLIN, 0}, {pipe.value_or(-1), POLLIN, 0}}};
    static_cast<void>(
        ::poll(awaited.data(), awaited.size(), static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000))));
  }

  TopTable table() const { return table_of(stream_, view_, fill_.fading()); }

  void show() {
    is_shown_ = true;
    if (screen_) {
      draw();
    } else if (TopTable now = table(); now != printed_) {
      begin_table();
      print(now, view_, output_);
      printed_ = std::move(now);
    }
  }

  // Tables of text stand apart.
  void begin_table() {
    if (view_.format == TopView::Format::text && tables_++ > 0) output_.write("\n");
  }

  // As much as fits, below a heading.
  void draw() {
    TopTable shown = table();
    const TerminalSize size = terminal_size(STDOUT_FILENO);
    const std::string heading = shortened(heading_of(shown, lines_.name()), size.columns - 1);
    std::vector<TableRow> lines = {{heading, columns_of(heading)}};
    // The cursor waits in a line of its own.
    const std::size_t room = std::max<std::size_t>(size.rows, 2) - 2;
    if (shown.items.size() > room) shown.items.resize(room);
    const TableStyle style = style_for(TableStyle::Reader::screen, view_.colour);
    for (TableRow& row : rows_of(shown, style)) lines.push_back(std::move(row));
    screen_->draw(std::move(lines));
  }

  void say_remarks() {
    const std::vector<std::string> remarks = lines_.take_remarks();
    if (remarks.empty()) return;
    if (screen_) screen_->erase();
    say(remarks);
    if (screen_ && is_shown_) show();
  }

  sources::FollowedLines& lines_;
  HeavyStream& stream_;
  const FollowPlan& plan_;
  const TopView& view_;
  Output& output_;
  const SignalWatch signals_;
  HeavyFill fill_;
  std::optional<Screen> screen_;
  Clock::time_point next_table_ = Clock::now() + plan_.interval;
  Clock::time_point next_halving_ = Clock::now() + plan_.half_life.time;
  std::optional<TopTable> printed_;  // last, where nothing is drawn
  std::uint64_t tables_ = 0;
  bool is_shown_ = false;  // at least once
};

}  // namespace

Result<Status> follow(sources::FollowedLines& lines, HeavyStream& stream, const FollowPlan& plan,
                      const TopView& view, Output& output) {
  return Follow(lines, stream, plan, view, output).run();
}

}  // namespace peel::cli
