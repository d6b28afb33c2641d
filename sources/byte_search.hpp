// Searching bytes at the speed of memory: separators of a table as bit masks, newlines counted, the common
// beginning of two buffers. Each that is written for a processor has a portable twin, in namespace portable,
// with the same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace peel::sources {

constexpr std::size_t kMaskBytes = 64;

// Bit i is set if byte i of the 64 from `bytes` on is a newline, a quote, or the delimiter.
std::uint64_t separators_in(const char* bytes, char delimiter);

std::uint64_t count_newlines(std::string_view bytes);

// How many bytes the two have in common at their beginning.
std::size_t common_prefix(std::string_view left, std::string_view right);

namespace portable {
std::uint64_t separators_in(const char* bytes, char delimiter);
std::uint64_t count_newlines(std::string_view bytes);
}  // namespace portable

}  // namespace peel::sources
