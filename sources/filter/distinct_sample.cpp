#include "sources/filter/distinct_sample.hpp"

#include <bit>
#include <utility>

namespace peel::sources {

namespace {

constexpr unsigned kSlotBits = 17;  // half of them stay free
static_assert(std::uint64_t{1} << kSlotBits == 2 * DistinctSample::kRoom);

}  // namespace

DistinctSample::DistinctSample() : slots_(std::size_t{1} << kSlotBits) {}

void DistinctSample::add(std::span<const KeyHash> keys) {
  for (const KeyHash& key : keys) {
    const std::uint64_t word = key.word(kSamplingWord);
    if (static_cast<unsigned>(std::countr_zero(word)) < level_ || word == 0) continue;
    insert(word);
    while (kept_ > kRoom) thin_out();
  }
}

// By its leading bits: those at its end are all 0.
void DistinctSample::insert(std::uint64_t word) {
  std::size_t at = word >> (64 - kSlotBits);
  while (slots_[at] != 0 && slots_[at] != word) at = (at + 1) % slots_.size();
  kept_ += slots_[at] == 0 ? 1U : 0U;
  slots_[at] = word;
}

void DistinctSample::thin_out() {
  ++level_;
  kept_ = 0;
  const auto before = std::exchange(slots_, std::vector<std::uint64_t>(slots_.size()));
  for (const std::uint64_t word : before) {
    if (word != 0 && static_cast<unsigned>(std::countr_zero(word)) >= level_) insert(word);
  }
}

analysis::SampledTotal DistinctSample::total(double standard_errors) const {
  return analysis::sampled_total(ItemCount(kept_), SamplingLevel(level_), standard_errors);
}

}  // namespace peel::sources
