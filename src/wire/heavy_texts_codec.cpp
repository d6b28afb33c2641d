#include "peel/wire/heavy_texts_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "wire/malformed.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

constexpr std::size_t kHeavyTextsShapeBytes = 16;
constexpr std::uint64_t kAddressBytes = 16;
constexpr std::uint64_t kLeastTextCounterBytes = 2;  // a count, a length, and no text

struct HeavyStreamShape {
  HeavyTextsShape texts;
  CountedPart part;
};

void put_shape(const HeavyStreamShape& shape, ByteWriter& out) {
  out.integer(shape.texts.capacity.value, 4);
  out.integer(shape.texts.text_width.value, 4);
  out.integer(static_cast<std::uint64_t>(shape.part.keys), 1);
  out.integer(shape.part.delimiter, 1);
  out.integer(0, 2);
  out.integer(shape.part.field, 4);
}

Result<HeavyStreamShape> decode_texts_shape(ByteView bytes) {
  if (bytes.size() != kHeavyTextsShapeBytes) {
    return malformed("the shape of heavy texts has " + std::to_string(kHeavyTextsShapeBytes) +
                     " bytes, not " + std::to_string(bytes.size()));
  }
  const std::byte* const at = bytes.data();
  if (const auto reserved = load_le(at + 10, 2); reserved != 0) {
    return malformed("the reserved bytes 10 and 11 of the shape hold " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  const CountedPart part{.keys = static_cast<CountedPart::Keys>(load_le(at + 8, 1)),
                         .field = static_cast<std::uint32_t>(load_le(at + 12, 4)),
                         .delimiter = static_cast<std::uint8_t>(load_le(at + 9, 1))};
  if (auto ok = validate(part); !ok) return malformed(ok.error().sentence());
  return HeavyStreamShape{{ItemCount(load_le(at, 4)), ByteWidth(load_le(at + 4, 4))}, part};
}

// The order of counters in a file: as they are listed, largest first, and no two alike.
bool comes_before(const HeavyText& a, const HeavyText& b) {
  return std::tie(b.count.lower, a.text, a.digest) < std::tie(a.count.lower, b.text, b.digest);
}

HeavyText listed(const TextCounter& counter) {
  return {.text = counter.text,
          .length = counter.length,
          .digest = counter.digest,
          .count = {.lower = counter.count}};
}

// Empty if a text of this length can be what the stream counts.
std::string wrong_length(const HeavyStreamShape& shape, std::uint64_t length) {
  if (shape.part.keys != CountedPart::Keys::addresses) return {};
  if (length == kAddressBytes && length <= shape.texts.text_width.value) return {};
  return "an address of " + std::to_string(length) + " bytes, " +
         std::to_string(std::min(length, shape.texts.text_width.value)) + " of them kept; accepted are " +
         std::to_string(kAddressBytes) + ", all of them kept";
}

// Empty if no line was cut in two, or forged: a line feed ends one. Addresses are bytes of any value.
std::string wrong_text(const HeavyStreamShape& shape, std::string_view text) {
  if (shape.part.keys == CountedPart::Keys::addresses || text.find('\n') == std::string_view::npos) return {};
  return "a line feed in a text, of lines or their fields; accepted is any other byte";
}

Result<TextCounter> read_counter(const HeavyStreamShape& shape, const KeyHasher& hasher, ByteReader& in) {
  const auto count = in.varint("a count");
  if (!count) return failure(count.error());
  const auto length = in.varint("the length of a text");
  if (!length) return failure(length.error());
  if (const std::string why = wrong_length(shape, *length); !why.empty()) return malformed(why);
  const std::uint64_t width = shape.texts.text_width.value;
  TextCounter counter{.text = {}, .length = *length, .digest = 0, .count = *count};
  if (*length > width) {
    const auto digest = in.integer(8, "the digest of a text");
    if (!digest) return failure(digest.error());
    counter.digest = *digest;
  }
  const auto text = in.bytes(std::min(*length, width), "a text");
  if (!text) return failure(text.error());
  counter.text = as_text(*text);
  if (const std::string why = wrong_text(shape, counter.text); !why.empty()) return malformed(why);
  if (*length <= width) counter.digest = hasher(*text).low;
  return counter;
}

Result<std::vector<TextCounter>> read_counters(const HeavyStreamShape& shape, const KeyHasher& hasher,
                                               ByteReader& in) {
  const auto number = in.integer(8, "the number of counters");
  if (!number) return failure(number.error());
  if (*number > in.remaining() / kLeastTextCounterBytes) {
    return malformed(std::to_string(*number) + " counters are declared, but only " +
                     std::to_string(in.remaining()) + " bytes follow");
  }
  std::vector<TextCounter> counters;
  for (std::uint64_t i = 0; i < *number; ++i) {
    auto counter = read_counter(shape, hasher, in);
    if (!counter) return failure(counter.error());
    if (i > 0 && !comes_before(listed(counters.back()), listed(*counter))) {
      return malformed("counter " + std::to_string(i) +
                       " is not behind the one before it; accepted are larger counts first, then texts in "
                       "the order of their bytes, then digests");
    }
    counters.push_back(std::move(*counter));
  }
  return counters;
}

struct StreamParts {
  std::uint64_t lines;
  std::uint64_t keyless;
  HeavyTexts::Parts texts;
};

Result<StreamParts> read_parts(const HeavyStreamShape& shape, const KeyHasher& hasher, ByteView payload) {
  ByteReader in(payload);
  const auto lines = in.integer(8, "the number of lines");
  if (!lines) return failure(lines.error());
  const auto keyless = in.integer(8, "the number of lines without a key");
  if (!keyless) return failure(keyless.error());
  if (*keyless > *lines) {
    return malformed(std::to_string(*keyless) + " lines without a key, of " + std::to_string(*lines) +
                     " lines");
  }
  const auto total = in.integer(8, "the total");
  if (!total) return failure(total.error());
  const auto error = in.integer(8, "the error");
  if (!error) return failure(error.error());
  auto counters = read_counters(shape, hasher, in);
  if (!counters) return failure(counters.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) + " bytes follow the last counter; accepted are none");
  }
  return StreamParts{*lines, *keyless,
                     HeavyTexts::Parts{.shape = shape.texts,
                                       .family = hasher.family(),
                                       .seed = hasher.seed(),
                                       .placement = {},
                                       .total = CopyCount(*total),
                                       .error = CopyCount(*error),
                                       .counters = std::move(*counters)}};
}

// Whether decode_heavy_texts would take it back.
Result<void> check_encodable(const HeavyStream& stream, const std::vector<HeavyText>& texts) {
  if (auto ok = validate(stream.part); !ok) return ok;
  if (stream.keyless > stream.lines) {
    return failure(ErrorCode::invalid_argument, std::to_string(stream.keyless) + " lines without a key, of " +
                                                    std::to_string(stream.lines) + " lines");
  }
  for (const HeavyText& text : texts) {
    const HeavyStreamShape shape{stream.texts.shape(), stream.part};
    std::string why = wrong_length(shape, text.length);
    if (why.empty()) why = wrong_text(shape, text.text);
    if (!why.empty()) return failure(ErrorCode::invalid_argument, std::move(why));
  }
  return {};
}

}  // namespace

Result<Bytes> encode(const HeavyStream& stream) {
  const HeavyTexts& heavy = stream.texts;
  std::vector<HeavyText> texts = heavy.top(heavy.size());
  if (auto ok = check_encodable(stream, texts); !ok) return failure(ok.error());
  std::ranges::sort(texts, comes_before);
  ByteWriter shape;
  put_shape({heavy.shape(), stream.part}, shape);

  ByteWriter payload;
  payload.integer(stream.lines, 8);
  payload.integer(stream.keyless, 8);
  payload.integer(heavy.total().value, 8);
  payload.integer(heavy.error().value, 8);
  payload.integer(texts.size(), 8);
  for (const HeavyText& text : texts) {
    payload.varint(text.count.lower);
    payload.varint(text.length);
    if (text.length > text.text.size()) payload.integer(text.digest, 8);
    payload.bytes(as_bytes(text.text));
  }
  return seal({.kind = Kind::heavy_texts,
               .hash_family = heavy.hasher().family(),
               .seed = heavy.hasher().seed(),
               .shape = shape.view(),
               .payload = payload.view()});
}

Result<HeavyStream> decode_heavy_texts(ByteView bytes, Seed placement) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::heavy_texts) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 8 (heavy texts)");
  }
  const auto shape = decode_texts_shape(envelope->shape);
  if (!shape) return failure(shape.error());
  const KeyHasher hasher(envelope->hash_family, envelope->seed);
  auto parts = read_parts(*shape, hasher, envelope->payload);
  if (!parts) return failure(parts.error());
  parts->texts.placement = placement;
  auto texts = HeavyTexts::from_parts(parts->texts);
  if (!texts) return malformed(texts.error().sentence());
  return HeavyStream{shape->part, parts->lines, parts->keyless, std::move(*texts)};
}

}  // namespace peel::wire
