// A file that peel wrote, decoded, whatever its kind, with the name that the user gave.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/wire/any_file.hpp"

#include "cli/output/output.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

struct PeelFile : wire::AnyFile {
  std::string path;
  std::uint64_t bytes = 0;
};

// Whether a file says by its name or its first bytes that peel wrote it. Standard input, "-", is not looked
// at.
bool is_peel_file(const std::string& path);

// Fails like read_peel_file and the decoders do, and names the file. A filter in a regular file is read page
// by page, so that it is in memory once.
Result<PeelFile> decode_peel_file(const std::string& path);
// From bytes that were read already.
Result<PeelFile> decode_peel_file(const std::string& path, ByteView bytes);

// Writes as write_result does. A filter, which may be large, is not copied.
Result<void> write_peel_file(const PeelFile& file, const std::optional<std::string>& path, Output& output);

// Fails with `incompatible`: the sentence names the file and its kind, and goes on with what is `accepted`,
// as in "is a filter".
tl::unexpected<Error> other_kind(const PeelFile& file, const std::string& accepted);

}  // namespace peel::cli
