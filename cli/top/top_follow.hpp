// peel top -f: counts lines while they come, and shows the table again and again.
#pragma once

#include "peel/core/result.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/sources/follow_top.hpp"

#include "cli/output/output.hpp"
#include "cli/status.hpp"
#include "cli/top/top_plan.hpp"

#include <string>

namespace peel::cli {

// On a terminal the table is drawn in place; elsewhere one follows the other, if anything has changed. Ends
// when a pipe does, and on SIGINT, SIGTERM and SIGHUP, with the last table and its status. Fails as
// sources::follow_top does.
Result<Status> follow(const std::string& path, HeavyStream& stream, sources::FollowPlan plan,
                      const TopView& view, Output& output);

}  // namespace peel::cli
