#include "peel/wire/iblt_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "iblt_payload.hpp"
#include "iblt_shape_bytes.hpp"

#include <string>

namespace peel::wire {

namespace {

Result<KeyHasher> named_hasher(const Iblt& table) {
  if (const auto& hasher = table.hashing().named()) return *hasher;
  return failure(ErrorCode::unsupported,
                 "a table with injected hash functions cannot be encoded: only named families have a number "
                 "on the wire");
}

Bytes seal_table(const Iblt& table, const KeyHasher& hasher, IbltForm form, ByteView payload) {
  return seal({.kind = Kind::iblt,
               .hash_family = hasher.family(),
               .seed = hasher.seed(),
               .shape = shape_bytes({table.shape(), form}),
               .payload = payload});
}

}  // namespace

Result<Bytes> encode(const Iblt& table) {
  const auto hasher = named_hasher(table);
  if (!hasher) return failure(hasher.error());
  const FormedPayload payload = smaller_payload(table);
  return seal_table(table, *hasher, payload.form, payload.bytes);
}

Result<Bytes> encode_plain(const Iblt& table) {
  const auto hasher = named_hasher(table);
  if (!hasher) return failure(hasher.error());
  return seal_table(table, *hasher, IbltForm::plain, plain_payload(table));
}

Result<Iblt> decode_iblt(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::iblt) {
    return failure(ErrorCode::unsupported,
                   "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) + " is not 1 (iblt)");
  }
  const auto formed = decode_shape(envelope->shape);
  if (!formed) return failure(formed.error());
  return decode_iblt_payload(*formed, ItemHashing(envelope->hash_family, envelope->seed), envelope->payload);
}

Result<IbltForm> iblt_form(const Envelope& envelope) {
  const bool is_sketch = envelope.kind == Kind::sketch && envelope.shape.size() >= kIbltShapeBytes;
  const auto formed = decode_shape(is_sketch ? envelope.shape.first(kIbltShapeBytes) : envelope.shape);
  if (!formed) return failure(formed.error());
  return formed->form;
}

std::string_view name_of(IbltForm form) {
  switch (form) {
    case IbltForm::plain:
      return "plain";
    case IbltForm::compact:
      return "compact";
  }
  return "unknown";
}

}  // namespace peel::wire
