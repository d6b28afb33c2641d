// Reading the bytes of a file that peel wrote.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include <string>

namespace peel::sources {

// The bytes of a file that peel wrote, or of standard input for "-". Fails with `io` if it cannot be read,
// and as wire::open does, after the header alone, if it cannot be peel's: large files of others are not read.
Result<Bytes> read_peel_file(const std::string& path);

}  // namespace peel::sources
