// The options of peel count, as typed and as understood.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/count_file.hpp"

#include "cli/count/count_report.hpp"
#include "cli/line_part.hpp"
#include "cli/options/command.hpp"
#include "cli/progress.hpp"

#include <optional>
#include <string>

namespace peel::cli {

struct CountOptions {
  std::string file = "-";
  LinePartOptions part = {};
  std::optional<std::string> key_bytes = {};
  std::optional<std::string> capacity = {};
  std::optional<std::string> memory = {};
  std::optional<std::string> variant = {};
  std::optional<std::string> hash = {};
  std::optional<std::string> seed = {};
  std::optional<std::string> save = {};
  std::optional<std::string> like = {};
  std::optional<std::string> by = {};
  std::optional<std::string> first = {};
  bool json = false;
  bool null = false;
  std::string progress = "auto";

  // The first that was given of those that say what and how to count; null if none was.
  const char* first_of_counting() const;
  // The first that was given of those that say how to print; null if none was.
  const char* first_of_printing() const;
};

void add_count_options(Command& verb, CountOptions& options);

// All fail with `invalid_argument`, and say what is accepted.
Result<sources::CountRequest> request_of(const CountOptions& options);
Result<CountView> view_of(const CountOptions& options);

}  // namespace peel::cli
