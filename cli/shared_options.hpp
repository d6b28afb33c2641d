// Options that mean the same, and say so, wherever they are offered.
#pragma once

#include "cli/line_part.hpp"
#include "cli/options/command.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// --field, --delimiter and --ip, of verbs that count.
void add_counted_part(Command& verb, LinePartOptions& part);

// --hash and --seed, of verbs that make files.
void add_hashing(Command& verb, std::optional<std::string>& hash, std::optional<std::string>& seed);

void add_color(Command& verb, std::string& when);
void add_progress(Command& verb, std::string& when);

}  // namespace peel::cli
