// The options of peel diff, as typed and as understood.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/reconcile.hpp"

#include "cli/options/command.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/progress.hpp"
#include "cli/source_options.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

struct DiffOptions {
  std::string left;
  std::string right;
  SourceOptions source;
  std::optional<std::string> format;
  std::optional<std::string> out;
  bool json = false;
  bool null = false;
  bool quiet = false;
  bool stat = false;
  std::optional<std::string> limit;
  std::optional<std::string> memory;
  std::optional<std::string> method;
  std::string colour = "auto";
  std::string progress = "auto";
};

void add_diff_options(Command& verb, DiffOptions& options);

struct DiffChoices {
  DiffFormat format = DiffFormat::text;
  TextStyle style;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  reconcile::Options comparison;
  std::shared_ptr<reconcile::Spill> spill;  // that the comparison uses
  ProgressMode progress = ProgressMode::automatic;

  // The result is one file that changes a database, not a list of changes.
  bool is_patch() const { return format == DiffFormat::sql || format == DiffFormat::changeset; }
};

// Fails with `invalid_argument` for options that cannot be.
Result<DiffChoices> choices_of(const DiffOptions& options);

// Fails with `unsupported` where -z is given for rows that have cells: nothing would stand between those.
Result<void> check_line_end(TextStyle style, const Terms& terms);

}  // namespace peel::cli
