// Options that mean the same, and say so, wherever they are offered.
#pragma once

#include "cli/line_part.hpp"
#include "cli/options/command.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace peel::cli {

// --field, --delimiter and --ip, of verbs that count.
void add_counted_part(Command& verb, LinePartOptions& part);

// --hash and --seed, of verbs that make files.
void add_hashing(Command& verb, std::optional<std::string>& hash, std::optional<std::string>& seed);

// -z, of verbs that print names, lines or keys.
void add_null(Command& verb, bool& null);
// The complaint about -z beside an option whose output is no plain text.
std::string no_null_beside(std::string_view option);

void add_color(Command& verb, std::string& when);
void add_progress(Command& verb, std::string& when);

}  // namespace peel::cli
