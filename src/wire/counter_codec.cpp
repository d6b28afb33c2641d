#include "peel/wire/counter_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "counter_cells.hpp"
#include "counter_shape_bytes.hpp"
#include "strata_bytes.hpp"
#include "wire/malformed.hpp"

#include <string>
#include <utility>

namespace peel::wire {

namespace {

struct CountedStreamShape {
  CounterShape counter;
  StrataShape strata;
};

Result<CountedStreamShape> decode_stream_shape(ByteView bytes) {
  constexpr std::size_t kBytes = kCounterShapeBytes + kStrataShapeBytes;
  if (bytes.size() != kBytes) {
    return malformed("the shape of a counter has " + std::to_string(kBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  const auto counter = decode_counter_shape(bytes.first(kCounterShapeBytes));
  if (!counter) return failure(counter.error());
  const auto strata = decode_strata_shape(bytes.subspan(kCounterShapeBytes));
  if (!strata) return failure(strata.error());
  return CountedStreamShape{*counter, *strata};
}

void put_description(const StreamDescription& description, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(description.part.keys), 1);
  out.integer(description.key_bytes, 1);
  out.integer(description.part.delimiter, 1);
  out.integer(0, 1);
  out.integer(description.part.field, 4);
}

Result<StreamDescription> read_stream_description(ByteReader& in) {
  constexpr std::size_t kBytes = 8;
  const auto bytes = in.bytes(kBytes, "the description");
  if (!bytes) return failure(bytes.error());
  const std::byte* const at = bytes->data();
  if (const auto reserved = load_le(at + 3, 1); reserved != 0) {
    return malformed("the reserved byte 3 of the payload holds " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  const StreamDescription description{.part = {.keys = static_cast<CountedPart::Keys>(load_le(at, 1)),
                                               .field = static_cast<std::uint32_t>(load_le(at + 4, 4)),
                                               .delimiter = static_cast<std::uint8_t>(load_le(at + 2, 1))},
                                      .key_bytes = static_cast<std::uint8_t>(load_le(at + 1, 1))};
  if (auto ok = validate(description); !ok) return malformed(ok.error().sentence());
  return description;
}

// Empty if the description calls for keys of this width.
std::string wrong_width(const StreamDescription& description, const CounterShape& shape) {
  const ByteWidth called_for = key_width(description);
  if (called_for == shape.key_width()) return {};
  return "keys of " + std::to_string(shape.key_width().value) + " bytes; " +
         std::string(name_of(description.part.keys)) + " with room for text of " +
         std::to_string(description.key_bytes) + " have " + std::to_string(called_for.value);
}

// Empty if a stream can have so many lines, also as a difference.
std::string lines_out_of_range(std::int64_t lines) {
  constexpr auto kMost = static_cast<std::int64_t>(kMaxCounted);
  if (lines >= -kMost && lines <= kMost) return {};
  return std::to_string(lines) + " lines; accepted are up to " + std::to_string(kMaxCounted) +
         ", and minus as many";
}

Result<std::int64_t> read_lines(ByteReader& in, std::string_view field) {
  const auto bits = in.integer(8, field);
  if (!bits) return failure(bits.error());
  const auto lines = static_cast<std::int64_t>(*bits);
  if (const std::string why = lines_out_of_range(lines); !why.empty()) return malformed(why);
  return lines;
}

Result<InvertibleCounter> read_counter(const CounterShape& shape, const KeyHasher& hasher, ByteReader& in) {
  const auto gross_total = in.integer(8, "the gross total");
  if (!gross_total) return failure(gross_total.error());
  const auto length = in.integer(8, "the length of the cells");
  if (!length) return failure(length.error());
  const auto bytes = in.bytes(*length, "the cells");
  if (!bytes) return failure(bytes.error());
  auto cells = cells_of_counter(shape, *bytes);
  if (!cells) return failure(cells.error());
  return InvertibleCounter::from_cells(shape, ItemHashing(hasher.family(), hasher.seed()), *gross_total,
                                       std::move(*cells));
}

Result<CountedStream> decode_payload(const CountedStreamShape& shape, const KeyHasher& hasher,
                                     ByteView payload) {
  ByteReader in(payload);
  const auto description = read_stream_description(in);
  if (!description) return failure(description.error());
  if (const std::string why = wrong_width(*description, shape.counter); !why.empty()) return malformed(why);
  const auto lines = read_lines(in, "the number of lines");
  if (!lines) return failure(lines.error());
  const auto keyless = read_lines(in, "the number of lines without a key");
  if (!keyless) return failure(keyless.error());
  auto counter = read_counter(shape.counter, hasher, in);
  if (!counter) return failure(counter.error());
  auto distinct = read_strata(shape.strata, hasher, in);
  if (!distinct) return failure(distinct.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the last sampling level; accepted are none");
  }
  return CountedStream{*description, *lines, *keyless, std::move(*counter), std::move(*distinct)};
}

// Whether decode_counter would take it back.
Result<void> check_encodable(const CountedStream& stream, const KeyHasher& hasher) {
  if (stream.distinct.family() != hasher.family() || stream.distinct.seed() != hasher.seed()) {
    return failure(ErrorCode::invalid_argument,
                   "the counter and the strata of a stream have different seeds or hash families; accepted "
                   "is one for both");
  }
  if (auto ok = validate(stream.description); !ok) return ok;
  std::string why = wrong_width(stream.description, stream.counter.shape());
  if (why.empty()) why = lines_out_of_range(stream.lines);
  if (why.empty()) why = lines_out_of_range(stream.keyless);
  if (!why.empty()) return failure(ErrorCode::invalid_argument, std::move(why));
  return {};
}

}  // namespace

Result<Bytes> encode(const CountedStream& stream) {
  const InvertibleCounter& counter = stream.counter;
  const auto& hasher = counter.hashing().named();
  if (!hasher) {
    return failure(ErrorCode::unsupported,
                   "a counter with injected hash functions cannot be encoded: only named families have a "
                   "number on the wire");
  }
  if (auto ok = check_encodable(stream, *hasher); !ok) return failure(ok.error());
  ByteWriter shape;
  put_counter_shape(counter.shape(), shape);
  put_strata_shape(stream.distinct.shape(), shape);

  const auto cells = counter_cells(counter.shape(), counter.cells());
  if (!cells) return failure(cells.error());
  ByteWriter payload;
  put_description(stream.description, payload);
  payload.integer(static_cast<std::uint64_t>(stream.lines), 8);
  payload.integer(static_cast<std::uint64_t>(stream.keyless), 8);
  payload.integer(counter.gross_total(), 8);
  payload.integer(cells->size(), 8);
  payload.bytes(*cells);
  put_strata(stream.distinct, payload);
  return seal({.kind = Kind::counter,
               .hash_family = hasher->family(),
               .seed = hasher->seed(),
               .shape = shape.view(),
               .payload = payload.view()});
}

Result<CountedStream> decode_counter(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::counter) {
    return failure(ErrorCode::unsupported,
                   "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) + " is not 3 (counter)");
  }
  const auto shape = decode_stream_shape(envelope->shape);
  if (!shape) return failure(shape.error());
  return decode_payload(*shape, KeyHasher(envelope->hash_family, envelope->seed), envelope->payload);
}

}  // namespace peel::wire
