// Low-entropy keys must fall into cells as random keys would: evenly for each choice, and independently for
// any two or three choices. A table lists its keys only if those that share some cells do not tend to share
// all of them. That is how double hashing (cell i from low + i * high) goes wrong: two keys that agree in
// two cells tend to agree in all, and the last test here goes red for every set of keys.
#include "peel/hashing/key_hasher.hpp"

#include "hashing/deviation.hpp"
#include "hashing/low_entropy_keys.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

namespace peel {
namespace {

using test::kLimit;

constexpr unsigned kWords = kMaxChoices + 1;  // eight choices and the check
static_assert(kCheckWord == kWords - 1);

// A small set is hashed under many seeds, so that every test sees about as many hashes.
constexpr std::size_t kHashesPerTest = 20'000;

class LowEntropyKeys : public ::testing::TestWithParam<test::KeySet> {
 protected:
  LowEntropyKeys() {
    test::Random random;
    for (std::size_t total = 0; total < kHashesPerTest; total += keys().size()) {
      rounds_.push_back(keys().hashes(KeyHasher(HashFamily::fast, random.seed())));
    }
  }

  const test::KeySet& keys() const { return GetParam(); }
  double rounds() const { return static_cast<double>(rounds_.size()); }
  double pairs() const {
    const auto n = static_cast<double>(keys().size());
    return rounds() * n * (n - 1) / 2;
  }

  std::vector<std::vector<KeyHash>> rounds_;  // the hashes of all keys, for each seed
};

INSTANTIATE_TEST_SUITE_P(KeyHasher, LowEntropyKeys, ::testing::ValuesIn(test::low_entropy_key_sets()),
                         [](const auto& instance) { return instance.param.name; });

// Groups of keys that share one place, over `places` places.
struct Meetings {
  std::uint64_t pairs = 0;
  std::uint64_t triples = 0;
};

template <class PlaceOf>
Meetings meetings(const std::vector<std::vector<KeyHash>>& rounds, std::size_t places,
                  const PlaceOf& place_of) {
  Meetings total;
  std::vector<std::uint16_t> occupants(places);
  for (const auto& hashes : rounds) {
    for (const KeyHash& hash : hashes) {
      const std::uint64_t before = occupants[place_of(hash)]++;
      total.pairs += before;
      total.triples += before * (before - 1) / 2;
    }
    for (const KeyHash& hash : hashes) occupants[place_of(hash)] = 0;
  }
  return total;
}

double chi_square_of_cells(const std::vector<std::vector<KeyHash>>& rounds, unsigned word,
                           std::uint64_t cells) {
  std::vector<double> occupants(cells);
  double keys = 0;
  for (const auto& hashes : rounds) {
    for (const KeyHash& hash : hashes) ++occupants[reduce(hash.word(word), cells)];
    keys += static_cast<double>(hashes.size());
  }
  const double mean = keys / static_cast<double>(cells);
  double statistic = 0;
  for (const double count : occupants) statistic += (count - mean) * (count - mean) / mean;
  return statistic;
}

TEST_P(LowEntropyKeys, FillTheCellsOfEachWordEvenly) {
  for (const std::uint64_t cells : {1000U, 1024U}) {
    for (unsigned word = 0; word < kWords; ++word) {
      const double statistic = chi_square_of_cells(rounds_, word, cells);
      const double deviation = test::chi_square_deviation(statistic, static_cast<double>(cells - 1));
      EXPECT_LT(std::fabs(deviation), kLimit)
          << "word " << word << " in " << cells << " cells: " << statistic;
    }
  }
}

// In s cells a pair of keys agrees in both words with probability 1 / s^2, a triple with 1 / s^4.
TEST_P(LowEntropyKeys, MeetInTwoCellsAsOftenAsRandomKeys) {
  const auto n = static_cast<double>(keys().size());
  for (const std::uint64_t s : n > 1000 ? std::array{1000U, 1024U} : std::array{100U, 128U}) {
    const auto places = static_cast<double>(s * s);
    double triples = 0;
    double expected_triples = 0;
    for (unsigned i = 0; i < kWords; ++i) {
      for (unsigned j = i + 1; j < kWords; ++j) {
        const Meetings met = meetings(rounds_, s * s, [i, j, s](const KeyHash& hash) {
          return reduce(hash.word(i), s) * s + reduce(hash.word(j), s);
        });
        const double expected = pairs() / places;
        EXPECT_LT(std::fabs(test::poisson_deviation(static_cast<double>(met.pairs), expected)), kLimit)
            << met.pairs << " pairs meet in words " << i << " and " << j << ", expected " << expected;
        triples += static_cast<double>(met.triples);
        expected_triples += pairs() * (n - 2) / 3 / (places * places);
      }
    }
    EXPECT_LT(std::fabs(test::poisson_deviation(triples, expected_triples)), kLimit)
        << triples << " triples meet, expected " << expected_triples;
  }
}

// And in three words with probability 1 / s^3.
TEST_P(LowEntropyKeys, MeetInThreeCellsAsOftenAsRandomKeys) {
  const std::uint64_t s = keys().size() > 1000 ? 100 : 20;
  const double expected = pairs() / static_cast<double>(s * s * s);
  for (unsigned i = 0; i < kWords; ++i) {
    for (unsigned j = i + 1; j < kWords; ++j) {
      for (unsigned k = j + 1; k < kWords; ++k) {
        const Meetings met = meetings(rounds_, s * s * s, [i, j, k, s](const KeyHash& hash) {
          return (reduce(hash.word(i), s) * s + reduce(hash.word(j), s)) * s + reduce(hash.word(k), s);
        });
        EXPECT_LT(std::fabs(test::poisson_deviation(static_cast<double>(met.pairs), expected)), kLimit)
            << met.pairs << " pairs meet in words " << i << ", " << j << " and " << k << ", expected "
            << expected;
      }
    }
  }
}

}  // namespace
}  // namespace peel
