// How a verb of the command ends.
#pragma once

namespace peel::cli {

// The exit status, the same for every verb.
enum class Status {
  done = 0,       // same, found, as expected
  different = 1,  // different, not found, not as expected, keys left over
  trouble = 2,    // bad arguments, unreadable or malformed input, failed writes
};

}  // namespace peel::cli
