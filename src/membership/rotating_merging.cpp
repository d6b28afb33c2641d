// What concerns all generations of a rotating filter: joining two, and what a filter knows of itself.
#include "peel/membership/rotating_bloom_filter.hpp"

#include "core/assert.hpp"
#include "membership/filter_checks.hpp"

#include <algorithm>

namespace peel {

Result<void> RotatingBloomFilter::merge(const RotatingBloomFilter& other) {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  if (rule_ != other.rule_)
    return failure(ErrorCode::incompatible, "the filters differ in their windows or generations");
  if (rule_.unit() != WindowUnit::ticks) {
    return failure(ErrorCode::unsupported,
                   "windows of insertions cannot be merged, since nobody knows which came first: accepted "
                   "are windows of ticks");
  }
  if (auto ok = advance_to(Tick(other.position_)); !ok) return ok;
  // Generations that both still have: those of the other that are not too old here.
  const std::uint64_t count = generations_.size();
  for (std::uint64_t back = newest() - other.newest(); back < count; ++back) {
    if (back > newest()) break;
    const std::uint64_t number = newest() - back;
    if (auto ok = generation(number).merge(other.generations_[number % count]); !ok) return ok;
  }
  return {};
}

double RotatingBloomFilter::current_rate() const {
  double denied_by_all = 1;
  for (const BloomFilter& generation : generations_) denied_by_all *= 1 - generation.current_rate();
  return 1 - denied_by_all;
}

analysis::ItemEstimate RotatingBloomFilter::estimated_items() const {
  BloomFilter all = generations_.front();
  for (const BloomFilter& generation : generations_) {
    const auto merged = all.merge(generation);
    PEEL_ASSERT(merged);  // all are of one shape and seed
  }
  return all.estimated_items();
}

bool operator==(const RotatingBloomFilter& a, const RotatingBloomFilter& b) {
  return a.rule_ == b.rule_ && a.position_ == b.position_ &&
         std::ranges::equal(a.generations_, b.generations_);
}

}  // namespace peel
