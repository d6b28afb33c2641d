// Opening what keys are read from. A file of text is lines, in building as in asking, whatever its name ends
// in; it is a table where a column or a format is asked for. A list of one column called list.csv would else
// lose its first entry as a header, on one side only.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/filter_keys.hpp"
#include "peel/sources/open.hpp"

#include "cli/filter/key_options.hpp"
#include "sources/block_source.hpp"

#include <string>

namespace peel::cli {

// What a SOURCE or FILE is. Unlike sources::classify, takes nothing from standard input. Fails as that does.
Result<sources::Argument> key_argument(const std::string& path, const KeyOptions& options);

struct KeyReading {
  sources::Passes passes = sources::Passes::one;
  sources::Waiting for_lines_of_pipes = sources::Waiting::for_a_block;
};

// Opens as open_source does. A regular file of lines may be a log in use: the lines that are there at first
// are read, and the same in every pass. Fails also with `invalid_argument` for a column that is not there,
// and for a table of several columns if none is chosen.
Result<sources::OpenKeys> open_keys(const sources::Argument& argument, const KeyOptions& options,
                                    KeyReading reading);

}  // namespace peel::cli
