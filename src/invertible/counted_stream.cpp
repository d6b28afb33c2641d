#include "peel/invertible/counted_stream.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/incompatibility.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace peel {

namespace {

using detail::both;
using Keys = StreamDescription::Keys;

constexpr std::uint64_t kAddressBytes = 16;

// As in "they have keys of 16 and 32 bytes"; empty if nothing differs.
std::string difference_of(const StreamDescription& a, const StreamDescription& b) {
  if (std::string what = difference_of(a.part, b.part); !what.empty()) return what;
  if (a.key_bytes != b.key_bytes) return "room for keys of " + both(a.key_bytes, b.key_bytes) + " bytes";
  return {};
}

std::string difference_of(const CountedStream& a, const CountedStream& b) {
  if (std::string what = difference_of(a.description, b.description); !what.empty()) return what;
  if (std::string what = detail::difference_of(a.counter.shape(), b.counter.shape()); !what.empty())
    return what;
  if (std::string what = detail::difference_of(a.counter.hashing(), b.counter.hashing()); !what.empty())
    return what;
  return detail::difference_of(a.distinct.shape(), b.distinct.shape());
}

enum class Sign : std::uint8_t { plus, minus };

// Whether it fits, and then the sum or difference in `count`.
bool combine(std::int64_t& count, std::int64_t other, Sign sign) {
  const bool overflows = sign == Sign::plus ? __builtin_add_overflow(count, other, &count)
                                            : __builtin_sub_overflow(count, other, &count);
  return !overflows && detail::magnitude(count) <= kMaxCounted;
}

Result<void> combine(CountedStream& stream, const CountedStream& other, Sign sign) {
  if (const std::string what = difference_of(stream, other); !what.empty()) {
    return failure(ErrorCode::incompatible, "these counts cannot be combined: they have " + what);
  }
  std::int64_t lines = stream.lines, keyless = stream.keyless;
  if (!combine(lines, other.lines, sign) || !combine(keyless, other.keyless, sign)) {
    return failure(ErrorCode::limit_exceeded,
                   "together the counts are of more than " + std::to_string(kMaxCounted) + " lines");
  }
  StrataEstimator distinct = stream.distinct;  // a copy, so that the counter may still refuse
  auto done = sign == Sign::plus ? distinct.merge(other.distinct) : distinct.subtract(other.distinct);
  if (done)
    done = sign == Sign::plus ? stream.counter.merge(other.counter) : stream.counter.subtract(other.counter);
  if (!done) return done;
  stream.distinct = std::move(distinct);
  stream.lines = lines;
  stream.keyless = keyless;
  return {};
}

}  // namespace

Result<void> validate(const StreamDescription& description) {
  if (auto ok = validate(description.part); !ok) return ok;
  const bool is_text = description.part.keys != Keys::addresses;
  const std::uint64_t key_bytes = description.key_bytes;
  if (is_text && (key_bytes < kLeastTextBytes || key_bytes > kMostTextBytes)) {
    return refused("room for keys of " + std::to_string(key_bytes) + " bytes: accepted are " +
                   std::to_string(kLeastTextBytes) + " to " + std::to_string(kMostTextBytes));
  }
  if (!is_text && key_bytes != 0) {
    return refused("room for text of " + std::to_string(key_bytes) + " bytes in keys that are addresses");
  }
  return {};
}

ByteWidth key_width(const StreamDescription& description) {
  if (description.part.keys == Keys::addresses) return ByteWidth(kAddressBytes);
  return ByteWidth(std::uint64_t{1} + description.key_bytes);
}

Result<void> CountedStream::merge(const CountedStream& other) {
  return combine(*this, other, Sign::plus);
}

Result<void> CountedStream::subtract(const CountedStream& other) {
  return combine(*this, other, Sign::minus);
}

}  // namespace peel
