#include "summary_limits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace peel::bench {

namespace {

// The number of lines is a template argument so that loops over them unroll.
template <unsigned Lines, class Use>
void visit(std::uint64_t* words, std::uint64_t range, std::span<const KeyHash> hashes, Use use) {
  constexpr std::size_t kGroup = std::clamp<std::size_t>(128 / Lines, 4, 64);
  using Places = std::array<std::array<std::uint64_t*, Lines>, kGroup>;
  std::array<Places, 2> places;
  const auto ask = [&](Places& group, std::size_t at, std::size_t i) {
    for (unsigned j = 0; j < Lines; ++j) {
      group[i][j] = words + reduce(hashes[at + i].far_word(j), range);
      __builtin_prefetch(group[i][j]);
    }
  };
  std::size_t now = 0;  // keys of the group that was asked for last
  for (std::size_t at = 0, turn = 0; at < hashes.size() || now > 0; turn = 1 - turn) {
    const std::size_t next = std::min(kGroup, hashes.size() - at), both = std::min(now, next);
    for (std::size_t i = 0; i < both; ++i) {
      ask(places[turn], at, i);
      use(places[1 - turn][i], at - now + i);
    }
    for (std::size_t i = both; i < next; ++i) ask(places[turn], at, i);
    for (std::size_t i = both; i < now; ++i) use(places[1 - turn][i], at - now + i);
    at += next;
    now = next;
  }
}

template <class Use>
void visit(unsigned lines, std::uint64_t* words, std::uint64_t range, std::span<const KeyHash> hashes,
           Use use) {
  switch (lines) {
    case 1:
      return visit<1>(words, range, hashes, use);
    case 7:
      return visit<7>(words, range, hashes, use);
    case 8:
      return visit<8>(words, range, hashes, use);
    case 15:
      return visit<15>(words, range, hashes, use);
    default:
      return visit<41>(words, range, hashes, use);  // what 49 hashes leave when 8 are done
  }
}

std::uint64_t most_words(const std::vector<LinesOfKey>& parts) {
  std::uint64_t bytes = 64;
  for (const LinesOfKey& part : parts) bytes = std::max(bytes, part.bytes);
  return (bytes + 7) / 8;
}

std::span<const KeyHash> share_of(std::span<const KeyHash> hashes, double share) {
  return hashes.first(static_cast<std::size_t>(static_cast<double>(hashes.size()) * share));
}

}  // namespace

HashTraffic::HashTraffic(std::vector<LinesOfKey> parts)
    : parts_(std::move(parts)), words_(most_words(parts_)) {
  std::ranges::fill(words_.span(), 1);  // memory that was never written would not be read either
}

void HashTraffic::read(std::span<const KeyHash> hashes, std::span<Level> answers) const {
  auto* const words = const_cast<std::uint64_t*>(words_.data());  // visit() serves both; this use only reads
  for (const LinesOfKey& part : parts_) {
    visit(part.lines, words, (part.bytes + 7) / 8, share_of(hashes, part.share),
          [&](const auto& places, std::size_t i) {
            std::uint64_t all = 7;
            for (const std::uint64_t* word : places) all &= *word;
            answers[i] = Level(all);
          });
  }
}

void HashTraffic::update(std::span<const KeyHash> hashes) {
  for (const LinesOfKey& part : parts_) {
    visit(part.lines, words_.data(), (part.bytes + 7) / 8, share_of(hashes, part.share),
          [](const auto& places, std::size_t i) {
            for (std::uint64_t* word : places) *word |= i;
          });
  }
}

}  // namespace peel::bench
