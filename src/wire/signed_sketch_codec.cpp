#include "peel/wire/signed_sketch_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "grid_bytes.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <string>
#include <utility>

namespace peel::wire {

Result<Bytes> encode(const SignedSketch& sketch) {
  ByteWriter shape;
  put_grid_shape({sketch.shape(), 0}, shape);
  ByteWriter payload;
  payload.integer(sketch.gross().value, 8);
  put_counters(sketch.shape(), CounterSign::either, sketch.words(), payload);
  if (auto ok = check_folding("the sketch is", {sketch.shape().bytes(), payload.view().size() - 8}); !ok)
    return failure(ok.error());
  return seal({.kind = Kind::signed_sketch,
               .hash_family = sketch.hasher().family(),
               .seed = sketch.hasher().seed(),
               .shape = shape.view(),
               .payload = payload.view()});
}

Result<SignedSketch> decode_signed_sketch(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::signed_sketch) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 11 (signed sketch)");
  }
  const auto identity = decode_grid_shape(envelope->shape);
  if (!identity) return failure(identity.error());
  if (identity->detail != 0) {
    return malformed("the reserved byte 2 of the shape holds " + std::to_string(identity->detail) +
                     "; accepted is 0");
  }
  ByteReader in(envelope->payload);
  const auto gross = in.integer(8, "the gross total");
  if (!gross) return failure(gross.error());
  if (auto ok = check_counter_room(identity->shape, in); !ok) return failure(ok.error());
  auto words = read_counters(identity->shape, CounterSign::either, in);
  if (!words) return failure(words.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the last group of counters; accepted are none");
  }
  auto sketch = SignedSketch::from_words(identity->shape, KeyHasher(envelope->hash_family, envelope->seed),
                                         CopyCount(*gross), std::move(*words));
  if (!sketch) return malformed(sketch.error().sentence());
  return sketch;
}

}  // namespace peel::wire
