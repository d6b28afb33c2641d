// Any bytes: an error, or a counting, spectral or rotating filter that encodes to the same bytes, says a rate
// that can be, affirms what it is given, and forgets what it should.
#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_filter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

template <class Filter>
bool encodes_to_the_same(const Result<Filter>& filter, ByteView bytes) {
  if (!filter) {
    fuzz::claim(!filter.error().sentence().empty(), "a refusal says why");
    return false;
  }
  const auto again = wire::encode(*filter);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  fuzz::claim(filter->current_rate() >= 0 && filter->current_rate() <= 1, "the rate is one");
  fuzz::claim(filter->estimated_items().items >= 0, "there are no fewer keys than none");
  return true;
}

void check(CountingBloomFilter filter) {
  CountingBloomFilter rest = filter;
  const std::uint64_t saturated = filter.saturated().value;
  fuzz::claim(rest.subtract(filter) && rest.saturated().value == saturated, "only saturated counters remain");
  for (std::uint64_t key = 0; key < 16; ++key) {
    filter.insert(key);
    fuzz::claim(filter.contains(key), "a key that was inserted is affirmed");
    fuzz::claim(filter.erase(key) == Erased::erased, "and can be erased");
  }
  fuzz::claim(filter.saturated().value >= saturated, "a saturated counter stays");
}

void check(SpectralBloomFilter filter) {
  for (std::uint64_t key = 0; key < 16; ++key) {
    const SpectralCount before = filter.insert_and_tell(key, CopyCount(3));
    const SpectralCount after = filter.multiplicity(key);
    fuzz::claim(after.saturated || after.count == before.count + 3, "a count grows by what was inserted");
  }
}

void check(RotatingBloomFilter filter) {
  for (std::uint64_t key = 0; key < 16; ++key) {
    filter.insert(key);
    fuzz::claim(filter.contains(key), "a key that came last is affirmed");
  }
  const bool takes_time = filter.advance_to(Tick(filter.position())).has_value();
  fuzz::claim(takes_time == (filter.rule().unit() == WindowUnit::ticks),
              "ticks take a time, insertions none");
}

void decode_and_check(ByteView bytes) {
  if (const auto counting = wire::decode_counting_filter(bytes); encodes_to_the_same(counting, bytes))
    check(*counting);
  if (const auto spectral = wire::decode_spectral_filter(bytes); encodes_to_the_same(spectral, bytes))
    check(*spectral);
  if (const auto rotating = wire::decode_rotating_filter(bytes); encodes_to_the_same(rotating, bytes))
    check(*rotating);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged_filter(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
