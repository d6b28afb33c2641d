// The options that say which keys of a source are meant, the same for building and asking.
#pragma once

#include "cli/filter/row_keys.hpp"
#include "cli/options/command.hpp"

namespace peel::cli {

void add_key_options(Command& verb, KeyOptions& options);

}  // namespace peel::cli
