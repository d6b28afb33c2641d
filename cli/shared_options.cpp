#include "cli/shared_options.hpp"

namespace peel::cli {

void add_counted_part(CLI::App& verb, LinePartOptions& part) {
  verb.add_option("--field", part.field, "Count this field of each line, from 1, as awk and cut do")
      ->type_name("N");
  verb.add_option("--delimiter", part.delimiter, "Between fields; without, blanks and tabs")
      ->type_name("CHAR");
  verb.add_flag("--ip", part.ip, "Count the first IPv4 or IPv6 address of each line, or of its field");
}

void add_hashing(CLI::App& verb, std::optional<std::string>& hash, std::optional<std::string>& seed) {
  verb.add_option("--hash", hash, "Family of hash functions (default fast)")->type_name("fast|siphash");
  verb.add_option("--seed", seed, "Of the hash functions; files combine if theirs agree")->type_name("N");
}

void add_color(CLI::App& verb, std::string& when) {
  verb.add_option("--color", when, "Colours; auto: on a terminal (default auto)")
      ->type_name("auto|always|never");
}

void add_progress(CLI::App& verb, std::string& when) {
  verb.add_option("--progress", when, "A bar on standard error; auto: on a terminal (default auto)")
      ->type_name("auto|always|never");
}

}  // namespace peel::cli
