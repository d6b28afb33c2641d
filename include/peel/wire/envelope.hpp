// The envelope around every file and message that peel writes: what it is, how it was hashed, its shape, its
// payload, and a checksum over all of it. docs/formats/envelope.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace peel::wire {

enum class Kind : std::uint8_t {
  iblt = 1,
  sketch = 2,
  counter = 3,
  filter = 4,
  counting_filter = 5,
  spectral_filter = 6,
  rotating_filter = 7,
  heavy_texts = 8,
  heavy_hitters = 9,
  count_min = 10,
  signed_sketch = 11,
  range_sketch = 12,
  table_summary = 13,
  rateless_sketch = 14,
  message = 15,  // of a session between two peers; no file
};

// "counting filter".
std::string_view name_of(Kind kind);

// Of the envelope and of the codecs inside it. Any change to existing bytes raises it.
inline constexpr std::uint8_t kFormatVersion = 1;
// Of kinds that are read in parts: peel/wire/parted_envelope.hpp.
inline constexpr std::uint8_t kPartedVersion = 2;

// The version that files of a kind have.
std::uint8_t version_of(Kind kind);

// Views into the caller's bytes. `shape` and `payload` belong to the codec of the kind.
struct Envelope {
  Kind kind;
  std::uint8_t version = kFormatVersion;
  HashFamily hash_family;
  Seed seed = {};
  ByteView shape = {};  // at most kMaxShapeBytes
  ByteView payload = {};
};

inline constexpr std::size_t kEnvelopeHeaderBytes = 48;
inline constexpr std::uint64_t kMaxShapeBytes = 4096;

Bytes seal(const Envelope& envelope);

// Whether the bytes begin as every envelope does. What follows may still be damaged.
bool begins_like_envelope(ByteView bytes);

// The size of the whole envelope as its header says, so that a reader knows how much to read before it reads
// it; of a file that is read in parts, the size of its head. `header` holds at least the first
// kEnvelopeHeaderBytes. Fails like open() where the header alone shows that this is no file of ours, or none
// that this peel knows.
[[nodiscard]] Result<std::uint64_t> declared_size(ByteView header);

// What kind of structure is inside, as the header says. Fails as declared_size does.
[[nodiscard]] Result<Kind> declared_kind(ByteView header);

// Fails with `malformed` unless `bytes` is exactly one envelope with a right checksum, and with `unsupported`
// for a version, kind or hash family that this peel does not know, and for a kind that is read in parts.
// Whatever opens, seals to the same bytes.
[[nodiscard]] Result<Envelope> open(ByteView bytes);

}  // namespace peel::wire
