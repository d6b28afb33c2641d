// Another program as a function: text in, text out. No shell, no files.
#pragma once

#include "peel/core/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace peel::plot {

struct ChildOutput {
  std::string output;
  std::string complaints;  // what it wrote to standard error
  bool succeeded;          // exit status 0
};

// Runs a program, found by PATH, with the C locale and an otherwise empty environment, and waits for its end.
// Fails with `io` if it cannot be started, and says so.
Result<ChildOutput> run_child(const std::vector<std::string>& command, std::string_view input);

}  // namespace peel::plot
