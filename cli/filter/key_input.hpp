// Opening what keys are read from. A file of text is lines, in building as in asking, whatever its name ends
// in; it is a table where a column or a format is asked for. A list of one column called list.csv would else
// lose its first entry as a header, on one side only.
#pragma once

#include "cli/filter/row_keys.hpp"
#include "sources/block_source.hpp"

#include <memory>
#include <string>

namespace peel::cli {

// Fails with `invalid_argument` for options that exclude each other or would have no effect, and for a field
// that is no number.
Result<void> check_key_options(const KeyOptions& options);

// Whether a SOURCE or FILE names a database or a table of one. Fails as database_at does.
Result<bool> names_database(const std::string& path, const KeyOptions& options);

struct KeyReading {
  Passes passes = Passes::one;
  sources::Waiting for_lines_of_pipes = sources::Waiting::for_a_block;
};

// As open_source. Of lines in a regular file, which may be a log in use, those that are there at first are
// read, and the same in every pass.
Result<std::unique_ptr<sources::RowSource>> open_keys(const std::string& path, const KeyOptions& options,
                                                      KeyReading reading);

}  // namespace peel::cli
