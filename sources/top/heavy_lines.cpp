#include "peel/sources/heavy_lines.hpp"

#include "sources/input_file.hpp"
#include "sources/top/heavy_fill.hpp"

#include <utility>

namespace peel::sources {

namespace {

// Calls count() with the lines of a file. A log may grow meanwhile: what was there at first is read.
template <class Count>
auto with_lines_of(const std::string& path, InputFile::Passes passes, Count count)
    -> decltype(count(std::declval<LineSource&>())) {
  auto file = InputFile::open(path, passes, InputFile::Growth::left_out, "a file of lines");
  if (!file) return failure(file.error());
  LineSource lines(std::move(*file), ReadingLimits());
  return count(lines);
}

}  // namespace

Result<Fading> add_lines(HeavyStream& stream, const std::string& path, HalfLife half_life,
                         reconcile::Watch& watch) {
  return with_lines_of(path, InputFile::Passes::one,
                       [&](LineSource& lines) { return add_lines(stream, lines, half_life, watch); });
}

Result<Majority> majority_of(const std::string& path, const CountedPart& part, reconcile::Watch& watch) {
  return with_lines_of(path, InputFile::Passes::several,
                       [&](LineSource& lines) { return majority_of(lines, part, watch); });
}

}  // namespace peel::sources
