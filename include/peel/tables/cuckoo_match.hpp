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

#ifdef __SSE2__
template <class Key>
inline constexpr bool kComparedByVectors = std::is_integral_v<Key> && sizeof(Key) == 8;

// Four keys against one, by halves: a word of ones for each half that is equal.
template <class Key>
inline __m128i equal_halves(const Key* keys, const Key& key) {
  const __m128i wanted = _mm_set1_epi64x(static_cast<long long>(key));
  const auto* const two = reinterpret_cast<const __m128i*>(keys);
  return _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(two), wanted),
                         _mm_cmpeq_epi32(_mm_loadu_si128(two + 1), wanted));
}

// Two bits for each slot, of which the lower one says whether both halves are equal.
inline unsigned whole_matches(__m128i halves) {
  const auto bits = static_cast<unsigned>(_mm_movemask_epi8(halves));
  return bits & bits >> 1 & 0x5555U;
}
#else
template <class Key>
inline constexpr bool kComparedByVectors = false;
#endif

// One bit for each slot that holds the key.
template <class Key>
inline unsigned matches_in(const Key* keys, const Key& key) {
  unsigned matches = 0;
  for (unsigned slot = 0; slot < kBucketSlots; ++slot) matches |= unsigned{keys[slot] == key} << slot;
  return matches;
}

// The first slot that holds the key, 0 to 3, or 4.
template <class Key>
inline unsigned first_match(const Key* keys, const Key& key) {
#ifdef __SSE2__
  if constexpr (kComparedByVectors<Key>) {
    const unsigned matches = whole_matches(_mm_packs_epi16(equal_halves(keys, key), _mm_setzero_si128()));
    return static_cast<unsigned>(std::countr_zero(matches | 1U << 2 * kBucketSlots)) / 2;
  }
#endif
  return static_cast<unsigned>(std::countr_zero(matches_in(keys, key) | 1U << kBucketSlots));
}

// 0 to 3 in the first bucket, 4 to 7 in the second, or 8.
template <class Key>
inline unsigned first_match(const Key* first, const Key* second, const Key& key) {
#ifdef __SSE2__
  if constexpr (kComparedByVectors<Key>) {
    const unsigned matches =
        whole_matches(_mm_packs_epi16(equal_halves(first, key), equal_halves(second, key)));
    return static_cast<unsigned>(std::countr_zero(matches | 1U << 4 * kBucketSlots)) / 2;
  }
#endif
  const unsigned matches = matches_in(first, key) | matches_in(second, key) << kBucketSlots;
  return static_cast<unsigned>(std::countr_zero(matches | 1U << 2 * kBucketSlots));
}

}  // namespace peel::detail
