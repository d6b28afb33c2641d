#include "cli/peel_file.hpp"

#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/counter_codec.hpp"
#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"
#include "peel/wire/sketch_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include "cli/filter/filter_file.hpp"
#include "cli/input.hpp"
#include "cli/output/output_file.hpp"
#include "cli/random_seed.hpp"

#include <array>
#include <utility>

namespace peel::cli {

namespace {

Result<PeelContent> decode(wire::Kind kind, ByteView bytes) {
  const auto content = [](auto&& decoded) { return PeelContent(std::forward<decltype(decoded)>(decoded)); };
  switch (kind) {
    case wire::Kind::sketch:
      return wire::decode_sketch(bytes).map(content);
    case wire::Kind::counter:
      return wire::decode_counter(bytes).map(content);
    case wire::Kind::filter:
      return wire::decode_filter(bytes).map(content);
    case wire::Kind::counting_filter:
      return wire::decode_counting_filter(bytes).map(content);
    case wire::Kind::spectral_filter:
      return wire::decode_spectral_filter(bytes).map(content);
    case wire::Kind::rotating_filter:
      return wire::decode_rotating_filter(bytes).map(content);
    case wire::Kind::heavy_texts:
      return wire::decode_heavy_texts(bytes, random_seed()).map(content);
    case wire::Kind::heavy_hitters:
      return wire::decode_heavy_hitters(bytes, random_seed()).map(content);
    case wire::Kind::count_min:
      return wire::decode_count_min(bytes).map(content);
    case wire::Kind::signed_sketch:
      return wire::decode_signed_sketch(bytes).map(content);
    case wire::Kind::range_sketch:
      return wire::decode_range_sketch(bytes).map(content);
    case wire::Kind::table_summary:
      return wire::decode_table_summary(bytes).map(content);
    case wire::Kind::iblt:
      break;
  }
  return wire::decode_iblt(bytes).map(content);
}

Result<PeelFile> read_filter(const std::string& path, wire::FilterInPlace in_place) {
  const std::uint64_t bytes = in_place.file_bytes();
  auto filter = whole_filter(path, std::move(in_place));
  if (!filter) return failure(filter.error());
  const KeyHasher hasher = filter->hasher();
  return PeelFile{.path = path,
                  .bytes = bytes,
                  .version = wire::kFormatVersion,
                  .family = hasher.family(),
                  .seed = hasher.seed(),
                  .form = std::nullopt,
                  .content = std::move(*filter)};
}

}  // namespace

std::string_view PeelFile::kind() const {
  const std::string_view name = kind_with_article();
  const bool has_article = name.starts_with("a ") || name.starts_with("an ");
  return has_article ? name.substr(name.find(' ') + 1) : name;
}

std::string_view PeelFile::kind_with_article() const {
  // In the order of PeelContent.
  constexpr std::array<std::string_view, std::variant_size_v<PeelContent>> kNames = {
      "an iblt",           "a sketch",          "a counter",      "a filter",      "a counting filter",
      "a spectral filter", "a rotating filter", "heavy texts",    "heavy hitters", "a Count-Min sketch",
      "a signed sketch",   "a range sketch",    "a table summary"};
  return kNames[content.index()];
}

Result<PeelFile> decode_peel_file(const std::string& path) {
  auto in_place = open_filter_in_place(path);
  if (!in_place) return failure(in_place.error());
  if (*in_place) return read_filter(path, std::move(**in_place));
  const auto bytes = read_peel_file(path);
  if (!bytes) return failure(bytes.error());
  return decode_peel_file(path, *bytes);
}

Result<PeelFile> decode_peel_file(const std::string& path, ByteView bytes) {
  const auto in_this_file = [&](const Error& error) {
    return failure(error.code(), spoken_name(path) + ": " + error.sentence());
  };
  const auto envelope = wire::open(bytes);
  if (!envelope) return in_this_file(envelope.error());
  auto content = decode(envelope->kind, bytes);
  if (!content) return in_this_file(content.error());
  std::optional<wire::IbltForm> form;
  if (envelope->kind == wire::Kind::iblt || envelope->kind == wire::Kind::sketch) {
    const auto found = wire::iblt_form(*envelope);
    if (!found) return in_this_file(found.error());
    form = *found;
  }
  return PeelFile{.path = path,
                  .bytes = bytes.size(),
                  .version = envelope->version,
                  .family = envelope->hash_family,
                  .seed = envelope->seed,
                  .form = form,
                  .content = std::move(*content)};
}

Result<void> write_peel_file(const PeelFile& file, const std::optional<std::string>& path, Output& output) {
  if (const BloomFilter* const filter = file.filter(); filter != nullptr)
    return write_result(
        path, [&](const wire::ByteSink& sink) { return wire::encode_to(*filter, sink); }, output);
  const auto bytes = std::visit([](const auto& content) { return wire::encode(content); }, file.content);
  if (!bytes) return failure(bytes.error());
  return write_result(path, *bytes, output);
}

}  // namespace peel::cli
