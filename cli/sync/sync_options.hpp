// The options of peel sync, as typed and as understood.
#pragma once

#include "peel/core/result.hpp"

#include "cli/options/command.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/progress.hpp"
#include "cli/source_options.hpp"
#include "cli/sync/delete_limit.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace peel::cli {

struct SyncOptions {
  std::string left;
  std::string right;
  SourceOptions source;
  bool apply = false;
  std::optional<std::string> max_delete;
  bool json = false;
  bool null = false;
  bool quiet = false;
  std::optional<std::string> limit;
  std::optional<std::string> memory;
  std::string colour = "auto";
  std::string progress = "auto";
};

struct SyncChoices {
  std::optional<DeleteLimit> max_delete;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  std::optional<std::uint64_t> memory_bytes;
  TextStyle style;
  ProgressMode progress = ProgressMode::automatic;
};

void add_sync_options(Command& verb, SyncOptions& options);

// Fails with `invalid_argument` for options that cannot be.
Result<SyncChoices> choices_of(const SyncOptions& options);

}  // namespace peel::cli
