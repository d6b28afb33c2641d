// How a source is read, as the settings of a message: docs/protocol.md, "open".
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/reading.hpp"

#include <string>
#include <utility>
#include <vector>

namespace peel::sources {

using Settings = std::vector<std::pair<std::string, std::string>>;

Settings settings_of(const Reading& reading);
// Fails with `unsupported` for a setting that is not known here, and with `malformed` for a value that no
// reading has.
Result<Reading> reading_of(const Settings& settings);

}  // namespace peel::sources
