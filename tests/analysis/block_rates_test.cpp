// The rate of blocked filters against full enumeration of tiny ones.
#include "analysis/block_rates.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "support/pairs.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

struct Filter {
  std::uint64_t lanes, lane_cells, blocks, hashes, items;
};

// The cells of a key as a set of bits, for each value that its hash may have: a block, the lane in which the
// last round begins, and a cell for each probe.
std::vector<std::uint64_t> all_keys(const Filter& f) {
  std::vector<std::uint64_t> keys;
  std::uint64_t cell_choices = 1;
  for (std::uint64_t i = 0; i < f.hashes; ++i) cell_choices *= f.lane_cells;
  const std::uint64_t in_full_rounds = f.hashes - f.hashes % f.lanes;
  for (std::uint64_t block = 0; block < f.blocks; ++block) {
    for (std::uint64_t start = 0; start < f.lanes; ++start) {
      for (std::uint64_t choice = 0; choice < cell_choices; ++choice) {
        std::uint64_t key = 0, rest = choice;
        for (std::uint64_t i = 0; i < f.hashes; ++i) {
          const std::uint64_t lane = (i < in_full_rounds ? i : start + i - in_full_rounds) % f.lanes;
          key |= std::uint64_t{1} << ((block * f.lanes + lane) * f.lane_cells + rest % f.lane_cells);
          rest /= f.lane_cells;
        }
        keys.push_back(key);
      }
    }
  }
  return keys;
}

std::uint64_t affirmed(const std::vector<std::uint64_t>& keys, std::uint64_t items, std::uint64_t set) {
  std::uint64_t count = 0;
  if (items == 0) {
    for (const std::uint64_t query : keys) count += (query & ~set) == 0 ? 1 : 0;
    return count;
  }
  for (const std::uint64_t key : keys) count += affirmed(keys, items - 1, set | key);
  return count;
}

double block_rate_by_enumeration(const Filter& f) {
  const auto keys = all_keys(f);
  return static_cast<double>(affirmed(keys, f.items, 0)) /
         std::pow(static_cast<double>(keys.size()), static_cast<double>(f.items + 1));
}

double rate_of(const Filter& f) {
  BlockRates rates({f.lanes, f.lane_cells, HashCount(f.hashes)});
  return rates.rate(BlockCount(f.blocks), ItemCount(f.items));
}

TEST(BlockRates, EqualFullEnumerationOfFilters) {
  int tried = 0;
  for (std::uint64_t lanes = 1; lanes <= 5; ++lanes) {
    for (std::uint64_t lane_cells = 1; lane_cells <= 4; ++lane_cells) {
      for (std::uint64_t blocks = 1; blocks <= 3; ++blocks) {
        for (std::uint64_t hashes = 1; hashes <= 7; ++hashes) {
          for (std::uint64_t items = 1; items <= 4; ++items) {
            const Filter f{lanes, lane_cells, blocks, hashes, items};
            const double ways = static_cast<double>(blocks * lanes) * std::pow(lane_cells, hashes);
            if (std::pow(ways, items + 1) > 2e5) continue;
            ++tried;
            EXPECT_NEAR(rate_of(f), block_rate_by_enumeration(f), 1e-13)
                << lanes << ' ' << lane_cells << ' ' << blocks << ' ' << hashes << ' ' << items;
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 200);
}

// The closed form, sum over a of w(a) (1 - (1 - phi(a))/B)^n, added up elsewhere in 120 decimal digits.
TEST(BlockRates, EqualTheClosedFormToThirteenDigits) {
  struct Known {
    Filter filter;
    double rate;
  };
  const Known known[] = {
      {{8, 64, 1000, 6, 50'000}, 8.81083494995847640e-3}, {{8, 64, 1000, 11, 50'000}, 1.34623175853290232e-2},
      {{8, 64, 37, 8, 1000}, 3.48909292416193936e-4},     {{8, 64, 100'000, 12, 30}, 8.95866432903984767e-24},
      {{8, 64, 500, 20, 5000}, 8.38290994843135180e-8},   {{4, 64, 2000, 7, 50'000}, 1.02335362220669300e-2},
      {{4, 64, 5, 9, 3}, 1.16030551037766683e-11},        {{4, 64, 50, 30, 500}, 1.30439631729288313e-3},
      {{8, 16, 77, 10, 1000}, 2.44304106659175426e-2},    {{4, 16, 999, 13, 9999}, 2.32714582395828319e-1},
  };
  for (const auto& [filter, rate] : known) EXPECT_NEAR(rate_of(filter), rate, rate * 1e-13) << filter.hashes;
}

TEST(BlockRates, OfOneKeyAreTheChanceThatTwoKeysHaveTheSameCells) {
  BlockRates line({8, 64, HashCount(8)}), small({4, 64, HashCount(4)});
  EXPECT_DOUBLE_EQ(line.with_keys(ItemCount(1)), std::pow(1.0 / 64, 8));
  EXPECT_DOUBLE_EQ(small.with_keys(ItemCount(1)), std::pow(1.0 / 64, 4));
}

TEST(BlockRates, RiseWithTheKeysFromZeroToOne) {
  for (const std::uint64_t hashes : {1U, 5U, 8U, 11U, 16U}) {
    BlockRates rates({8, 64, HashCount(hashes)});
    EXPECT_EQ(rates.with_keys(ItemCount(0)), 0);
    for (std::uint64_t keys = 1; keys < 300; ++keys) {
      const double before = rates.with_keys(ItemCount(keys - 1));
      EXPECT_GT(rates.with_keys(ItemCount(keys)), before) << hashes << ' ' << keys;
    }
    EXPECT_EQ(rates.with_keys(ItemCount(~std::uint64_t{0})), 1);
  }
}

// What a plain filter of that layout does, as an average over many small ones; a check of k = 17..31, which
// enumeration cannot reach.
TEST(BlockRates, AgreeWithSimulatedBlocksOfManyHashes) {
  test::Random random;
  for (const BlockForm& form : {BlockForm{4, 16, HashCount(31)}, {8, 16, HashCount(19)}}) {
    BlockRates rates(form);
    constexpr int kTrials = 40'000;
    constexpr std::uint64_t kKeys = 5;
    const auto draw = [&](std::vector<std::uint64_t>& cells) {
      cells.clear();
      const std::uint64_t start = random.below(form.lanes), hashes = form.hashes.value;
      for (std::uint64_t i = 0; i < hashes; ++i) {
        const std::uint64_t lane = (i < hashes - hashes % form.lanes ? i : start + i) % form.lanes;
        cells.push_back(lane * form.lane_cells + random.below(form.lane_cells));
      }
    };
    int affirmed_queries = 0;
    std::vector<std::uint64_t> cells;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<bool> set(form.lanes * form.lane_cells);
      for (std::uint64_t key = 0; key < kKeys; ++key) {
        draw(cells);
        for (const std::uint64_t cell : cells) set[cell] = true;
      }
      draw(cells);
      bool all = true;
      for (const std::uint64_t cell : cells) all = all && set[cell];
      affirmed_queries += all ? 1 : 0;
    }
    const double expected = rates.with_keys(ItemCount(kKeys));
    const double error = std::sqrt(expected * (1 - expected) / kTrials);
    EXPECT_NEAR(affirmed_queries / double{kTrials}, expected, 5 * error) << form.hashes.value;
  }
}

}  // namespace
}  // namespace peel::analysis
