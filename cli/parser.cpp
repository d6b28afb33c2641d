#include "cli/parser.hpp"

#include "cli/help/bash_completion.hpp"
#include "cli/help/fish_completion.hpp"
#include "cli/help/help_formatter.hpp"
#include "cli/help/man_page.hpp"
#include "cli/help/zsh_completion.hpp"

#include <string>

namespace peel::cli {

namespace {

constexpr const char* kSummary =
    "Small summaries of large keyed data that can be turned back into the data that matters";

// As cli/help/verb_text.hpp explains; "See also" is last in the manual.
constexpr const char* kMore = R"(Examples:
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

void add_pages(CLI::App& app) {
  app.set_version_flag("--version", "peel " PEEL_VERSION, "Print the version and exit");
  app.add_flag_callback(
      "--man", [&app] { throw CLI::Success(man_page(app), CLI::ExitCodes::Success); },
      "Print the manual page peel(1) in roff and exit");
  app.add_option_function<std::string>(
         "--completion",
         [&app](const std::string& shell) {
           const auto script = shell == "bash"   ? bash_completion
                               : shell == "zsh"  ? zsh_completion
                               : shell == "fish" ? fish_completion
                                                 : nullptr;
           if (script == nullptr)
             throw CLI::ValidationError("--completion " + shell, "accepted are bash, zsh and fish");
           throw CLI::Success(script(app), CLI::ExitCodes::Success);
         },
         "Print the script that completes words of peel in this shell and exit")
      ->type_name("bash|zsh|fish");
}

}  // namespace

std::unique_ptr<CLI::App> make_parser(Verb& chosen) {
  auto app = std::make_unique<CLI::App>(kSummary, "peel");
  app->formatter(std::make_shared<HelpFormatter>());  // verbs that are added from here on
  app->group("Verbs");                                // inherit both
  app->footer(kMore);
  app->require_subcommand(0, 1);  // that there is one is said elsewhere, in better words
  add_pages(*app);
  add_diff(*app, chosen);
  add_sync(*app, chosen);
  add_sketch(*app, chosen);
  add_count(*app, chosen);
  add_top(*app, chosen);
  add_filter(*app, chosen);
  add_merge(*app, chosen);
  add_subtract(*app, chosen);
  add_inspect(*app, chosen);
  add_plan(*app, chosen);
  add_lab(*app, chosen);
  add_help(*app, chosen);
  return app;
}

}  // namespace peel::cli
