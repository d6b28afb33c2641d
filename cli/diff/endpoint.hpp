// What LEFT or RIGHT of a diff may be: a source of rows, or a sketch that stands for one.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"

#include "cli/diff/side.hpp"
#include "cli/source_options.hpp"

#include <string>

namespace peel::cli {

// Whether a file, or standard input for "-", is one that peel wrote. Standard input can still be read from
// its beginning afterwards: unless it is a file, it is copied to one without a name.
Result<bool> is_peel_file(const std::string& path);

// A sketch of a source, with the name of its file.
struct NamedSketch {
  std::string name;
  Sketch sketch;
};

// Fails as decode_peel_file does, with `incompatible` for a file of another kind or the difference of two
// sketches, and with `malformed` for a sketch that peel sketch does not make.
Result<NamedSketch> read_sketch(const std::string& path);

// Fails with `incompatible` for options that contradict the sketch.
Result<void> check_options(const NamedSketch& like, const SourceOptions& given);

// A source to be compared with a sketch, read as the sketch says. Fails with `incompatible` for a source that
// cannot be, and for options that say otherwise. Columns that the sketch does not cover are named on stderr.
Result<DiffSide> open_source_like(const NamedSketch& like, const std::string& path,
                                  const SourceOptions& given, Passes passes);

}  // namespace peel::cli
