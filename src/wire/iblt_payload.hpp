// The payload of an iblt: docs/formats/iblt.md, "Payload". Other kinds that hold a table hold it in these
// bytes.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "iblt_shape_bytes.hpp"

namespace peel::wire {

struct FormedPayload {
  IbltForm form;
  Bytes bytes;
};

Bytes plain_payload(const Iblt& table);

// In the form that takes fewer bytes, or in the plain one if both take as many, or where the compact one
// would be too short for the memory of the table (wire/unfolding.hpp).
FormedPayload smaller_payload(const Iblt& table);
// Whether that is this form.
bool is_smaller_form(const Iblt& table, IbltForm form);

// Fails with `malformed` unless the bytes are what one of the above writes for this form.
Result<Iblt> decode_iblt_payload(const FormedShape& formed, ItemHashing hashing, ByteView payload);

}  // namespace peel::wire
