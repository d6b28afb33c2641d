// follow_top for lines that are open already: opening a named pipe waits for its writer, and who watches
// signals does so afterwards.
#pragma once

#include "peel/sources/follow_top.hpp"

#include "sources/followed_lines.hpp"

namespace peel::sources {

Result<Fading> follow_top(FollowedLines& lines, HeavyStream& stream, const FollowPlan& plan,
                          FollowViewer& viewer);

}  // namespace peel::sources
