// peel top -f: counts lines while they come, and shows the table again and again.
#pragma once

#include "peel/core/result.hpp"
#include "peel/frequency/heavy_stream.hpp"

#include "cli/output/output.hpp"
#include "cli/status.hpp"
#include "cli/top/top_plan.hpp"
#include "sources/followed_lines.hpp"

#include <chrono>

namespace peel::cli {

struct FollowPlan {
  std::chrono::milliseconds interval{1000};
  HalfLife half_life = {};
};

// On a terminal the table is drawn in place; elsewhere one follows the other, if anything has changed. Ends
// when a pipe does, and on SIGINT, SIGTERM and SIGHUP, with the last table and its status. Fails as
// FollowedLines::next does.
Result<Status> follow(sources::FollowedLines& lines, HeavyStream& stream, const FollowPlan& plan,
                      const TopView& view, Output& output);

}  // namespace peel::cli
