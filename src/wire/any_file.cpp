#include "peel/wire/any_file.hpp"

#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/counter_codec.hpp"
#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/rateless_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"
#include "peel/wire/sketch_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"

#include <string_view>
#include <utility>

namespace peel::wire {

namespace {

Result<AnyContent> decode_content(Kind kind, ByteView bytes, Seed fresh) {
  const auto content = [](auto&& decoded) { return AnyContent(std::forward<decltype(decoded)>(decoded)); };
  switch (kind) {
    case Kind::sketch:
      return decode_sketch(bytes).map(content);
    case Kind::counter:
      return decode_counter(bytes).map(content);
    case Kind::filter:
      return decode_filter(bytes).map(content);
    case Kind::counting_filter:
      return decode_counting_filter(bytes).map(content);
    case Kind::spectral_filter:
      return decode_spectral_filter(bytes).map(content);
    case Kind::rotating_filter:
      return decode_rotating_filter(bytes).map(content);
    case Kind::heavy_texts:
      return decode_heavy_texts(bytes, fresh).map(content);
    case Kind::heavy_hitters:
      return decode_heavy_hitters(bytes, fresh).map(content);
    case Kind::count_min:
      return decode_count_min(bytes).map(content);
    case Kind::signed_sketch:
      return decode_signed_sketch(bytes).map(content);
    case Kind::range_sketch:
      return decode_range_sketch(bytes).map(content);
    case Kind::table_summary:
      return decode_table_summary(bytes).map(content);
    case Kind::rateless_sketch:
      return decode_rateless_sketch(bytes).map(content);
    case Kind::message:
      return failure(
          ErrorCode::unsupported,
          "a message of a session between two peers, and no file; accepted are files that peel wrote");
    case Kind::iblt:
      break;
  }
  return decode_iblt(bytes).map(content);
}

Result<AnyFile> decode_parted(ByteView bytes, Seed fresh) {
  const auto opened = open_head(bytes);
  if (!opened) return failure(opened.error());
  const PartedHead& head = opened->head;
  auto content = decode_content(head.kind, bytes, fresh);
  if (!content) return failure(content.error());
  return AnyFile{.version = kPartedVersion,
                 .family = head.hash_family,
                 .seed = head.seed,
                 .content = std::move(*content)};
}

}  // namespace

std::string name_with_article(Kind kind) {
  std::string name(name_of(kind));
  if (name.ends_with('s')) return name;
  return (std::string_view("aeiou").find(name.front()) == std::string_view::npos ? "a " : "an ") + name;
}

Result<AnyFile> decode_any(ByteView bytes, Seed fresh) {
  const auto kind = declared_kind(bytes);
  if (!kind) return failure(kind.error());
  if (version_of(*kind) == kPartedVersion) return decode_parted(bytes, fresh);
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  auto content = decode_content(envelope->kind, bytes, fresh);
  if (!content) return failure(content.error());
  AnyFile file{.version = envelope->version,
               .family = envelope->hash_family,
               .seed = envelope->seed,
               .content = std::move(*content)};
  if (envelope->kind != Kind::iblt && envelope->kind != Kind::sketch) return file;
  const auto form = iblt_form(*envelope);
  if (!form) return failure(form.error());
  file.form = *form;
  return file;
}

Result<Bytes> encode(const AnyFile& file) {
  return std::visit([](const auto& content) { return encode(content); }, file.content);
}

}  // namespace peel::wire
