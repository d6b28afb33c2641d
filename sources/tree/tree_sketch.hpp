// Sketches of folders: what they say of the folder that they were made of, and opening another one like it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/tree/tree_reading.hpp"
#include "sources/tree/tree_source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace peel::sources::tree {

// What a sketch of a folder is made for unless somebody says otherwise: some fifty changed files, in about
// ten kilobytes. Names of up to 18 bytes are kept, longer ones are cut.
inline constexpr std::uint64_t kUsualTreeCapacity = 100;
inline constexpr std::uint8_t kUsualTreeKeyBytes = 24;

// Whether the rows of a sketch are entries of a folder.
bool is_tree(const SketchDescription& description);

// How many bytes of a name a sketch has room for whose keys have so many bytes.
std::size_t name_bytes(std::uint8_t key_bytes);

// How the folder of the sketch was read. Fails with `malformed` for a sketch that was not made of a
// TreeSource.
Result<TreeReading> tree_reading_of(const SketchDescription& description);

// The folder at this path, read as that of the sketch was. The watch must outlive the source. Fails in the
// same way, and as TreeSource::open does.
Result<std::unique_ptr<TreeSource>> open_tree_like(const SketchDescription& description,
                                                   const std::string& path, reconcile::Watch& watch);

}  // namespace peel::sources::tree
