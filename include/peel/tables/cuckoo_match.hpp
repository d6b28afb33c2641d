// Which slot of two buckets holds a key. All keys are compared, and nothing branches: where a key lies is
// nothing that a processor could guess, and the fewer instructions a lookup takes, the more of them it keeps
// under way.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace peel::detail {

inline constexpr unsigned kBucketSlots = 4;

// One bit for each slot that holds the key.
template <class Key>
inline unsigned matches_in(const Key* keys, const Key& key) {
  unsigned matches = 0;
  for (unsigned slot = 0; slot < kBucketSlots; ++slot) matches |= unsigned{keys[slot] == key} << slot;
  return matches;
}

// 0 to 3 in the first bucket, 4 to 7 in the second, or 8.
template <class Key>
inline unsigned first_match(const Key* first, const Key* second, const Key& key) {
#ifdef __SSE2__
  if constexpr (std::is_integral_v<Key> && sizeof(Key) == 8) {
    const __m128i wanted = _mm_set1_epi64x(static_cast<long long>(key));
    const auto equal = [=](const Key* two) {  // by halves of keys
      return _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(two)), wanted);
    };
    const __m128i halves = _mm_packs_epi16(_mm_packs_epi32(equal(first), equal(first + 2)),
                                           _mm_packs_epi32(equal(second), equal(second + 2)));
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(halves));
    return static_cast<unsigned>(std::countr_zero((bits & bits >> 1 & 0x5555U) | 0x10000U)) / 2;
  }
#endif
  const unsigned matches = matches_in(first, key) | matches_in(second, key) << kBucketSlots;
  return static_cast<unsigned>(std::countr_zero(matches | 1U << 2 * kBucketSlots));
}

}  // namespace peel::detail
