#include "peel/wire/envelope.hpp"

#include "checksum.hpp"
#include "core/assert.hpp"
#include "core/checked.hpp"
#include "envelope_header.hpp"
#include "envelope_layout.hpp"
#include "wire/malformed.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace peel::wire {

namespace {

tl::unexpected<Error> unsupported(std::string sentence) {
  return failure(ErrorCode::unsupported, std::move(sentence));
}

// From 1 on.
constexpr std::array<std::string_view, 15> kKinds = {"iblt",
                                                     "sketch",
                                                     "counter",
                                                     "filter",
                                                     "counting filter",
                                                     "spectral filter",
                                                     "rotating filter",
                                                     "heavy texts",
                                                     "heavy hitters",
                                                     "Count-Min sketch",
                                                     "signed sketch",
                                                     "range sketch",
                                                     "table summary",
                                                     "rateless sketch",
                                                     "message"};
static_assert(kKinds.size() == static_cast<std::size_t>(Kind::message));

std::string kinds_with_numbers() {
  std::string text;
  for (std::size_t i = 1; i <= kKinds.size(); ++i) {
    text += i == 1 ? "" : i == kKinds.size() ? " and " : ", ";
    text += std::to_string(i) + " (" + std::string(kKinds[i - 1]) + ")";
  }
  return text;
}

// Whether these bytes are peel's and of a format that this code knows. Comes before lengths and checksum, so
// that a file of another program, or of a newer peel, is called what it is and not damaged.
Result<void> recognise(ByteView bytes) {
  const std::size_t seen = std::min(bytes.size(), layout::kMagic.size());
  if (!std::ranges::equal(bytes.first(seen), std::span(layout::kMagic).first(seen))) {
    return malformed("not a peel file: it does not start with the bytes 8E 50 45 45 4C");
  }
  if (bytes.size() < kEnvelopeHeaderBytes) {
    return malformed("too short for a peel file: " + std::to_string(bytes.size()) +
                     " bytes, the header alone has " + std::to_string(kEnvelopeHeaderBytes));
  }
  const auto version = load_le(bytes.data() + layout::kVersionAt, 1);
  if (version < kFormatVersion || version > kPartedVersion) {
    return unsupported("format version " + std::to_string(version) + " is not known here" +
                       (version > kPartedVersion ? ": made by a newer peel" : "") + "; accepted are " +
                       std::to_string(kFormatVersion) + " and " + std::to_string(kPartedVersion));
  }
  const auto kind = load_le(bytes.data() + layout::kKindAt, 1);
  if (kind == 0 || kind > kKinds.size()) {
    return unsupported("kind " + std::to_string(kind) + " is not known here; accepted are " +
                       kinds_with_numbers());
  }
  if (const unsigned its_own = version_of(static_cast<Kind>(kind)); version != its_own) {
    return unsupported("kind " + std::to_string(kind) + " (" + std::string(kKinds[kind - 1]) +
                       ") is not known here in format version " + std::to_string(version) + "; accepted is " +
                       std::to_string(its_own));
  }
  const auto family = load_le(bytes.data() + layout::kFamilyAt, 1);
  if (family != static_cast<std::uint64_t>(HashFamily::fast) &&
      family != static_cast<std::uint64_t>(HashFamily::siphash)) {
    return unsupported("hash family " + std::to_string(family) +
                       " is not known here; accepted are 1 (fast) and 2 (siphash)");
  }
  return {};
}

}  // namespace

std::string_view name_of(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind) - 1];
}

std::uint8_t version_of(Kind kind) {
  return kind == Kind::rateless_sketch ? kPartedVersion : kFormatVersion;
}

bool begins_like_envelope(ByteView bytes) {
  return bytes.size() >= layout::kMagic.size() &&
         std::ranges::equal(bytes.first(layout::kMagic.size()), layout::kMagic);
}

void write_header(const Envelope& envelope, std::uint64_t payload_bytes, std::byte* header) {
  PEEL_ASSERT(envelope.version == version_of(envelope.kind));
  PEEL_ASSERT(envelope.shape.size() <= kMaxShapeBytes);
  std::fill_n(header, kEnvelopeHeaderBytes, std::byte{0});
  std::ranges::copy(layout::kMagic, header);
  store_le(header + layout::kVersionAt, envelope.version, 1);
  store_le(header + layout::kKindAt, static_cast<std::uint64_t>(envelope.kind), 1);
  store_le(header + layout::kFamilyAt, static_cast<std::uint64_t>(envelope.hash_family), 1);
  store_le(header + layout::kSeedLowAt, envelope.seed.low);
  store_le(header + layout::kSeedHighAt, envelope.seed.high);
  store_le(header + layout::kShapeLengthAt, envelope.shape.size(), 4);
  store_le(header + layout::kPayloadLengthAt, payload_bytes);
}

Envelope read_header(const std::byte* header) {
  return {
      .kind = static_cast<Kind>(load_le(header + layout::kKindAt, 1)),
      .version = static_cast<std::uint8_t>(load_le(header + layout::kVersionAt, 1)),
      .hash_family = static_cast<HashFamily>(load_le(header + layout::kFamilyAt, 1)),
      .seed = Seed(load_le(header + layout::kSeedLowAt), load_le(header + layout::kSeedHighAt)),
  };
}

Result<void> check_size(ByteView header, std::uint64_t bytes_there) {
  const auto declared = declared_size(header);
  if (!declared) return failure(declared.error());
  if (*declared > bytes_there) {
    return malformed("cut short: " + std::to_string(*declared) + " bytes are declared, " +
                     std::to_string(bytes_there) + " are there");
  }
  if (*declared < bytes_there) {
    return malformed("bytes follow the end of the envelope, which has " + std::to_string(*declared) +
                     "; accepted are none");
  }
  return {};
}

Result<void> check_sum(const std::byte* header, std::uint64_t computed) {
  if (load_le(header + layout::kChecksumAt) == computed) return {};
  return malformed("the checksum does not match: the bytes were changed after peel wrote them");
}

Bytes seal(const Envelope& envelope) {
  Bytes sealed(kEnvelopeHeaderBytes);
  sealed.reserve(kEnvelopeHeaderBytes + envelope.shape.size() + envelope.payload.size());
  write_header(envelope, envelope.payload.size(), sealed.data());
  sealed.insert(sealed.end(), envelope.shape.begin(), envelope.shape.end());
  sealed.insert(sealed.end(), envelope.payload.begin(), envelope.payload.end());
  store_le(sealed.data() + layout::kChecksumAt, envelope_checksum(sealed));
  return sealed;
}

Result<std::uint64_t> declared_size(ByteView header) {
  if (auto known = recognise(header); !known) return failure(known.error());
  const auto shape = load_le(header.data() + layout::kShapeLengthAt, 4);
  if (shape > kMaxShapeBytes) {
    return malformed("a shape of " + std::to_string(shape) + " bytes is longer than the accepted " +
                     std::to_string(kMaxShapeBytes));
  }
  if (const auto reserved = load_le(header.data() + layout::kReservedAt, 4); reserved != 0) {
    return malformed("the reserved bytes 28 to 31 of the header hold " + std::to_string(reserved) +
                     "; accepted is 0");
  }
  const auto payload = load_le(header.data() + layout::kPayloadLengthAt);
  const auto declared = checked_add(kEnvelopeHeaderBytes + shape, payload);
  if (!declared)
    return malformed("a payload of " + std::to_string(payload) + " bytes is longer than any file");
  return *declared;
}

Result<Kind> declared_kind(ByteView header) {
  if (auto size = declared_size(header); !size) return failure(size.error());
  return read_header(header.data()).kind;
}

Result<Envelope> open(ByteView bytes) {
  const auto kind = declared_kind(bytes);
  if (!kind) return failure(kind.error());
  if (version_of(*kind) == kPartedVersion) {
    return unsupported("kind " + std::to_string(static_cast<unsigned>(*kind)) + " (" +
                       std::string(name_of(*kind)) +
                       ") comes in blocks; accepted here are files of version 1, which have none");
  }
  if (auto fits = check_size(bytes, bytes.size()); !fits) return failure(fits.error());
  const std::byte* const header = bytes.data();
  if (auto right = check_sum(header, envelope_checksum(bytes)); !right) return failure(right.error());
  const auto shape_length = static_cast<std::size_t>(load_le(header + layout::kShapeLengthAt, 4));
  const ByteView behind = bytes.subspan(kEnvelopeHeaderBytes);
  Envelope envelope = read_header(header);
  envelope.shape = behind.first(shape_length);
  envelope.payload = behind.subspan(shape_length);
  return envelope;
}

}  // namespace peel::wire
