#include "cli/top/top_follow.hpp"

#include "cli/notes.hpp"
#include "cli/output/columns.hpp"
#include "cli/terminal.hpp"
#include "cli/top/screen.hpp"
#include "cli/top/signal_watch.hpp"
#include "cli/top/top_report.hpp"
#include "sources/top/follow_lines.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <optional>
#include <unistd.h>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

using sources::FollowedTop;

class TopViewer final : public sources::FollowViewer {
 public:
  TopViewer(const TopView& view, Output& output)
      : view_(view), output_(output), signals_{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH} {
    if (view.format == TopView::Format::text && can_redraw(STDOUT_FILENO)) screen_.emplace(output);
  }

  bool has_screen() const { return screen_.has_value(); }

  void show(const FollowedTop& now) override {
    is_shown_ = true;
    if (screen_) {
      draw(now);
    } else if (TopTable table = table_at(now); table != printed_) {
      begin_table();
      print(table, view_, output_);
      printed_ = std::move(table);
    }
  }

  void remark(const std::vector<std::string>& remarks, const FollowedTop& now) override {
    if (screen_) screen_->erase();
    say_notes(remarks);
    if (screen_ && is_shown_) show(now);
  }

  bool goes_on(const FollowedTop& now) override {
    while (const auto signal = signals_.take()) {
      if (*signal == SIGWINCH) {
        if (screen_ && is_shown_) show(now);
      } else if (*signal == SIGTSTP) {
        if (screen_) screen_->leave();
        ::raise(SIGSTOP);
      } else if (*signal == SIGQUIT) {
        if (screen_) screen_->leave();
        signals_.let_through(SIGQUIT);
      } else {
        return false;
      }
    }
    return true;
  }

  int wakes() const override { return signals_.descriptor(); }

  // The last table, all of it, also where not all fitted.
  Status end(const FollowedTop& now) {
    if (screen_) {
      screen_->erase();
      screen_->leave();
    } else {
      begin_table();
    }
    return report(table_at(now), now.name, view_, output_);
  }

 private:
  TopTable table_at(const FollowedTop& now) const { return table_of(now.stream, view_, now.fading); }

  // Tables of text stand apart.
  void begin_table() {
    if (view_.format == TopView::Format::text && tables_++ > 0) output_.write("\n");
  }

  // Draws as much as fits, below a heading.
  void draw(const FollowedTop& now) {
    TopTable shown = table_at(now);
    const TerminalSize size = terminal_size(STDOUT_FILENO);
    const std::string heading = shortened(heading_of(shown, now.name), size.columns - 1);
    std::vector<TableRow> lines = {{heading, columns_of(heading)}};
    // The cursor waits in a line of its own.
    const std::size_t room = std::max<std::size_t>(size.rows, 2) - 2;
    if (shown.items.size() > room) shown.items.resize(room);
    const TableStyle style = style_for(TableStyle::Reader::screen, view_.colour);
    for (TableRow& row : rows_of(shown, style)) lines.push_back(std::move(row));
    screen_->draw(std::move(lines));
  }

  const TopView& view_;
  Output& output_;
  const SignalWatch signals_;
  std::optional<Screen> screen_;
  std::optional<TopTable> printed_;  // last, where nothing is drawn
  std::uint64_t tables_ = 0;
  bool is_shown_ = false;  // at least once
};

}  // namespace

Result<Status> follow(const std::string& path, HeavyStream& stream, sources::FollowPlan plan,
                      const TopView& view, Output& output) {
  auto lines = sources::FollowedLines::open(path);
  if (!lines) return failure(lines.error());
  TopViewer viewer(view, output);
  plan.shows_at_once = viewer.has_screen();
  const auto fading = sources::follow_top(*lines, stream, plan, viewer);
  if (!fading) return failure(fading.error());
  return viewer.end({lines->name(), stream, *fading});
}

}  // namespace peel::cli
