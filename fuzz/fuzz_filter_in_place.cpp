// Any bytes, read in place and as a whole: whoever reads the whole in place agrees with the decoder on what
// is a filter and on all of it. What the decoder takes is answered alike in place; what it refuses is refused
// in place when it is opened or touched, unless only the envelope's checksum is wrong.
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/filter_in_place.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/forged_filter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace {

using namespace peel;
using wire::FilterInPlace;

class Input final : public wire::PageReader {
 public:
  explicit Input(ByteView bytes) : bytes_(bytes) {}

  std::uint64_t size() const override { return bytes_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::byte> room) override {
    fuzz::claim(offset <= bytes_.size() && room.size() <= bytes_.size() - offset,
                "nothing is read behind the end");
    std::ranges::copy(bytes_.subspan(offset, room.size()), room.begin());
    return {};
  }

 private:
  ByteView bytes_;
};

constexpr std::size_t kKeys = 64;

void claim_it_answers_alike(const BloomFilter& filter, FilterInPlace& in_place) {
  std::array<KeyHash, kKeys> hashes;
  std::array<bool, kKeys> expected{}, found{};
  for (std::uint64_t key = 0; key < kKeys; ++key) hashes[key] = filter.hasher()(key);
  filter.contains(hashes, expected);
  fuzz::claim(in_place.contains(hashes, found).has_value(), "a right file has right pages");
  fuzz::claim(found == expected, "in place and whole answer alike");
  fuzz::claim(in_place.pages_read() <= in_place.pages(), "no page is read twice");
}

void read_both_ways(ByteView bytes) {
  const auto filter = wire::decode_filter(bytes);
  auto in_place = FilterInPlace::open(std::make_unique<Input>(bytes));
  if (!in_place) {
    fuzz::claim(!filter && !in_place.error().sentence().empty(), "what decodes can be read in place");
    return;
  }
  if (filter) claim_it_answers_alike(*filter, *in_place);
  const auto whole = std::move(*in_place).whole();
  fuzz::claim(whole.has_value() == filter.has_value(), "both ways to read all agree on what is a filter");
  if (filter) fuzz::claim(*whole == *filter, "and on which");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_as_it_is_and_forged_filter(std::as_bytes(std::span(data, size)), read_both_ways);
  return 0;
}
