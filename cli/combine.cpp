#include "cli/combine.hpp"

#include "cli/input.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

template <class Content>
Result<void> combine_contents(Content& content, const Content& other, Combination how) {
  return how == Combination::merge ? content.merge(other) : content.subtract(other);
}

Result<void> combine_filters(BloomFilter& filter, const BloomFilter& other, Combination how) {
  if (how == Combination::merge) return filter.merge(other);
  return failure(
      ErrorCode::unsupported,
      "filters cannot be subtracted, since keys of both share bits; peel merge makes one of both, and "
      "peel filter query -v prints the lines that are not in one");
}

Result<void> combine_same_kind(PeelFile& file, const PeelFile& other, Combination how) {
  if (file.is_sketch()) return combine_contents(std::get<Sketch>(file.content), *other.sketch(), how);
  if (file.counts() != nullptr) return combine_contents(*file.counts(), *other.counts(), how);
  if (file.filter() != nullptr) return combine_filters(*file.filter(), *other.filter(), how);
  return combine_contents(file.table(), other.table(), how);
}

std::string_view remedy_for(const PeelFile& file) {
  if (file.is_sketch()) return "; make one of them again with peel sketch --like the other";
  if (file.counts() != nullptr) return "; make one of them again with peel count --like the other";
  if (file.filter() != nullptr) return "; make one of them again with peel filter build --like the other";
  return "; accepted are tables of one shape, hash family and seed";
}

}  // namespace

Result<void> combine(PeelFile& file, const PeelFile& other, Combination how) {
  const std::string names = spoken_name(file.path) + " and " + spoken_name(other.path);
  if (file.content.index() != other.content.index()) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: one holds {}, the other {}; accepted are files of one kind", names,
                               file.kind_with_article(), other.kind_with_article()));
  }
  const auto combined = combine_same_kind(file, other, how);
  if (combined) return {};
  const bool alike = combined.error().code() != ErrorCode::incompatible;
  return failure(combined.error().code(),
                 fmt::format("{}: {}{}", names, combined.error().sentence(), alike ? "" : remedy_for(file)));
}

}  // namespace peel::cli
