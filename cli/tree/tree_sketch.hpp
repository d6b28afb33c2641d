// Sketches of folders: which options they allow beside them, and opening folders for them.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/watch.hpp"

#include "cli/source_options.hpp"
#include "sources/tree/tree_sketch.hpp"
#include "sources/tree/tree_source.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace peel::cli {

using sources::tree::is_tree;
using sources::tree::kUsualTreeCapacity;
using sources::tree::kUsualTreeKeyBytes;

// How the sketch says that folders are to be read and compared. Fails with `incompatible` for options that
// say otherwise, and with `malformed` for a sketch that peel sketch does not make.
Result<sources::tree::TreeReading> tree_reading_of(const reconcile::SketchEndpoint& like,
                                                   const SourceOptions& given);

// A folder to be compared with a sketch, read as the sketch says. Fails in the same way. The watch must
// outlive the source, as it must below.
Result<std::unique_ptr<sources::tree::TreeSource>> open_tree_like(const reconcile::SketchEndpoint& like,
                                                                  const std::string& path,
                                                                  const SourceOptions& given,
                                                                  reconcile::Watch& watch);

// A folder to be summarised.
Result<std::unique_ptr<sources::tree::TreeSource>> open_tree(const std::string& path,
                                                             const SourceOptions& options,
                                                             std::uint8_t key_bytes, reconcile::Watch& watch);

// Names what could not be read, on standard error, and then fails with `io`: a sketch without it would say
// that it is not there.
Result<void> check_all_was_read(const sources::tree::TreeSource& source);

}  // namespace peel::cli
