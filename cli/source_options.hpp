// Options that say how a source is to be read, the same for every verb that reads one.
#pragma once

#include "peel/core/result.hpp"

#include "cli/options/command.hpp"
#include "sources/source.hpp"
#include "sources/sqlite/location.hpp"

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
  // What --memory allows, where there is such an option for rows: the longest row follows from it.
  std::optional<std::uint64_t> memory_bytes = {};
  // What is read of JSON Lines, and how many of these are the key, where a sketch says so; none: as above.
  std::vector<std::string> paths = {};
  std::size_t key_paths = 0;
  // For one of all tables of a database, where options that are for one table were not given and cannot be.
  bool is_of_all_tables = false;
};

// With the names of RIGHT in place of those of LEFT, as --map has them.
SourceOptions as_right_calls(const SourceOptions& options);

// The first option that was given and only makes sense for the columns and rows of a table; none if none was.
const char* option_of_one_table(const SourceOptions& options);

void add_source_options(Command& verb, SourceOptions& options);
// Those that only make sense for two of them.
void add_pair_options(Command& verb, SourceOptions& options);

// Fails with `invalid_argument` for a time that is none.
Result<std::optional<std::chrono::milliseconds>> timeout_of(const SourceOptions& options);

// The database or table that a SOURCE names, or nothing if it is none. With --input a file is a database by
// its bytes alone, whatever its name. Fails as sources::sqlite::locate does.
Result<std::optional<sources::sqlite::Location>> database_at(const std::string& path,
                                                             const SourceOptions& options);

// How often a source will be read: a pipe that is read once need not be copied.
enum class Passes : std::uint8_t { one, several };

// Fails as sources::open_source does, and with `invalid_argument` for options that cannot be.
Result<std::unique_ptr<sources::RowSource>> open_source(const std::string& path, const SourceOptions& options,
                                                        Passes passes);

}  // namespace peel::cli
