#include "peel/wire/count_min_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "grid_bytes.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <string>
#include <utility>

namespace peel::wire {

Result<Bytes> encode(const CountMinSketch& sketch) {
  ByteWriter shape;
  put_grid_shape({sketch.shape(), static_cast<std::uint8_t>(sketch.rule())}, shape);
  ByteWriter payload;
  payload.integer(sketch.total().value, 8);
  put_counters(sketch.shape(), CounterSign::none, sketch.words(), payload);
  if (auto ok = check_folding("the sketch is", {sketch.shape().bytes(), payload.view().size() - 8}); !ok)
    return failure(ok.error());
  return seal({.kind = Kind::count_min,
               .hash_family = sketch.hasher().family(),
               .seed = sketch.hasher().seed(),
               .shape = shape.view(),
               .payload = payload.view()});
}

Result<CountMinSketch> decode_count_min(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::count_min) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 10 (Count-Min sketch)");
  }
  const auto identity = decode_grid_shape(envelope->shape);
  if (!identity) return failure(identity.error());
  ByteReader in(envelope->payload);
  const auto total = in.integer(8, "the total");
  if (!total) return failure(total.error());
  if (auto ok = check_counter_room(identity->shape, in); !ok) return failure(ok.error());
  auto words = read_counters(identity->shape, CounterSign::none, in);
  if (!words) return failure(words.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the last group of counters; accepted are none");
  }
  auto sketch = CountMinSketch::from_words(identity->shape, static_cast<CountMinRule>(identity->detail),
                                           KeyHasher(envelope->hash_family, envelope->seed),
                                           CopyCount(*total), std::move(*words));
  if (!sketch) return malformed(sketch.error().sentence());
  return sketch;
}

}  // namespace peel::wire
