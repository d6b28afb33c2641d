// peel serve --stdio: answers for the sources of this machine, to a peel on another one.
#include "peel/sources/far.hpp"

#include "cli/verb.hpp"

#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutServe = R"(Examples:
  peel serve --stdio                         what peel diff ssh://host/data/a.csv b.csv starts on host
  peel serve --stdio --root /srv/data        paths begin in this folder and stay in it
  peel serve --stdio /srv/data/a.csv         this source, whatever is asked for
  peel serve --stdio --allow-write           what peel sync starts where RIGHT is far

Nobody has to type this: peel starts it through ssh where a source is ssh://HOST/...
It speaks the protocol of peel on standard input and output, opens what it is asked
for, and sends what differs. It only reads, unless --allow-write is given: then a sync
may change what it has opened, all or nothing. What it may read or write is what the
user may who runs it. As a forced command of a key in authorized_keys, --root or a
SOURCE narrows that down; see docs/howto/compare-over-ssh.md.

A relative path begins in the home folder of the user.
)";

struct ServeVerbOptions {
  bool stdio = false;
  std::optional<std::string> source;
  std::optional<std::string> root;
  bool allow_write = false;
};

Result<Status> run_serve(const ServeVerbOptions& options) {
  if (!options.stdio) {
    return failure(ErrorCode::invalid_argument,
                   "peel serve needs --stdio: it speaks to the program that started it, and to no network");
  }
  if (options.source && options.root) {
    return failure(
        ErrorCode::invalid_argument,
        "--root is for sources that somebody else names, and SOURCE is named here; give one of them");
  }
  // A peer that goes away in the middle is an error of writing, and no signal.
  std::signal(SIGPIPE, SIG_IGN);
  if (!options.source && !options.root) {
    const char* const home = std::getenv("HOME");
    if (home != nullptr && *home != '\0' && ::chdir(home) != 0)
      return failure(ErrorCode::io, std::string("cannot enter the home folder ") + home);
  }
  reconcile::Watch watch;
  const auto access = options.allow_write ? sources::FarAccess::write : sources::FarAccess::read;
  const auto served =
      sources::serve(STDIN_FILENO, STDOUT_FILENO, {options.source, options.root, access}, watch);
  // Whoever asked has heard why, and says it.
  return served ? Status::done : Status::trouble;
}

}  // namespace

void add_serve(Command& peel) {
  const auto options = std::make_shared<ServeVerbOptions>();
  Command& verb = peel.add_verb("serve", "Answer for the sources of this machine, to a peel on another one");
  verb.more = kMoreAboutServe;
  verb.add({"SOURCE", options->source, "The only source that is opened; without, any that is asked for"});
  verb.add({"--stdio", options->stdio, "Speak on standard input and output"});
  verb.add({"--root", options->root, "Paths begin in this folder, and none leads out of it", "DIR"});
  verb.add({"--allow-write", options->allow_write, "Let a sync change what it has opened"});
  verb.run = [options](Output&) { return run_serve(*options); };
}

}  // namespace peel::cli
