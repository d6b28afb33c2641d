// What a verb was given that counts lines: lines, or a file of peel's in which they were counted before.
#pragma once

#include "peel/core/result.hpp"

#include "cli/peel_file.hpp"
#include "sources/input_file.hpp"
#include "sources/line_source.hpp"

#include <memory>
#include <string>
#include <variant>

namespace peel::cli {

using LineInput = std::variant<std::unique_ptr<sources::LineSource>, PeelFile>;

// By its first bytes, also through a pipe; a name that ends in .peel is that of a file of peel's. A log may
// grow while it is read: what was there at first is read. Fails as decode_peel_file and InputFile::open do.
Result<LineInput> open_line_input(const std::string& path, sources::InputFile::Passes passes);

}  // namespace peel::cli
