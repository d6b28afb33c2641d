// The result of a verb that makes a file: on standard output, or in a file that is written whole or not at
// all.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/wire/byte_sink.hpp"

#include "cli/output/output.hpp"
#include "sources/output_file.hpp"

#include <functional>
#include <optional>
#include <string>

namespace peel::cli {

using sources::OutputFile;

// Where the result of a verb goes that makes a file: to `path`, or to standard output if that is "-" or not
// given. If it is not given, nothing binary is written to a terminal: `invalid_argument`.
Result<void> write_result(const std::optional<std::string>& path, ByteView bytes, Output& output);
// The same for bytes that come piece by piece: `write` hands them to the sink that it is given.
using PieceWriter = std::function<Result<void>(const wire::ByteSink&)>;
Result<void> write_result(const std::optional<std::string>& path, const PieceWriter& write, Output& output);

}  // namespace peel::cli
