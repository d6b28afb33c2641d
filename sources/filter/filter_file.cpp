#include "peel/sources/filter_file.hpp"

#include "peel/sources/open.hpp"
#include "peel/wire/any_file.hpp"

#include "sources/filter/filter_in_place.hpp"
#include "sources/input_file.hpp"
#include "sources/peel_file.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace peel::sources {

namespace {

class FileOnDisk final : public wire::PageReader {
 public:
  explicit FileOnDisk(InputFile file) : file_(std::move(file)) {}

  std::uint64_t size() const override { return *file_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::byte> room) override {
    return file_.read_at(offset, {reinterpret_cast<char*>(room.data()), room.size()});
  }

 private:
  InputFile file_;
};

std::string called(const std::string& path) {
  return Argument{.given = path, .path = path}.name();
}

tl::unexpected<Error> in_file(const std::string& path, const Error& error) {
  return failure(error.code(),
                 error.code() == ErrorCode::io ? error.sentence() : called(path) + ": " + error.sentence());
}

Result<BloomFilter> read_whole_filter(const std::string& path) {
  const auto bytes = read_peel_file(path);
  if (!bytes) return failure(bytes.error());
  auto file = wire::decode_any(*bytes, random_seed());
  if (!file) return failure(file.error().code(), called(path) + ": " + file.error().sentence());
  auto* const filter = file->as<BloomFilter>();
  if (filter == nullptr) {
    return failure(ErrorCode::incompatible, called(path) + " holds " + wire::name_with_article(file->kind()) +
                                                "; accepted is a filter");
  }
  return std::move(*filter);
}

}  // namespace

Result<std::optional<wire::FilterInPlace>> open_filter_in_place(const std::string& path) {
  // A pipe would not be the same any more after it was opened and closed.
  std::error_code nothing_there;
  if (path == "-" || !std::filesystem::is_regular_file(path, nothing_there)) return std::nullopt;
  auto file = InputFile::open(path, InputFile::Passes::several);
  std::array<char, wire::kEnvelopeHeaderBytes> header{};
  if (!file || !file->size() || *file->size() < header.size() || !file->read_at(0, header))
    return std::nullopt;
  const auto kind = wire::declared_kind(std::as_bytes(std::span(header)));
  if (!kind || *kind != wire::Kind::filter) return std::nullopt;
  auto filter = wire::FilterInPlace::open(std::make_unique<FileOnDisk>(std::move(*file)));
  if (!filter) return in_file(path, filter.error());
  return std::optional(std::move(*filter));
}

Result<BloomFilter> whole_filter(const std::string& path, wire::FilterInPlace in_place) {
  auto filter = std::move(in_place).whole();
  if (!filter) return in_file(path, filter.error());
  return filter;
}

Result<FilterFile> FilterFile::open(const std::string& path) {
  FilterFile opened(path);
  auto in_place = open_filter_in_place(path);
  if (!in_place) return failure(in_place.error());
  if (*in_place && (*in_place)->shape().bytes() > kLargeBytes) {
    opened.in_place_ = std::move(*in_place);
    return opened;
  }
  auto filter = *in_place ? whole_filter(path, std::move(**in_place)) : read_whole_filter(path);
  if (!filter) return failure(filter.error());
  opened.whole_ = std::move(*filter);
  return opened;
}

Result<void> FilterFile::contains(std::span<const KeyHash> hashes, std::span<bool> found) {
  if (whole_) {
    whole_->contains(hashes, found);
    return {};
  }
  if (auto answered = in_place_->contains(hashes, found); !answered) return in_file(path_, answered.error());
  return {};
}

}  // namespace peel::sources
