#include "peel/frequency/majority_vote.hpp"

#include "peel/frequency/misra_gries.hpp"

#include "support/random.hpp"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace peel {
namespace {

// Calls visit with every array over three symbols of up to `most` elements.
template <class Visit>
void for_each_array(std::size_t most, Visit visit) {
  for (std::size_t size = 0; size <= most; ++size) {
    std::vector<int> array(size, 0);
    for (bool more = true; more;) {
      visit(array);
      more = false;
      for (int& symbol : array) {
        if (++symbol < 3) {
          more = true;
          break;
        }
        symbol = 0;
      }
    }
  }
}

std::array<std::uint64_t, 3> counts_in_array(const std::vector<int>& array) {
  std::array<std::uint64_t, 3> counts = {};
  for (const int symbol : array) ++counts[static_cast<std::size_t>(symbol)];
  return counts;
}

template <class Summary>
void add_all(Summary& summary, const std::vector<int>& array) {
  for (const int symbol : array) summary.add(symbol);
}

// FACTS of the slides: there are 3,294 such arrays of one to eight elements with a majority.
TEST(MajorityVote, NamesTheMajorityOfEveryArrayOfThreeSymbolsThatHasOne) {
  int with_majority = 0, wrong = 0;
  for_each_array(8, [&](const std::vector<int>& array) {
    const auto counts = counts_in_array(array);
    for (std::size_t symbol = 0; symbol < 3; ++symbol) {
      if (2 * counts[symbol] <= array.size()) continue;
      MajorityVote<int> vote;
      add_all(vote, array);
      ++with_majority;
      wrong += vote.candidate() == static_cast<int>(symbol) ? 0 : 1;
    }
  });
  EXPECT_EQ(with_majority, 3294);
  EXPECT_EQ(wrong, 0);
}

TEST(MajorityVote, TakesViewsOfTextsAndKeepsTheCandidateItself) {
  MajorityVote<std::string> vote;
  for (std::string text : {"pear", "fig", "pear", "pear"}) {
    vote.add(std::string_view(text));
    text.assign("gone");
  }
  EXPECT_EQ(vote.candidate(), "pear");
  EXPECT_EQ(vote.total(), CopyCount(4));
}

TEST(MajorityVote, NamesTheMajorityOfTwoMergedParts) {
  int wrong = 0;
  for_each_array(7, [&](const std::vector<int>& array) {
    const auto counts = counts_in_array(array);
    for (std::size_t cut = 0; cut <= array.size(); ++cut) {
      const auto middle = array.begin() + static_cast<std::ptrdiff_t>(cut);
      MajorityVote<int> left, right;
      add_all(left, {array.begin(), middle});
      add_all(right, {middle, array.end()});
      left.merge(right);
      EXPECT_EQ(left.total(), CopyCount(array.size()));
      for (std::size_t symbol = 0; symbol < 3; ++symbol)
        if (2 * counts[symbol] > array.size()) wrong += left.candidate() == static_cast<int>(symbol) ? 0 : 1;
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(MajorityVote, TakesCopiesLikeOneAfterTheOther) {
  test::Random random;
  MajorityVote<std::string> one_by_one, at_once;
  for (int i = 0; i < 500; ++i) {
    const std::string key(1, static_cast<char>('a' + random.below(3)));
    const std::uint64_t copies = random.below(6);
    for (std::uint64_t j = 0; j < copies; ++j) one_by_one.add(key);
    at_once.add(key, CopyCount(copies));
    ASSERT_EQ(at_once.candidate(), one_by_one.candidate());
    ASSERT_EQ(at_once.lead(), one_by_one.lead());
  }
}

TEST(MajorityVote, NamesSomeKeyWhereNoneHasTheMajority) {
  MajorityVote<int> vote;
  EXPECT_FALSE(vote.candidate());
  add_all(vote, {1, 1, 2, 2, 3});
  EXPECT_EQ(vote.candidate(), 3);  // it came once of five times
}

TEST(MajorityVote, MergesWithItself) {
  MajorityVote<int> vote;
  add_all(vote, {1, 2, 2});
  vote.merge(vote);
  EXPECT_EQ(vote.candidate(), 2);
  EXPECT_EQ(vote.lead(), CopyCount(2));
  EXPECT_EQ(vote.total(), CopyCount(6));
}

void expect_certain(const MisraGries<int>& summary, const std::array<std::uint64_t, 3>& counts) {
  EXPECT_LE(summary.error().value * summary.k().value, summary.total().value);
  EXPECT_LT(summary.counters().size(), summary.k().value);
  for (int symbol = 0; symbol < 3; ++symbol) {
    const std::uint64_t count = counts[static_cast<std::size_t>(symbol)];
    const CountBounds bounds = summary.bounds(symbol);
    EXPECT_LE(bounds.lower, count);
    EXPECT_GE(bounds.upper, count);
    if (count * summary.k().value > summary.total().value) {
      EXPECT_TRUE(summary.counters().contains(symbol));
    }
  }
}

TEST(MisraGries, IsCertainOnEveryArrayOfThreeSymbols) {
  for (const std::uint64_t k : {2U, 3U, 4U}) {
    for_each_array(8, [&](const std::vector<int>& array) {
      auto summary = *MisraGries<int>::make(ItemCount(k));
      add_all(summary, array);
      expect_certain(summary, counts_in_array(array));
    });
  }
}

TEST(MisraGries, IsCertainWhenPartsAreMerged) {
  for (const std::uint64_t k : {2U, 3U}) {
    for_each_array(6, [&](const std::vector<int>& array) {
      for (std::size_t cut = 0; cut <= array.size(); ++cut) {
        const auto middle = array.begin() + static_cast<std::ptrdiff_t>(cut);
        auto left = *MisraGries<int>::make(ItemCount(k)), right = left;
        add_all(left, {array.begin(), middle});
        add_all(right, {middle, array.end()});
        ASSERT_TRUE(left.merge(right));
        expect_certain(left, counts_in_array(array));
      }
    });
  }
}

TEST(MisraGries, WithTwoIsTheMajorityVote) {
  for_each_array(7, [&](const std::vector<int>& array) {
    MajorityVote<int> vote;
    auto summary = *MisraGries<int>::make(ItemCount(2));
    add_all(vote, array);
    add_all(summary, array);
    if (vote.lead().value == 0) {
      EXPECT_TRUE(summary.counters().empty());
    } else {
      EXPECT_EQ(summary.counters(), (std::map<int, std::uint64_t>{{*vote.candidate(), vote.lead().value}}));
    }
  });
}

TEST(MisraGries, TakesCopiesLikeOneAfterTheOther) {
  test::Random random;
  auto one_by_one = *MisraGries<std::uint64_t>::make(ItemCount(4)), at_once = one_by_one;
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t key = random.below(8), copies = random.below(9);
    for (std::uint64_t j = 0; j < copies; ++j) one_by_one.add(key);
    at_once.add(key, CopyCount(copies));
    ASSERT_EQ(at_once.counters(), one_by_one.counters());
    ASSERT_EQ(at_once.error(), one_by_one.error());
  }
}

TEST(MisraGries, RefusesKBelowTwoAndAnotherK) {
  EXPECT_EQ(MisraGries<int>::make(ItemCount(1)).error().code(), ErrorCode::invalid_argument);
  auto two = *MisraGries<int>::make(ItemCount(2));
  EXPECT_EQ(two.merge(*MisraGries<int>::make(ItemCount(3))).error().code(), ErrorCode::incompatible);
}

}  // namespace
}  // namespace peel
