// peel lab [EXPERIMENT...]: recomputes numbers of the papers. The work is that of a program of its own,
// peel-lab, which takes longer to build than all the rest: the command starts it with the same words.
#include "cli/lab_options.hpp"
#include "cli/shared_options.hpp"
#include "cli/verb.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutLab = R"(Examples:
  peel lab                               all experiments, and a report in lab-report/
  peel lab --list                        which experiments there are, and what they cost
  peel lab goodrich-mitzenmacher         those of one paper
  peel lab figure-1 --plot               a figure, drawn with characters
  peel lab table-1 figure-1 --trials 50 --json
  peel lab --trials paper --out full     as many trials as the papers made: hours

Each number is printed beside the paper's and judged: reproduces, erratum,
differs or note. The exit status is 1 if one of them is not as it is known to be.

A run of all experiments writes a report: lab-report/index.html, report.md,
report.json and plots/. --out DIR puts it elsewhere, and asks for one of some
experiments; --no-report for none. It needs gnuplot.

While a report or --trials paper is under way, results are kept in the file
checkpoint of that folder, unless --no-report is given. The same command goes on from there when the run was
cut off. Neither that nor --threads changes a number.
)";

constexpr const char* kProgram = "peel-lab";

// The program lies beside the command, or where the shell would find it.
std::string path_of_program() {
  std::error_code unknown;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", unknown).replace_filename(kProgram);
  return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : std::string(kProgram);
}

// Returns only if the program cannot be started.
Error start_program(std::vector<std::string> words) {
  words.insert(words.begin(), path_of_program());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execvp(argv.front(), argv.data());
  const int reason = errno;
  if (reason == ENOENT) {
    return {
        ErrorCode::io,
        "peel lab needs the program peel-lab, which is neither beside peel nor on PATH; make lab builds it "
        "in the source tree, and make install installs it"};
  }
  return {ErrorCode::io, "cannot start " + words.front() + ": " + std::strerror(reason)};
}

}  // namespace

Command& add_lab_verb(Command& peel, LabOptions& options) {
  Command& verb = peel.add_verb("lab", "Recompute the numbers of the papers");
  verb.more = kMoreAboutLab;
  verb.add({"EXPERIMENT", options.experiments, "Names, or how names begin; all if none is given"});
  verb.add({"--list", options.list, "Only say which experiments there are"});
  verb.add({"--trials", options.trials,
            "Trials of each random experiment, at least 10; paper: as many as the papers made", "N|paper"});
  verb.add({"--seed", options.seed, "Where randomness starts: the same seed, the same numbers", "N"});
  verb.add({"--threads", options.threads, "Threads (default: one for each core)", "N"});
  verb.add({"--out", options.out, "Folder of the report (default lab-report, if all are run)", "DIR"});
  verb.add({"--no-report", options.no_report, "Write no report"});
  verb.add({"--fresh", options.fresh, "Do not go on from a run that was cut off"});
  verb.add({"--plot", options.plot, "Draw each experiment's plots with characters"});
  verb.add({"--json", options.json, "One object for each number, then a summary"});
  add_progress(verb, options.progress);
  return verb;
}

void add_lab(Command& peel) {
  const auto options = std::make_shared<LabOptions>();
  Command& verb = add_lab_verb(peel, *options);
  verb.run = [options, &verb](Output&) -> Result<Status> {
    return failure(start_program(verb.typed_words()));
  };
}

}  // namespace peel::cli
