// From the words of a command line to the verb that they ask for. The one place that knows CLI11, which reads
// the words; compilers take half a minute for it.
#pragma once

#include "cli/options/command.hpp"

#include <string>

namespace peel::cli {

struct Parsed {
  const Command* verb = nullptr;  // whose options were filled in; the command itself if no verb was given
  std::string page = {};          // to be printed in place of running the verb, if it is not empty
};

// Puts what was typed into the targets of the options. Fails with `invalid_argument` and a sentence that
// names the word that is not accepted.
Result<Parsed> parse(const Command& command, int argc, const char* const* argv);

}  // namespace peel::cli
