#include "bloom_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace peel::bench {

namespace {

constexpr std::uint64_t kAtOnce = 4096;

// Calls use(keys) for the keys from 0 to count, some thousand at once.
template <class Use>
void for_keys(std::uint64_t count, Use use) {
  for (std::uint64_t at = 0; at < count; at += kAtOnce)
    use(scrambled_numbers(at, std::min(kAtOnce, count - at)));
}

}  // namespace

std::vector<std::uint64_t> scrambled_numbers(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> keys(count);
  for (std::uint64_t i = 0; i < count; ++i) keys[i] = scramble(first + i + 1);
  return keys;
}

BloomBench::BloomBench(const FilterShape& shape, std::uint64_t keys)
    : filter_(*BloomFilter::make(shape, HashFamily::fast, Seed(1))),
      traffic_(shape),
      hits_(scrambled_numbers(0, std::min(keys, kMostAsked))),
      misses_(scrambled_numbers(keys, hits_.size())),
      found_(std::make_unique<bool[]>(hits_.size())) {
  for_keys(keys, [&](std::span<const std::uint64_t> some) { filter_.insert(some); });
  traffic_.update(hits_);
  check(keys);
}

void BloomBench::check(std::uint64_t keys) {
  for_keys(keys, [&](std::span<const std::uint64_t> some) {
    filter_.contains(some, {found_.get(), some.size()});
    if (std::all_of(found_.get(), found_.get() + some.size(), [](bool found) { return found; })) return;
    std::fprintf(stderr, "a filter denies a key that it was given\n");
    std::abort();
  });
  (void)misses_batched();
  const auto asked = static_cast<double>(misses_.size());
  const auto affirmed = static_cast<double>(std::count(found_.get(), found_.get() + misses_.size(), true));
  const double rate = filter_.current_rate(), error = std::sqrt(rate * (1 - rate) / asked);
  if (std::abs(affirmed / asked - rate) <= 5 * error) return;
  std::fprintf(stderr, "a filter affirms %.5f of the keys it was not given, and says %.5f\n",
               affirmed / asked, rate);
  std::abort();
}

double BloomBench::insert_batched() {
  return timed([&] { filter_.insert(hits_); });
}

double BloomBench::insert_one_by_one() {
  return timed([&] {
    for (const std::uint64_t key : hits_) filter_.insert(key);
  });
}

double BloomBench::batched(std::span<const std::uint64_t> keys) {
  return timed([&] { filter_.contains(keys, {found_.get(), keys.size()}); });
}

double BloomBench::one_by_one(std::span<const std::uint64_t> keys) {
  return timed([&] {
    for (std::size_t i = 0; i < keys.size(); ++i) found_[i] = filter_.contains(keys[i]);
  });
}

double BloomBench::limit_update() {
  return timed([&] { traffic_.update(hits_); });
}

double BloomBench::limit_read() {
  return timed([&] { traffic_.read(hits_, {found_.get(), hits_.size()}); });
}

}  // namespace peel::bench
