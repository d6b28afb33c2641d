// The majority vote on every array of up to eight elements over three symbols.
#include "peel/frequency/majority_vote.hpp"

#include "lab/maheshwari/experiments.hpp"

#include <array>

namespace peel::lab::maheshwari {

namespace {

constexpr std::uint64_t kSymbols = 3, kLongest = 8;

struct Tally {
  double with_majority = 0, found = 0;
};

// The array whose elements are the digits of a number.
void count_array(std::uint64_t digits, std::uint64_t length, Tally& tally) {
  MajorityVote<std::uint64_t> vote;
  std::array<std::uint64_t, kSymbols> counts{};
  for (std::uint64_t i = 0; i < length; ++i, digits /= kSymbols) {
    vote.add(digits % kSymbols);
    ++counts[digits % kSymbols];
  }
  for (std::uint64_t symbol = 0; symbol < kSymbols; ++symbol) {
    if (2 * counts[symbol] <= length) continue;
    tally.with_majority += 1;
    tally.found += vote.candidate() == symbol ? 1 : 0;
  }
}

}  // namespace

Outcome majority(const RunOptions&) {
  Tally tally;
  std::uint64_t ways = 1;
  for (std::uint64_t length = 1; length <= kLongest; ++length) {
    ways *= kSymbols;
    for (std::uint64_t digits = 0; digits < ways; ++digits) count_array(digits, length, tally);
  }
  return {{{.what = "arrays with a majority, of all up to length 8 over 3 symbols",
            .observed = Estimate::computed(tally.with_majority)},
           {.what = "share of these whose majority element is returned",
            .fact = "001.majority",
            .printed = Printed{"all", Estimate::computed(1), 0, Origin::derived},
            .observed = Estimate::computed(tally.found / tally.with_majority)}}};
}

}  // namespace peel::lab::maheshwari
