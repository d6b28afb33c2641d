// Any bytes: an error, or a filter that encodes to the same bytes, is the union and the intersection with
// itself, affirms what it is given, and says a rate and a number of keys that can be.
#include "peel/wire/filter_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_filter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

void claim_it_combines_with_itself(const BloomFilter& filter) {
  BloomFilter same = filter;
  fuzz::claim(same.merge(filter) && same == filter, "a filter is its union with itself");
  fuzz::claim(same.intersect(filter) && same == filter, "and its intersection");
}

void claim_it_takes_keys(BloomFilter filter) {
  for (std::uint64_t key = 0; key < 16; ++key) {
    filter.insert(key);
    fuzz::claim(filter.contains(key), "a key that was inserted is affirmed");
  }
}

void decode_and_check(ByteView bytes) {
  const auto filter = wire::decode_filter(bytes);
  if (!filter) {
    fuzz::claim(!filter.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*filter);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  fuzz::claim(filter->current_rate() >= 0 && filter->current_rate() <= 1, "the rate is one");
  fuzz::claim(filter->estimated_items().items >= 0, "there are no fewer keys than none");
  claim_it_combines_with_itself(*filter);
  claim_it_takes_keys(*filter);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged_filter(std::as_bytes(std::span(data, size)), decode_and_check);
  return 0;
}
