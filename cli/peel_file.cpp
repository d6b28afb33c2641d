#include "cli/peel_file.hpp"

#include "peel/sources/open.hpp"
#include "peel/wire/filter_codec.hpp"

#include "cli/input.hpp"
#include "cli/output/output_file.hpp"
#include "sources/filter/filter_in_place.hpp"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace peel::cli {

namespace {

Result<PeelFile> read_filter(const std::string& path, wire::FilterInPlace in_place) {
  const std::uint64_t bytes = in_place.file_bytes();
  auto filter = sources::whole_filter(path, std::move(in_place));
  if (!filter) return failure(filter.error());
  const KeyHasher hasher = filter->hasher();
  return PeelFile{
      {.family = hasher.family(), .seed = hasher.seed(), .content = std::move(*filter)}, path, bytes};
}

}  // namespace

bool is_peel_file(const std::string& path) {
  if (path == "-") return false;
  if (path.ends_with(".peel")) return true;
  // Asked before it is opened: opening a named pipe and closing it again would break it for its writer.
  std::error_code nothing_there;
  if (!std::filesystem::is_regular_file(path, nothing_there)) return false;
  std::array<char, wire::kEnvelopeHeaderBytes> header{};
  std::ifstream file(path, std::ios::binary);
  file.read(header.data(), header.size());
  const std::string_view read(header.data(), static_cast<std::size_t>(file.gcount()));
  return wire::begins_like_envelope(as_bytes(read));
}

Result<PeelFile> decode_peel_file(const std::string& path) {
  auto in_place = sources::open_filter_in_place(path);
  if (!in_place) return failure(in_place.error());
  if (*in_place) return read_filter(path, std::move(**in_place));
  const auto bytes = read_peel_file(path);
  if (!bytes) return failure(bytes.error());
  return decode_peel_file(path, *bytes);
}

Result<PeelFile> decode_peel_file(const std::string& path, ByteView bytes) {
  auto file = wire::decode_any(bytes, sources::random_seed());
  if (!file) return failure(file.error().code(), spoken_name(path) + ": " + file.error().sentence());
  return PeelFile{std::move(*file), path, bytes.size()};
}

Result<void> write_peel_file(const PeelFile& file, const std::optional<std::string>& path, Output& output) {
  if (const auto* const filter = file.as<BloomFilter>())
    return write_result(
        path, [&](const wire::ByteSink& sink) { return wire::encode_to(*filter, sink); }, output);
  const auto bytes = wire::encode(file);
  if (!bytes) return failure(bytes.error());
  return write_result(path, *bytes, output);
}

tl::unexpected<Error> other_kind(const PeelFile& file, const std::string& accepted) {
  return failure(ErrorCode::incompatible, fmt::format("{} holds {}; accepted {}", spoken_name(file.path),
                                                      wire::name_with_article(file.kind()), accepted));
}

}  // namespace peel::cli
