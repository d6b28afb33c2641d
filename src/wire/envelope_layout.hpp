// Where the fields of the fixed header lie: docs/formats/envelope.md in constants. Widths are in the document
// and in the code that reads and writes each field.
#pragma once

#include "peel/wire/envelope.hpp"

#include <array>
#include <cstddef>

namespace peel::wire::layout {

// The first byte is not ASCII, so that no text file starts like a peel file.
inline constexpr std::array<std::byte, 5> kMagic = {std::byte{0x8E}, std::byte{'P'}, std::byte{'E'},
                                                    std::byte{'E'}, std::byte{'L'}};
inline constexpr std::size_t kVersionAt = 5;
inline constexpr std::size_t kKindAt = 6;
inline constexpr std::size_t kFamilyAt = 7;
inline constexpr std::size_t kSeedLowAt = 8;
inline constexpr std::size_t kSeedHighAt = 16;
inline constexpr std::size_t kShapeLengthAt = 24;
inline constexpr std::size_t kReservedAt = 28;
inline constexpr std::size_t kPayloadLengthAt = 32;
inline constexpr std::size_t kChecksumAt = 40;
static_assert(kChecksumAt + 8 == kEnvelopeHeaderBytes);

}  // namespace peel::wire::layout
