// peel-lab, the program that peel lab starts.
#include "cli/lab/lab_run.hpp"
#include "cli/program.hpp"

#include <vector>

int main(int argc, char** argv) {
  using namespace peel::cli;
  Command peel("peel", "");
  LabOptions options;
  add_lab_verb(peel, options).run = [&options](Output& output) { return run_lab(options, output); };
  std::vector<const char*> words{"peel", "lab"};
  words.insert(words.end(), argv + 1, argv + argc);
  return run_program(peel, static_cast<int>(words.size()), words.data());
}
