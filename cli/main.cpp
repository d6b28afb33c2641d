// The peel command: parses, dispatches to a verb, and turns how it went into an exit status.
#include "cli/output/output.hpp"
#include "cli/output/printable.hpp"
#include "cli/verb.hpp"

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>

namespace peel::cli {
namespace {

constexpr const char* kAbout = R"(Examples:
  peel inspect table.peel          what is inside a file that peel wrote
  peel inspect - < table.peel      the same, from standard input
  peel plan iblt --items 1000      how big a table must be, and how safe it is
  peel lab                         recompute the numbers of the papers
  peel lab --list                  which numbers
  peel lab table-1                 some of them

peel turns large keyed data into small summaries that can be turned back into
the data that matters. Exit status: 0 done, 1 different or not as expected,
2 trouble. peel VERB --help says more about a verb.
)";

// A standard descriptor that is closed would be given to the next file that is opened, which would then be
// read as standard input or written to as standard output. What takes its place here refuses both.
void hold_standard_descriptors() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    static_cast<void>(::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

int complain(std::string_view sentence) {
  std::fprintf(stderr, "peel: %s\n", printable(sentence).c_str());
  return static_cast<int>(Status::trouble);
}

// "a, b and c", for sentences that say what is accepted.
std::string verbs_of(const CLI::App& app) {
  const auto verbs = app.get_subcommands({});
  std::string names;
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (i > 0) names += i + 1 == verbs.size() ? " and " : ", ";
    names += verbs[i]->get_name();
  }
  return names;
}

// Help and version are results; everything else that ends parsing is a mistake in the arguments.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& reason, Output& output) {
  if (reason.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
    if (app.get_subcommands().empty() && !app.remaining().empty()) {
      const std::string first = app.remaining().front();
      const bool is_option = first.starts_with('-');
      return complain(first +
                      (is_option ? " is no option of peel; accepted are --help, --version and the verbs "
                                 : " is not a verb; accepted are ") +
                      verbs_of(app));
    }
    std::string verb;
    for (auto given = app.get_subcommands(); !given.empty(); given = given.front()->get_subcommands()) {
      verb += " " + given.front()->get_name();
    }
    return complain(std::string(reason.what()) + "; peel" + verb + " --help shows what is accepted");
  }
  const bool is_version = dynamic_cast<const CLI::CallForVersion*>(&reason) != nullptr;
  output.write(is_version ? std::string(reason.what()) + "\n" : app.help());
  output.finish();
  return static_cast<int>(Status::done);
}

int run(int argc, char** argv) {
  Output output(stdout);
  Verb chosen;
  CLI::App app(kAbout, "peel");
  app.set_version_flag("--version", "peel " PEEL_VERSION, "Print the version and exit");
  app.require_subcommand(0, 1);  // that there is one is said below, in better words
  app.get_formatter()->column_width(28);
  add_diff(app, chosen);
  add_sketch(app, chosen);
  add_merge(app, chosen);
  add_subtract(app, chosen);
  add_inspect(app, chosen);
  add_plan(app, chosen);
  add_lab(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& reason) {
    return end_of_parsing(app, reason, output);
  }
  if (!chosen) return complain("no verb given; accepted are " + verbs_of(app));
  const auto status = chosen(output);
  if (!status) return complain(status.error().sentence());
  output.finish();
  return static_cast<int>(*status);
}

}  // namespace
}  // namespace peel::cli

int main(int argc, char** argv) {
  using namespace peel::cli;
  try {
    hold_standard_descriptors();
    return run(argc, argv);
  } catch (const ReaderWentAway&) {
    return static_cast<int>(Status::trouble);
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& reason) {
    return complain(reason.what());
  }
}
