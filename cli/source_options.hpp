// Options that say how a source is to be read, the same for every verb that reads one.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/open.hpp"

#include "cli/options/command.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

// Of folders, as typed.
struct TreeOptions {
  std::vector<std::string> exclude = {};
  bool checksum = false;  // the default, said
  bool no_checksum = false;
};

// As typed.
struct SourceOptions {
  std::vector<std::string> key = {};        // columns; none: the whole row counts
  std::vector<std::string> columns = {};    // to compare beside the key; none: all
  std::vector<std::string> ignore = {};     // not to compare
  std::vector<std::string> map = {};        // LEFT=RIGHT, of two sources
  std::vector<std::string> tolerance = {};  // COL=EPS, of two sources
  std::optional<std::string> where = {};
  std::optional<std::string> timeout = {};
  std::optional<std::string> input = {};
  std::optional<std::string> delimiter = {};
  bool no_header = false;
  TreeOptions tree = {};
  std::optional<std::string> rsh = {};          // in place of ssh
  std::optional<std::string> remote_peel = {};  // the program on the other machine
  // The side that is to be changed there, if one is.
  std::optional<reconcile::Side> changed_side = {};
  // What --memory allows, where there is such an option for rows: the longest row follows from it.
  std::optional<std::uint64_t> memory_bytes = {};
  // What is read of JSON Lines, where a sketch says so; none: as above.
  std::optional<sources::JsonColumns> json = {};
  // For one of all tables of a database, where options that are for one table were not given and cannot be.
  bool is_of_all_tables = false;
};

// The first option that was given and only makes sense for the columns and rows of a table; none if none was.
const char* option_of_one_table(const SourceOptions& options);

void add_source_options(Command& verb, SourceOptions& options);
// Those that only make sense for two of them.
void add_pair_options(Command& verb, SourceOptions& options);

// Fails with `invalid_argument` for a time that is none.
Result<std::optional<std::chrono::milliseconds>> timeout_of(const SourceOptions& options);
// The moment at which --timeout ends the work that begins now, if it is given.
Result<std::optional<reconcile::Watch::Clock::time_point>> deadline_of(const SourceOptions& options);

// The options, understood. Both fail with `invalid_argument` for options that cannot be.
Result<sources::Reading> reading_of(const SourceOptions& options);
Result<reconcile::TermsRequest> request_of(const SourceOptions& options);

// Opens rows of a file or table. Fails as sources::open_rows does, and with `invalid_argument` for options
// that such a source does not have.
Result<std::unique_ptr<rows::RowSource>> open_source(const sources::Argument& argument,
                                                     const SourceOptions& options,
                                                     reconcile::Side side = reconcile::Side::left);
// The same for an argument as typed, which is read as often as `passes` says.
Result<std::unique_ptr<rows::RowSource>> open_source(const std::string& path, const SourceOptions& options,
                                                     sources::Passes passes);
using sources::Passes;

// Adds --rsh and --remote-peel; and what they say.
void add_far_options(Command& verb, SourceOptions& options);
Result<sources::FarCommand> far_command_of(const SourceOptions& options);

// Opens an argument as one side of a comparison: the rows of a file or table, here or on another machine.
// Fails like that.
Result<std::unique_ptr<reconcile::Endpoint>> open_side(const sources::Argument& argument,
                                                       const SourceOptions& options, reconcile::Side side,
                                                       const reconcile::Watch& watch);

// Fails with `invalid_argument` where both sides are databases, which have no use for options for files of
// text.
Result<void> check_text_options(const SourceOptions& options, const reconcile::Party& left,
                                const reconcile::Party& right);

}  // namespace peel::cli
