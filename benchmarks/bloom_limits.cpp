#include "bloom_limits.hpp"

#include <algorithm>
#include <array>

namespace peel::bench {

namespace {

constexpr std::size_t kMostLines = 64;  // asked for together

// Calls use(words, number of the key) for each key, one group of keys after asking memory for its `Lines`
// words. The number of lines is a template argument so that loops over them unroll.
template <unsigned Lines, class Use>
void visit(std::uint64_t* words, const KeyHasher& hasher, std::uint64_t range, std::uint64_t stride,
           std::span<const std::uint64_t> keys, Use use) {
  constexpr std::size_t kGroup = Lines == 1 ? kMostLines : 16;
  using Places = std::array<std::array<std::uint64_t*, Lines>, kGroup>;
  std::array<KeyHash, kGroup> hashes;
  std::array<Places, 2> places;
  const auto ask = [&](Places& group, std::size_t i) {
    for (unsigned j = 0; j < Lines; ++j) {
      group[i][j] = words + reduce(Lines == 1 ? hashes[i].low : hashes[i].word(j), range) * stride;
      __builtin_prefetch(group[i][j], 1);
    }
  };
  std::size_t now = 0;  // keys of the group that was asked for last
  for (std::size_t at = 0, turn = 0; at < keys.size() || now > 0; turn = 1 - turn) {
    const std::size_t next = std::min(kGroup, keys.size() - at);
    hasher.hash(keys.subspan(at, next), std::span(hashes).first(next));
    const Places& asked = places[turn];
    Places& asking = places[1 - turn];
    const std::size_t both = std::min(now, next), done = at - now;
    for (std::size_t i = 0; i < both; ++i) {
      ask(asking, i);
      use(asked[i], done + i);
    }
    for (std::size_t i = both; i < now; ++i) use(asked[i], done + i);
    for (std::size_t i = both; i < next; ++i) ask(asking, i);
    at += next;
    now = next;
  }
}

// A classic filter has as many lines as hashes; a blocked one has one.
template <class Use>
void visit(const FilterShape& shape, const KeyHasher& hasher, std::uint64_t* words,
           std::span<const std::uint64_t> keys, Use use) {
  if (shape.is_blocked()) return visit<1>(words, hasher, shape.blocks(), shape.lanes(), keys, use);
  // The planned number of hashes at 1 %, and one below and above.
  switch (shape.hashes().value) {
    case 6:
      return visit<6>(words, hasher, shape.words(), 1, keys, use);
    case 7:
      return visit<7>(words, hasher, shape.words(), 1, keys, use);
    default:
      return visit<8>(words, hasher, shape.words(), 1, keys, use);
  }
}

}  // namespace

FilterTraffic::FilterTraffic(const FilterShape& shape)
    : shape_(shape), hasher_(HashFamily::fast, Seed(1)), words_(shape.words()) {}

void FilterTraffic::update(std::span<const std::uint64_t> keys) {
  visit(shape_, hasher_, words_.data(), keys, [&](const auto& slot, std::size_t i) {
    for (std::uint64_t* word : slot) *word |= i;
  });
}

void FilterTraffic::read(std::span<const std::uint64_t> keys, std::span<bool> answers) const {
  auto* const words = const_cast<std::uint64_t*>(words_.data());  // visit() serves both; this use only reads
  visit(shape_, hasher_, words, keys, [&](const auto& slot, std::size_t i) {
    std::uint64_t all = 1;
    for (const std::uint64_t* word : slot) all &= *word;
    answers[i] = all != 0;
  });
}

}  // namespace peel::bench
