#include "cli/combine.hpp"

#include "cli/input.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

template <class Content>
Result<void> combine_contents(Content& content, const Content& other, Combination how) {
  return how == Combination::merge ? content.merge(other) : content.subtract(other);
}

Result<void> combine_same_kind(PeelFile& file, const PeelFile& other, Combination how) {
  if (file.is_sketch()) return combine_contents(std::get<Sketch>(file.content), *other.sketch(), how);
  return combine_contents(file.table(), other.table(), how);
}

std::string_view with_article(const PeelFile& file) {
  return file.is_sketch() ? "a sketch" : "an iblt";
}

}  // namespace

Result<void> combine(PeelFile& file, const PeelFile& other, Combination how) {
  const std::string names = spoken_name(file.path) + " and " + spoken_name(other.path);
  if (file.is_sketch() != other.is_sketch()) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: one holds {}, the other {}; accepted are files of one kind", names,
                               with_article(file), with_article(other)));
  }
  const auto combined = combine_same_kind(file, other, how);
  if (combined) return {};
  const bool alike = combined.error().code() != ErrorCode::incompatible;
  const std::string remedy = alike              ? ""
                             : file.is_sketch() ? "; make one of them again with peel sketch --like the other"
                                                : "; accepted are tables of one shape, hash family and seed";
  return failure(combined.error().code(), names + ": " + combined.error().sentence() + remedy);
}

}  // namespace peel::cli
