// What LEFT or RIGHT of a diff may be: a source of rows, or a sketch that stands for one.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"

#include "cli/source_options.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// Whether a file, or standard input for "-", is one that peel wrote. Standard input can still be read from
// its beginning afterwards: unless it is a file, it is copied to one without a name.
Result<bool> is_peel_file(const std::string& path);

// Fails as decode_peel_file does, and with `incompatible` for a file of another kind.
Result<Sketch> read_sketch(const std::string& path);

// How the source on the other side of a sketch is to be read: as the sketch says. Fails with `incompatible`
// for options that say otherwise.
Result<SourceOptions> options_like(const SketchDescription& description, const SourceOptions& given,
                                   const std::string& sketch_path);

}  // namespace peel::cli
