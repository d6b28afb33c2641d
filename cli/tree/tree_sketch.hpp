// Sketches of folders: making them, and comparing a folder with one.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/diff/endpoint.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"
#include "cli/tree/tree_options.hpp"
#include "sources/tree/tree_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

// What a sketch of a folder is made for unless options say otherwise: some fifty changed files, in about ten
// kilobytes. Names of up to 18 bytes are kept, of longer ones the beginning.
inline constexpr std::uint64_t kUsualTreeCapacity = 100;
inline constexpr std::uint8_t kUsualTreeKeyBytes = 24;

bool is_tree(const SketchDescription& description);

// How many bytes of a name such a sketch has room for.
std::size_t name_bytes(std::uint8_t key_bytes);

// A folder to be compared with a sketch, read as the sketch says. Fails with `incompatible` for options that
// say otherwise, and with `malformed` for a sketch that peel sketch does not make.
Result<std::unique_ptr<sources::tree::TreeSource>> open_tree_like(const NamedSketch& like,
                                                                  const std::string& path,
                                                                  const SourceOptions& given);

// How the sketch says that folders are to be read and compared. Fails in the same way.
Result<TreeReading> tree_reading_of(const NamedSketch& like, const SourceOptions& given);

// A folder to be summarised.
Result<std::unique_ptr<sources::tree::TreeSource>> open_tree(const std::string& path,
                                                             const SourceOptions& options,
                                                             std::uint8_t key_bytes);

// Names what could not be read, on standard error, and then fails with `io`: a sketch without it would say
// that it is not there.
Result<void> check_all_was_read(const sources::tree::TreeSource& source);

// Those of the two sides that are sketches; at least one, and of a folder. The other is one too, or a folder.
struct TreeSketches {
  std::optional<NamedSketch> left;
  std::optional<NamedSketch> right;
};
Result<Status> diff_tree_sketches(const DiffOptions& options, const DiffChoices& choices,
                                  TreeSketches sketches, Output& output);

}  // namespace peel::cli
