#include "cli/program.hpp"

#include "cli/options/parse.hpp"
#include "cli/output/output.hpp"
#include "cli/output/printable.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>

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

// Only the command knows which option allowed the time.
std::string in_words(const Error& error) {
  return error.code() == ErrorCode::timed_out ? error.sentence() + "; give it more time with --timeout"
                                              : error.sentence();
}

int print(const std::string& page, Output& output) {
  output.write(page.ends_with('\n') ? page : page + "\n");
  output.finish();
  return static_cast<int>(Status::done);
}

int parse_and_run(const Command& command, int argc, const char* const* argv) {
  Output output(stdout);
  const auto parsed = parse(command, argc, argv);
  if (!parsed) return complain(parsed.error().sentence());
  if (!parsed->page.empty()) return print(parsed->page, output);
  if (!parsed->verb->run) return complain("no verb given; accepted are " + in_a_row(command.verb_names()));
  const auto status = parsed->verb->run(output);
  output.release();
  if (!status) return complain(in_words(status.error()));
  output.finish();
  return static_cast<int>(*status);
}

}  // namespace

int run_program(const Command& command, int argc, const char* const* argv) {
  try {
    hold_standard_descriptors();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write, which gets a sentence
    return parse_and_run(command, argc, argv);
  } catch (const ReaderWentAway&) {
    return static_cast<int>(Status::trouble);
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& reason) {
    return complain(reason.what());
  }
}

}  // namespace peel::cli
