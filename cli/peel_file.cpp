#include "cli/peel_file.hpp"

#include "peel/wire/envelope.hpp"
#include "peel/wire/sketch_codec.hpp"

#include "cli/input.hpp"

#include <utility>

namespace peel::cli {

namespace {

Result<std::variant<Iblt, Sketch>> decode(wire::Kind kind, ByteView bytes) {
  using Content = std::variant<Iblt, Sketch>;
  if (kind == wire::Kind::sketch) {
    return wire::decode_sketch(bytes).map([](Sketch&& sketch) { return Content(std::move(sketch)); });
  }
  return wire::decode_iblt(bytes).map([](Iblt&& table) { return Content(std::move(table)); });
}

}  // namespace

Result<PeelFile> decode_peel_file(const std::string& path) {
  const auto bytes = read_peel_file(path);
  if (!bytes) return failure(bytes.error());
  const auto in_this_file = [&](const Error& error) {
    return failure(error.code(), spoken_name(path) + ": " + error.sentence());
  };
  const auto envelope = wire::open(*bytes);
  if (!envelope) return in_this_file(envelope.error());
  auto content = decode(envelope->kind, *bytes);
  if (!content) return in_this_file(content.error());
  const auto form = wire::iblt_form(*envelope);
  if (!form) return in_this_file(form.error());
  return PeelFile{.path = path,
                  .bytes = bytes->size(),
                  .version = envelope->version,
                  .family = envelope->hash_family,
                  .seed = envelope->seed,
                  .form = *form,
                  .content = std::move(*content)};
}

Result<Bytes> encode(const PeelFile& file) {
  return std::visit([](const auto& content) { return wire::encode(content); }, file.content);
}

}  // namespace peel::cli
