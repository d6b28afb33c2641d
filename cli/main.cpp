// The peel command.
#include "cli/program.hpp"
#include "cli/verb.hpp"

int main(int argc, char** argv) {
  return peel::cli::run_program(*peel::cli::peel_command(), argc, argv);
}
