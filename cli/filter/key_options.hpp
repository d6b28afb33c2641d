// The options that say which keys of a source are meant, the same for building and asking.
#pragma once

#include "cli/filter/row_keys.hpp"

namespace CLI {
class App;
}

namespace peel::cli {

void add_key_options(CLI::App& verb, KeyOptions& options);

}  // namespace peel::cli
