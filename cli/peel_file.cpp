#include "cli/peel_file.hpp"

#include "peel/wire/counter_codec.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "cli/input.hpp"

#include <utility>

namespace peel::cli {

namespace {

Result<PeelContent> decode(wire::Kind kind, ByteView bytes) {
  const auto content = [](auto&& decoded) { return PeelContent(std::move(decoded)); };
  if (kind == wire::Kind::sketch) return wire::decode_sketch(bytes).map(content);
  if (kind == wire::Kind::counter) return wire::decode_counter(bytes).map(content);
  return wire::decode_iblt(bytes).map(content);
}

}  // namespace

std::string_view PeelFile::kind() const {
  return kind_with_article().substr(kind_with_article().find(' ') + 1);
}

std::string_view PeelFile::kind_with_article() const {
  return is_sketch() ? "a sketch" : counts() != nullptr ? "a counter" : "an iblt";
}

Result<PeelFile> decode_peel_file(const std::string& path) {
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
  if (envelope->kind != wire::Kind::counter) {
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

Result<Bytes> encode(const PeelFile& file) {
  return std::visit([](const auto& content) { return wire::encode(content); }, file.content);
}

}  // namespace peel::cli
