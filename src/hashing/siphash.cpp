#include "hashing/siphash.hpp"

#include <bit>

namespace peel::detail {

namespace {

class SipState {
 public:
  explicit SipState(Seed key)
      : a_(key.low ^ 0x736F6D6570736575U),
        b_(key.high ^ 0x646F72616E646F6DU ^ 0xEE),  // 0xEE marks the variant with 128-bit output
        c_(key.low ^ 0x6C7967656E657261U),
        d_(key.high ^ 0x7465646279746573U) {}

  void absorb(std::uint64_t word) {
    d_ ^= word;
    rounds(2);
    a_ ^= word;
  }

  KeyHash finish() {
    c_ ^= 0xEE;
    rounds(4);
    const std::uint64_t low = a_ ^ b_ ^ c_ ^ d_;
    b_ ^= 0xDD;
    rounds(4);
    return KeyHash(low, a_ ^ b_ ^ c_ ^ d_);
  }

 private:
  void rounds(int count) {
    for (int i = 0; i < count; ++i) {
      a_ += b_;
      b_ = std::rotl(b_, 13) ^ a_;
      a_ = std::rotl(a_, 32);
      c_ += d_;
      d_ = std::rotl(d_, 16) ^ c_;
      a_ += d_;
      d_ = std::rotl(d_, 21) ^ a_;
      c_ += b_;
      b_ = std::rotl(b_, 17) ^ c_;
      c_ = std::rotl(c_, 32);
    }
  }

  std::uint64_t a_, b_, c_, d_;
};

}  // namespace

KeyHash siphash_2_4(ByteView input, Seed key) {
  SipState state(key);
  const std::size_t whole = input.size() / 8 * 8;
  for (std::size_t at = 0; at < whole; at += 8) state.absorb(load_le(input.data() + at));
  const std::size_t rest = input.size() - whole;
  std::uint64_t last = static_cast<std::uint64_t>(input.size()) << 56;
  if (rest > 0) last |= load_le(input.data() + whole, rest);
  state.absorb(last);
  return state.finish();
}

}  // namespace peel::detail
