#include "peer_filters.hpp"

#include <bloom.h>
#include <cstdio>
#include <cstdlib>

namespace peel::bench {

struct LibbloomFilter::State {
  bloom filter;
};

LibbloomFilter::LibbloomFilter(std::uint64_t keys, double rate) : state_(std::make_unique<State>()) {
  if (bloom_init(&state_->filter, static_cast<int>(keys), rate) == 0) return;
  std::fprintf(stderr, "libbloom makes no filter for %llu keys\n", static_cast<unsigned long long>(keys));
  std::abort();
}

LibbloomFilter::~LibbloomFilter() {
  bloom_free(&state_->filter);
}

void LibbloomFilter::insert(std::span<const std::uint64_t> keys) {
  for (const std::uint64_t& key : keys) bloom_add(&state_->filter, &key, sizeof key);
}

void LibbloomFilter::contains(std::span<const std::uint64_t> keys, std::span<bool> found) {
  for (std::size_t i = 0; i < keys.size(); ++i)
    found[i] = bloom_check(&state_->filter, &keys[i], sizeof keys[i]) == 1;
}

}  // namespace peel::bench
