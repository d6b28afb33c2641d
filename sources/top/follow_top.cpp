#include "peel/sources/follow_top.hpp"

#include "sources/top/follow_lines.hpp"
#include "sources/top/heavy_fill.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <poll.h>

namespace peel::sources {

namespace {

using Clock = std::chrono::steady_clock;
using Found = FollowedLines::Found;
using namespace std::chrono_literals;

constexpr auto kBetweenLooks = 200ms;  // at a file, whether it grew

class Follow {
 public:
  Follow(FollowedLines& lines, HeavyStream& stream, const FollowPlan& plan, FollowViewer& viewer)
      : lines_(lines), stream_(stream), plan_(plan), viewer_(viewer), fill_(stream, plan.half_life) {}

  Result<Fading> run() {
    RowBatch batch;
    while (viewer_.goes_on(now())) {
      const auto found = lines_.next(batch);
      if (!found) return failure(found.error());
      if (const auto remarks = lines_.take_remarks(); !remarks.empty()) viewer_.remark(remarks, now());
      if (*found == Found::end) break;
      if (*found == Found::lines) {
        if (auto taken = fill_.take(batch); !taken) return failure(taken.error());
      } else if (plan_.shows_at_once && !is_shown_) {
        show();
      } else {
        wait();
      }
      if (auto done = do_what_is_due(); !done) return failure(done.error());
    }
    return fill_.fading();
  }

 private:
  FollowedTop now() const { return {lines_.name(), stream_, fill_.fading()}; }

  void show() {
    is_shown_ = true;
    viewer_.show(now());
  }

  Result<void> do_what_is_due() {
    const Clock::time_point time = Clock::now();
    if (auto halved = halve(time); !halved) return halved;
    if (time < next_show_) return {};
    show();
    next_show_ += plan_.interval;
    if (next_show_ < time) next_show_ = time + plan_.interval;
    return {};
  }

  // The program may have slept, so that several halvings are due. No count survives 64 of them.
  Result<void> halve(Clock::time_point time) {
    const auto half_life = plan_.half_life.time;
    if (half_life == 0ms || time < next_halving_) return {};
    const auto due = (time - next_halving_) / half_life + 1;
    for (auto i = std::min<decltype(due)>(due, 64); i > 0; --i) {
      if (auto halved = fill_.halve(); !halved) return halved;
    }
    next_halving_ += due * half_life;
    return {};
  }

  void wait() const {
    Clock::time_point until = next_show_;
    if (plan_.half_life.time > 0ms) until = std::min(until, next_halving_);
    const auto pipe = lines_.pipe();
    if (!pipe) until = std::min(until, Clock::now() + kBetweenLooks);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    std::array<pollfd, 2> awaited = {{{viewer_.wakes(), POLLIN, 0}, {pipe.value_or(-1), POLLIN, 0}}};
    static_cast<void>(
        ::poll(awaited.data(), awaited.size(), static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000))));
  }

  FollowedLines& lines_;
  HeavyStream& stream_;
  const FollowPlan& plan_;
  FollowViewer& viewer_;
  HeavyFill fill_;
  Clock::time_point next_show_ = Clock::now() + plan_.interval;
  Clock::time_point next_halving_ = Clock::now() + plan_.half_life.time;
  bool is_shown_ = false;  // at least once
};

}  // namespace

Result<Fading> follow_top(FollowedLines& lines, HeavyStream& stream, const FollowPlan& plan,
                          FollowViewer& viewer) {
  return Follow(lines, stream, plan, viewer).run();
}

Result<Fading> follow_top(const std::string& path, HeavyStream& stream, const FollowPlan& plan,
                          FollowViewer& viewer) {
  auto lines = FollowedLines::open(path);
  if (!lines) return failure(lines.error());
  return follow_top(*lines, stream, plan, viewer);
}

}  // namespace peel::sources
