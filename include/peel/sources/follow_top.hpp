// Watching a log while it grows: its most frequent lines, fields or addresses, shown again and again. Link
// peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/sources/heavy_lines.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace peel::sources {

struct FollowPlan {
  std::chrono::milliseconds interval{1000};  // between two shows
  HalfLife half_life = {};
  bool shows_at_once = false;  // for the first time when all that is there was read
};

// What was counted so far.
struct FollowedTop {
  const std::string& name;  // of the log, as messages call it
  const HeavyStream& stream;
  const Fading& fading;
};

class FollowViewer {
 public:
  virtual ~FollowViewer() = default;

  virtual void show(const FollowedTop& now) = 0;
  // What happened to the file, in words: it was truncated, replaced, is gone.
  virtual void remark(const std::vector<std::string>&, const FollowedTop&) {}
  // Asked between batches of lines and whenever a wait is over. False ends the watching.
  virtual bool goes_on(const FollowedTop&) { return true; }
  // A descriptor that ends a wait when there is something to read from it; -1 for none.
  virtual int wakes() const { return -1; }
};

// Counts lines as tail -F reads them: to the end of the file and then whatever comes, also when it is
// truncated or replaced; "-" is standard input. Ends when a pipe does, or as the viewer says. Fails with `io`
// for a file that cannot be read, and with `limit_exceeded` for a line that is too long.
Result<Fading> follow_top(const std::string& path, HeavyStream& stream, const FollowPlan& plan,
                          FollowViewer& viewer);

}  // namespace peel::sources
