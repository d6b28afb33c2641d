// Compiled once for each kind of vectors, like src/membership/block_kernels.cpp. Most have no product of
// 64-bit lanes, so it is put together from products of their halves.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hashing/mix_integers.cpp"
#include "hashing/mix_integers.hpp"

#include <cstddef>
#include <hwy/foreach_target.h>
// Behind foreach_target.h, as Highway asks.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace peel::detail::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

// Modulo 2^64, in all lanes.
template <class D, class V>
HWY_INLINE HWY_ATTR V times(D d, V a, std::uint64_t factor) {
  const hn::Repartition<std::uint32_t, D> halves;
  const auto lower = [&](V v) HWY_ATTR { return hn::BitCast(halves, v); };
  const V low = hn::Set(d, factor), high = hn::Set(d, factor >> 32);
  const V crossed =
      hn::Add(hn::MulEven(lower(hn::ShiftRight<32>(a)), lower(low)), hn::MulEven(lower(a), lower(high)));
  return hn::Add(hn::MulEven(lower(a), lower(low)), hn::ShiftLeft<32>(crossed));
}

// One of the two bijections of mix_integer: the first if `at` is 0, the second if it is 2.
template <std::size_t at, class D, class V>
HWY_INLINE HWY_ATTR V mix(D d, V keys, const RoundKeys& round_keys) {
  V a = hn::Xor(keys, hn::Set(d, round_keys[at]));
  a = times(d, hn::Xor(a, hn::ShiftRight<32>(a)), mix_multiplier(at));
  a = hn::Xor(a, hn::Set(d, round_keys[at + 1]));
  a = times(d, hn::Xor(a, hn::ShiftRight<29>(a)), mix_multiplier(at + 1));
  return hn::Xor(a, hn::ShiftRight<32>(a));
}

// Returns how many it mixed: all but less than a vector.
HWY_ATTR std::size_t mix_vectors(std::span<const std::uint64_t> keys, const RoundKeys& round_keys,
                                 std::span<KeyHash> hashes) {
  static_assert(sizeof(KeyHash) == 2 * sizeof(std::uint64_t) && offsetof(KeyHash, low) == 0);
  const hn::ScalableTag<std::uint64_t> d;
  auto* const words = reinterpret_cast<std::uint64_t*>(hashes.data());
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= keys.size(); i += hn::Lanes(d)) {
    const auto some = hn::LoadU(d, keys.data() + i);
    hn::StoreInterleaved2(mix<0>(d, some, round_keys), mix<2>(d, some, round_keys), d, words + 2 * i);
  }
  return i;
}

#else

std::size_t mix_vectors(std::span<const std::uint64_t>, const RoundKeys&, std::span<KeyHash>) {
  return 0;
}

#endif

}  // namespace peel::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace peel::detail {

HWY_EXPORT(mix_vectors);

void mix_integers(std::span<const std::uint64_t> keys, const RoundKeys& round_keys,
                  std::span<KeyHash> hashes) {
  const RoundKeys apart = round_keys;  // no hash written can change it
  for (std::size_t i = HWY_DYNAMIC_DISPATCH(mix_vectors)(keys, apart, hashes); i < keys.size(); ++i)
    hashes[i] = mix_integer(keys[i], apart);
}

}  // namespace peel::detail
#endif
