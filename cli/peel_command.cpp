// The command itself: its verbs, and what it says of itself.
#include "cli/help/bash_completion.hpp"
#include "cli/help/fish_completion.hpp"
#include "cli/help/man_page.hpp"
#include "cli/help/zsh_completion.hpp"
#include "cli/verb.hpp"

#include <string>

namespace peel::cli {

namespace {

constexpr const char* kSummary =
    "Small summaries of large keyed data that can be turned back into the data that matters";

// "See also" is last in the manual.
constexpr const char* kMoreAboutPeel = R"(Examples:
  peel diff old.txt new.txt                  lines that differ, in whatever order they come
  peel diff --key id old.csv new.csv         rows by key: removed, added, changed
  peel diff backup/ home/                    folders: removed, added, changed, moved
  peel diff --format html a b -o r.html      a page to look at, search and sort
  peel sync --apply good.txt copy.txt        make copy.txt equal good.txt, and prove it
  peel sketch --key id data.csv -o day.peel  a small file that stands for data.csv
  peel diff day.peel data.csv                what changed since then
  peel count --ip -n 10 access.log           the ten most frequent addresses of a log
  peel top -f --ip access.log                the most frequent ones, while lines come
  peel filter query bad.peel access.log      lines of a log that are in a set, like grep
  peel inspect day.peel                      what is inside a file that peel wrote
  peel plan iblt --items 1000                how big a table must be, and how safe it is
  peel lab                                   recompute the numbers of the papers

The result goes to standard output and nothing else does; messages go to
standard error. peel VERB --help says more about a verb, with examples, and
peel help about what several have in common: sources, keys, formats and more.

Exit status:
  0  done: same, found, as expected
  1  different, not found, not as expected, keys left over
  2  trouble: bad arguments, unreadable or malformed input, failed writes

Environment:
  NO_COLOR  if it is set and not empty, --color auto means never
  TMPDIR    folder for temporary files: rows beyond --memory, and what comes
            through a pipe and is read twice; /tmp if it is not set

See also:
  diff(1), comm(1), sort(1), uniq(1), grep(1)
)";

constexpr const char* kVersion = "peel " PEEL_VERSION;

Result<std::string> completion_for(const std::string& shell, const Command& peel) {
  if (shell == "bash") return bash_completion(peel);
  if (shell == "zsh") return zsh_completion(peel);
  if (shell == "fish") return fish_completion(peel);
  return failure(ErrorCode::invalid_argument, "--completion " + shell + ": accepted are bash, zsh and fish");
}

void add_pages(Command& peel) {
  const auto page = [](auto make) { return Option::Page(make); };
  peel.add({"--version", page([](const std::string&) { return kVersion; }), "Print the version and exit"});
  peel.add({"--man", page([&peel](const std::string&) { return man_page(peel, kVersion); }),
            "Print the manual page peel(1) in roff and exit"});
  peel.add({"--completion", page([&peel](const std::string& shell) { return completion_for(shell, peel); }),
            "Print the script that completes words of peel in this shell and exit", "bash|zsh|fish"});
}

}  // namespace

std::unique_ptr<Command> peel_command() {
  auto peel = std::make_unique<Command>("peel", kSummary);
  peel->more = kMoreAboutPeel;
  add_pages(*peel);
  add_diff(*peel);
  add_sync(*peel);
  add_sketch(*peel);
  add_serve(*peel);
  add_count(*peel);
  add_top(*peel);
  add_filter(*peel);
  add_merge(*peel);
  add_subtract(*peel);
  add_inspect(*peel);
  add_plan(*peel);
  add_lab(*peel);
  add_help(*peel);
  return peel;
}

}  // namespace peel::cli
