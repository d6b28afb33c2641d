#include "cli/shared_options.hpp"

#include <fmt/format.h>

namespace peel::cli {

void add_counted_part(Command& verb, LinePartOptions& part) {
  verb.add({"--field", part.field, "Count this field of each line, from 1, as awk and cut do", "N"});
  verb.add({"--delimiter", part.delimiter, "Between fields; without, blanks and tabs", "CHAR"});
  verb.add({"--ip", part.ip, "Count the first IPv4 or IPv6 address of each line, or of its field"});
}

void add_hashing(Command& verb, std::optional<std::string>& hash, std::optional<std::string>& seed) {
  verb.add({"--hash", hash, "Family of hash functions (default fast)", "fast|siphash"});
  verb.add({"--seed", seed, "Seed of the hash functions; files combine if theirs agree", "N"});
}

void add_null(Command& verb, bool& null) {
  verb.add({"-z,--null", null, "For programs: end each record with NUL, and quote nothing"});
}

std::string no_null_beside(std::string_view option) {
  return fmt::format("-z is for plain text, and {} is not; leave one of them out", option);
}

void add_color(Command& verb, std::string& when) {
  verb.add({"--color", when, "Colours; auto: on a terminal (default auto)", "auto|always|never"});
}

void add_progress(Command& verb, std::string& when) {
  verb.add({"--progress", when, "A bar on standard error; auto: on a terminal (default auto)",
            "auto|always|never"});
}

}  // namespace peel::cli
