#include "cli/combine.hpp"

#include "cli/input.hpp"

#include <fmt/format.h>
#include <type_traits>
#include <variant>

namespace peel::cli {

namespace {

template <class Content>
Result<void> combine_contents(Content& content, const Content& other, Combination how) {
  if constexpr (std::is_same_v<Content, wire::SavedSummary>) {
    return failure(ErrorCode::unsupported,
                   "table summaries cannot be combined, since each belongs to its own table");
  } else if (how == Combination::merge) {
    return content.merge(other);
  } else if constexpr (requires { content.subtract(other); }) {
    return content.subtract(other);
  } else if constexpr (std::is_same_v<Content, BloomFilter>) {
    return failure(
        ErrorCode::unsupported,
        "filters cannot be subtracted, since keys of both share bits; peel merge makes one of both, and "
        "peel filter query -v prints the lines that are not in one");
  } else if constexpr (std::is_same_v<Content, HeavyStream> || std::is_same_v<Content, HeavyHitters>) {
    return failure(
        ErrorCode::unsupported,
        "what came often cannot be subtracted: what one of them did not keep would be missing from "
        "the difference; counts that peel count --save wrote can");
  } else if constexpr (std::is_same_v<Content, CountMinSketch> || std::is_same_v<Content, RangeSketch>) {
    return failure(ErrorCode::unsupported,
                   "Count-Min and range sketches cannot be subtracted, since their counts only grow; signed "
                   "sketches can");
  } else {
    return failure(ErrorCode::unsupported, "of filters, only counting ones can be subtracted");
  }
}

Result<void> combine_same_kind(PeelFile& file, const PeelFile& other, Combination how) {
  return std::visit(
      [&]<class Content>(Content& content) {
        return combine_contents(content, std::get<Content>(other.content), how);
      },
      file.content);
}

std::string_view remedy_for(wire::Kind kind) {
  switch (kind) {
    case wire::Kind::sketch:
    case wire::Kind::rateless_sketch:
      return "; make one of them again with peel sketch --like the other";
    case wire::Kind::counter:
      return "; make one of them again with peel count --like the other";
    case wire::Kind::heavy_texts:
      return "; make one of them again with peel top --like the other";
    case wire::Kind::filter:
      return "; make one of them again with peel filter build --like the other";
    case wire::Kind::iblt:
      return "; accepted are tables of one shape, hash family and seed";
    default:
      return "";  // what differs says it all
  }
}

}  // namespace

Result<void> combine(PeelFile& file, const PeelFile& other, Combination how) {
  const std::string names = spoken_name(file.path) + " and " + spoken_name(other.path);
  if (file.kind() != other.kind()) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{}: one holds {}, the other {}; accepted are files of one kind", names,
                               wire::name_with_article(file.kind()), wire::name_with_article(other.kind())));
  }
  const auto combined = combine_same_kind(file, other, how);
  if (combined) return {};
  const bool alike = combined.error().code() != ErrorCode::incompatible;
  return failure(combined.error().code(), fmt::format("{}: {}{}", names, combined.error().sentence(),
                                                      alike ? "" : remedy_for(file.kind())));
}

}  // namespace peel::cli
