#include "sources/byte_search.hpp"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace peel::sources {

namespace portable {

std::uint64_t separators_in(const char* bytes, char delimiter) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < kMaskBytes; ++i) {
    const char byte = bytes[i];
    const bool separates = byte == '\n' || byte == '"' || byte == delimiter;
    mask |= static_cast<std::uint64_t>(separates) << i;
  }
  return mask;
}

std::uint64_t count_newlines(std::string_view bytes) {
  return static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

}  // namespace portable

#ifdef __SSE2__

namespace {

__m128i load(const char* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

}  // namespace

std::uint64_t separators_in(const char* bytes, char delimiter) {
  const __m128i newline = _mm_set1_epi8('\n');
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i between = _mm_set1_epi8(delimiter);
  std::uint64_t mask = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const __m128i some = load(bytes + 16 * part);
    const __m128i separates =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(some, newline), _mm_cmpeq_epi8(some, quote)),
                     _mm_cmpeq_epi8(some, between));
    mask |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(separates))) << (16 * part);
  }
  return mask;
}

std::uint64_t count_newlines(std::string_view bytes) {
  const __m128i newline = _mm_set1_epi8('\n');
  const __m128i zero = _mm_setzero_si128();
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  __m128i total = zero;  // two sums of 64 bits
  while (end - at >= 64) {
    // Sixteen counters of one byte; each round adds at most 4 to each, so 63 rounds fit.
    __m128i counters = zero;
    for (unsigned round = 0; round < 63 && end - at >= 64; ++round, at += 64) {
      for (std::size_t part = 0; part < 4; ++part) {
        counters = _mm_sub_epi8(counters, _mm_cmpeq_epi8(load(at + 16 * part), newline));
      }
    }
    total = _mm_add_epi64(total, _mm_sad_epu8(counters, zero));
  }
  std::uint64_t sums[2];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(sums), total);
  return sums[0] + sums[1] + portable::count_newlines({at, static_cast<std::size_t>(end - at)});
}

#else

std::uint64_t separators_in(const char* bytes, char delimiter) {
  return portable::separators_in(bytes, delimiter);
}

std::uint64_t count_newlines(std::string_view bytes) {
  return portable::count_newlines(bytes);
}

#endif

std::size_t common_prefix(std::string_view left, std::string_view right) {
  // The C library compares faster than we would, but does not say where the difference is; so it is asked
  // about pieces, and only the one that differs is looked at byte by byte.
  constexpr std::size_t kPiece = 4096;
  const std::size_t size = std::min(left.size(), right.size());
  std::size_t at = 0;
  while (at < size) {
    const std::size_t piece = std::min(kPiece, size - at);
    if (std::memcmp(left.data() + at, right.data() + at, piece) != 0) break;
    at += piece;
  }
  while (at < size && left[at] == right[at]) ++at;
  return at;
}

}  // namespace peel::sources
