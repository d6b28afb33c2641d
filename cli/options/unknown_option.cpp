#include "cli/options/unknown_option.hpp"

#include "cli/nearest_word.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace peel::cli {

namespace {

// Options of rsync, diff, git and sort, and what holds in peel. There is a space around each option and verb.
struct KnownElsewhere {
  std::string_view options;
  std::string_view verbs;
  std::string_view answer;
};

constexpr std::array kElsewhere = {
    KnownElsewhere{" -n --dry-run --just-print ", " sync ",
                   "peel sync changes nothing unless --apply is given"},
    KnownElsewhere{" -n --dry-run ", " diff ", "peel diff never changes anything"},
    KnownElsewhere{" -f --force -y --yes --write ", " sync ", "--apply makes the changes"},
    KnownElsewhere{" --delete --del --delete-before --delete-during --delete-after ", " sync ",
                   "peel sync always removes what only RIGHT has; --max-delete limits how much"},
    KnownElsewhere{" -a --archive -l --links -p --perms -t --times ", " sync ",
                   "contents, modes, times and links of folders are always made the same"},
    KnownElsewhere{" -c ", " sync ", "contents of files count unless --no-checksum is given"},
    KnownElsewhere{" -r -R --recursive ", " diff sync sketch ",
                   "folders are always read with all that is in them"},
    KnownElsewhere{" -x ", " diff sync sketch ", "--exclude leaves out what matches"},
    KnownElsewhere{" -s --brief --exit-code ", " diff ",
                   "the exit status always tells, and --quiet prints nothing else"},
    KnownElsewhere{" -u -U -C -c --unified --context ", " diff ",
                   "rows have no order, so that none are shown around a change"},
    KnownElsewhere{" -y --side-by-side ", " diff ", "--format html makes a page to look at"},
    KnownElsewhere{" -i --ignore-case -w --ignore-all-space -b --ignore-space-change ", " diff ",
                   "values are compared byte by byte; --columns and --ignore choose what is compared"},
    KnownElsewhere{" -v --verbose ", " diff ", "--stat also says how it was done"},
    KnownElsewhere{" -k --primary-key --id ", " diff sync sketch ",
                   "--key names the columns that tell rows apart"},
    KnownElsewhere{" -d -t -F --sep --separator --field-separator ", " diff sync sketch ",
                   "--delimiter says what stands between fields"},
};

bool has_word(std::string_view words, std::string_view word) {
  return words.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

std::vector<std::string> long_names(const Command& verb) {
  std::vector<std::string> names;
  for (const Option* const option : verb.options()) names.push_back(option->longest_name().substr(2));
  return names;
}

bool has_option(const Command& verb, const std::string& name) {
  return std::ranges::any_of(verb.options(), [&name](const Option* option) {
    const auto names = option->each_name();
    return std::ranges::find(names, name) != names.end();
  });
}

// The verbs that have the option, by their full names.
void find_verbs_with(const Command& command, const std::string& name, std::vector<std::string>& verbs) {
  for (const auto& verb : command.verbs()) {
    if (has_option(*verb, name)) verbs.push_back(verb->full_name());
    find_verbs_with(*verb, name, verbs);
  }
}

}  // namespace

std::string unknown_option(const Command& command, const Command& verb, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::string complaint = name + " is no option of " + verb.full_name();
  for (const KnownElsewhere& known : kElsewhere) {
    if (has_word(known.options, name) && has_word(known.verbs, verb.name()))
      return complaint + ": " + std::string(known.answer);
  }
  if (name.starts_with("--")) {
    if (const auto meant = nearest_word(name.substr(2), long_names(verb)))
      return complaint + "; did you mean --" + *meant + "?";
  }
  std::vector<std::string> others;
  find_verbs_with(command, name, others);
  if (name.starts_with("--") && !others.empty()) return complaint + ", but of " + in_a_row(others);
  return complaint + "; " + verb.full_name() + " --help shows what is accepted";
}

}  // namespace peel::cli
