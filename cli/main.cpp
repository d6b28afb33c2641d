// The peel command: parses, dispatches to a verb, and turns how it went into an exit status.
#include "cli/help/verb_text.hpp"
#include "cli/output/output.hpp"
#include "cli/output/printable.hpp"
#include "cli/parser.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace peel::cli {
namespace {

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

std::string options_and_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options_of(app)) names.push_back(option->get_name());
  names.push_back("the verbs " + in_a_row(verb_names(app)));
  return in_a_row(names);
}

// All names of the option that the parser complains of because it came twice; empty if that is not it.
std::string given_too_often(const CLI::App& verb, const std::string& complaint) {
  const std::size_t end = complaint.find(": At Most 1 required but received ");
  if (end == std::string::npos) return {};
  const CLI::Option* const option = verb.get_option_no_throw(complaint.substr(0, end));
  return option == nullptr ? complaint.substr(0, end) : option->get_name(false, true);
}

// Help, version and pages are results; everything else that ends parsing is a mistake in the arguments.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& reason, Output& output) {
  if (reason.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
    if (app.get_subcommands().empty() && !app.remaining().empty()) {
      const std::string first = app.remaining().front();
      return complain(first + (first.starts_with('-')
                                   ? " is no option of peel; accepted are " + options_and_verbs(app)
                                   : " is not a verb; accepted are " + in_a_row(verb_names(app))));
    }
    std::string verb;
    const CLI::App* last = &app;
    for (auto given = app.get_subcommands(); !given.empty(); given = last->get_subcommands()) {
      last = given.front();
      verb += " " + last->get_name();
    }
    if (!verbs_of(*last).empty() && !last->remaining().empty() &&
        !last->remaining().front().starts_with('-')) {
      return complain(last->remaining().front() + " is not a verb of peel" + verb + "; accepted are " +
                      in_a_row(verb_names(*last)));
    }
    if (const std::string names = given_too_often(*last, reason.what()); !names.empty())
      return complain(names + " is given more than once; accepted is once");
    return complain(std::string(reason.what()) + "; peel" + verb + " --help shows what is accepted");
  }
  const bool is_help = dynamic_cast<const CLI::CallForHelp*>(&reason) != nullptr;
  const std::string page = is_help ? app.help() : reason.what();
  output.write(page.ends_with('\n') ? page : page + "\n");
  output.finish();
  return static_cast<int>(Status::done);
}

int run(int argc, char** argv) {
  Output output(stdout);
  Verb chosen;
  const auto app = make_parser(chosen);
  try {
    app->parse(argc, argv);
  } catch (const CLI::ParseError& reason) {
    return end_of_parsing(*app, reason, output);
  }
  if (!chosen) return complain("no verb given; accepted are " + in_a_row(verb_names(*app)));
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
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write, which gets a sentence
    return run(argc, argv);
  } catch (const ReaderWentAway&) {
    return static_cast<int>(Status::trouble);
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& reason) {
    return complain(reason.what());
  }
}
