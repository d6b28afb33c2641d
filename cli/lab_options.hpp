// The options of peel lab. The command knows these options, for help, manual and completion, and the program
// peel-lab reads them again.
#pragma once

#include "cli/options/command.hpp"

#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

// Numbers as they were typed: a sentence of ours refuses what is not accepted.
struct LabOptions {
  std::vector<std::string> experiments;
  std::optional<std::string> trials;
  std::optional<std::string> seed;
  std::optional<std::string> threads;
  std::optional<std::string> out;
  std::string progress = "auto";
  bool no_report = false;
  bool fresh = false;
  bool list = false;
  bool plot = false;
  bool json = false;
};

// The verb without what it runs.
Command& add_lab_verb(Command& peel, LabOptions& options);

}  // namespace peel::cli
