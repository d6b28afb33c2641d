// Random sequences of operations on every kind of cell, against a std::map that does the same.
#include "support/pairs.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using test::PairCounts;
using test::Pairs;

struct CellKind {
  CellArithmetic arithmetic;
  CellChecks checks;
  std::size_t key_width;
  std::size_t value_width;
  HashFamily family;
  std::uint64_t segments = 0;
  std::uint64_t check_bits = 64;
  KeyWeights weights = {};  // light keys have five of six cells
};

class IbltModel : public testing::TestWithParam<CellKind> {
 protected:
  IbltShape shape(std::uint64_t cells, std::uint64_t hashes = 6) const {
    const CellKind& kind = GetParam();
    return test::value_of(IbltShape::from({.cells = CellCount(cells),
                                           .hashes = HashCount(hashes),
                                           .segments = SegmentCount(kind.segments),
                                           .weights = kind.weights,
                                           .key_width = ByteWidth(kind.key_width),
                                           .value_width = ByteWidth(kind.value_width),
                                           .arithmetic = kind.arithmetic,
                                           .checks = kind.checks,
                                           .check_bits = BitWidth(kind.check_bits)}));
  }
  bool may_be_multiple() const { return shape(100).tolerates().duplicates; }
  bool may_be_deleted() const { return shape(100).tolerates().extraneous_deletions; }

  test::Random random_;
};

TEST_P(IbltModel, ListsExactlyWhatTheModelHolds) {
  Iblt table(shape(1'200), GetParam().family, random_.seed());
  const Pairs pairs = test::random_pairs(random_, 120, table.shape());
  PairCounts model;
  for (int step = 0; step < 2'000; ++step) {
    const std::size_t i = random_.below(pairs.size());
    std::int64_t& count = model[{test::text_of(pairs.key(i)), test::text_of(pairs.value(i))}];
    // Only what this kind of cell tolerates.
    const std::int64_t least = may_be_deleted() ? (may_be_multiple() ? -1'000 : -1) : 0;
    const std::int64_t most = may_be_multiple() ? 1'000 : 1;
    if (random_.below(2) == 0) {
      if (count >= most) continue;
      EXPECT_OK(table.insert(pairs.key(i), pairs.value(i)));
      ++count;
    } else {
      if (count <= least) continue;
      EXPECT_OK(table.erase(pairs.key(i), pairs.value(i)));
      --count;
    }
  }
  std::erase_if(model, [](const auto& entry) { return entry.second == 0; });
  const Listing listing = table.list();
  // Two keys in the same six cells: 7140 / 200^6, about 1e-10; in the same five of an irregular table 1e-9.
  ASSERT_TRUE(listing.complete());
  EXPECT_EQ(test::counts_of(listing), model);
}

TEST_P(IbltModel, BatchedUpdatesLeaveTheSameCellsAsSingleOnes) {
  const Seed seed = random_.seed();
  Iblt one_by_one(shape(200), GetParam().family, seed), batched(shape(200), GetParam().family, seed);
  const Pairs pairs = test::random_pairs(random_, 101, batched.shape());  // three batches and a rest
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_OK(one_by_one.insert(pairs.key(i), pairs.value(i)));
  EXPECT_OK(batched.insert(pairs.packed()));
  EXPECT_TRUE(std::ranges::equal(one_by_one.cells(), batched.cells()));
  EXPECT_OK(batched.erase(pairs.packed()));
  EXPECT_TRUE(batched.empty());
}

TEST_P(IbltModel, GetNeverLies) {
  Iblt table(shape(240), GetParam().family, random_.seed());
  const Pairs pairs = test::random_pairs(random_, 120, table.shape());
  EXPECT_OK(table.insert(pairs.packed(0, 60)));
  if (may_be_deleted()) EXPECT_OK(table.erase(pairs.packed(60, 20)));
  if (may_be_multiple()) EXPECT_OK(table.add(pairs.packed(0, 10), 6));

  std::vector<Lookup> answers(pairs.size());
  Bytes values(pairs.values.size());
  EXPECT_OK(table.get(pairs.keys, answers, values));
  std::size_t told = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Lookup& lookup = answers[i];
    if (lookup.answer == Lookup::Answer::unknown) continue;
    ++told;
    const bool deleted = may_be_deleted() && i >= 60 && i < 80;
    const auto expected = i < 60    ? Lookup::Answer::present
                          : deleted ? Lookup::Answer::deleted
                                    : Lookup::Answer::absent;
    ASSERT_EQ(lookup.answer, expected) << i;
    if (lookup.answer == Lookup::Answer::absent) continue;
    EXPECT_EQ(test::text_of(ByteView(values).subspan(i * pairs.value_width, pairs.value_width)),
              test::text_of(pairs.value(i)));
    EXPECT_EQ(test::value_of(table.get(pairs.key(i))).value,
              Bytes(pairs.value(i).begin(), pairs.value(i).end()));
    EXPECT_EQ(lookup.multiplicity, may_be_multiple() && i < 10 ? 7U : 1U);
  }
  EXPECT_GT(told, pairs.size() / 4);
}

TEST_P(IbltModel, OverloadIsForgottenOnceDeletionsBringTheTableBack) {
  Iblt table(shape(1'200), GetParam().family, random_.seed());
  const Pairs pairs = test::random_pairs(random_, 20'000, table.shape());
  EXPECT_OK(table.insert(pairs.packed()));
  EXPECT_FALSE(table.list().complete());
  EXPECT_OK(table.erase(pairs.packed(150, 19'850)));
  const Listing listing = table.list();
  ASSERT_TRUE(listing.complete());
  const Pairs left{
      Bytes(pairs.keys.begin(), pairs.keys.begin() + static_cast<std::ptrdiff_t>(150 * pairs.key_width)),
      Bytes(pairs.values.begin(),
            pairs.values.begin() + static_cast<std::ptrdiff_t>(150 * pairs.value_width)),
      pairs.key_width, pairs.value_width};
  EXPECT_EQ(test::counts_of(listing), test::counts_of(left));
}

TEST_P(IbltModel, ConsumingLeavesExactlyWhatWasNotListed) {
  Iblt table(shape(100), GetParam().family, random_.seed());
  const Pairs pairs = test::random_pairs(random_, 90, table.shape());  // too many: 1.11 cells per key
  EXPECT_OK(table.insert(pairs.packed()));
  const Iblt before = table;
  const Listing listing = table.consume();
  EXPECT_OK(table.insert(PackedPairs{listing.inserted.packed_keys(), listing.inserted.packed_values()}));
  EXPECT_TRUE(std::ranges::equal(table.cells(), before.cells()));
}

constexpr auto kXor = CellArithmetic::xor_sums;
constexpr auto kWrap = CellArithmetic::wrapping_sums;
constexpr auto kField = CellArithmetic::prime_field;
constexpr auto kFull = CellChecks::keys_and_values;
constexpr KeyWeights kByHash{{HashCount(5), 40'000}, WeightSource::hash};
constexpr KeyWeights kByLastByte{{HashCount(5), 40'000}, WeightSource::last_byte};

std::string name_of_kind(const testing::TestParamInfo<CellKind>& info) {
  const CellKind& kind = info.param;
  const char* arithmetic = kind.arithmetic == kXor    ? "Xor"
                           : kind.arithmetic == kWrap ? "Wrapping"
                                                      : "PrimeField";
  const char* checks = kind.checks == CellChecks::none ? "Simple"
                       : kind.checks == kFull          ? "Full"
                                                       : "KeyCheck";
  return std::string(arithmetic) + checks + "Key" + std::to_string(kind.key_width) + "Value" +
         std::to_string(kind.value_width) + (kind.family == HashFamily::siphash ? "Siphash" : "") +
         (kind.segments != 0 ? "Coupled" : "") +
         (kind.weights.source == WeightSource::hash        ? "Irregular"
          : kind.weights.source == WeightSource::last_byte ? "IrregularByLastByte"
                                                           : "") +
         (kind.check_bits < 64 ? "ShortChecks" : "");
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, IbltModel,
    testing::Values(CellKind{kXor, CellChecks::keys, 8, 0, HashFamily::fast},
                    CellKind{kXor, kFull, 8, 8, HashFamily::fast},
                    CellKind{kXor, CellChecks::none, 8, 8, HashFamily::fast},
                    CellKind{kXor, kFull, 3, 5, HashFamily::fast},
                    CellKind{kXor, kFull, 64, 64, HashFamily::siphash},
                    CellKind{kWrap, CellChecks::keys, 8, 0, HashFamily::siphash},
                    CellKind{kWrap, kFull, 16, 1, HashFamily::fast},
                    CellKind{kWrap, CellChecks::keys, 5, 11, HashFamily::fast},
                    CellKind{kWrap, CellChecks::none, 12, 3, HashFamily::fast},
                    CellKind{kField, CellChecks::keys, 8, 0, HashFamily::fast},
                    CellKind{kField, kFull, 7, 7, HashFamily::fast},
                    CellKind{kField, CellChecks::keys, 7, 0, HashFamily::fast},
                    CellKind{kField, kFull, 32, 9, HashFamily::siphash},
                    CellKind{kField, CellChecks::none, 4, 4, HashFamily::fast},
                    CellKind{kField, kFull, 64, 64, HashFamily::fast},
                    CellKind{kXor, CellChecks::keys, 8, 0, HashFamily::fast, 10},
                    CellKind{kXor, kFull, 5, 3, HashFamily::fast, 20, 40},
                    CellKind{kWrap, kFull, 8, 8, HashFamily::fast, 10, 40},
                    CellKind{kField, kFull, 16, 8, HashFamily::siphash, 12, 40},
                    CellKind{kField, CellChecks::none, 8, 0, HashFamily::fast, 9},
                    CellKind{kField, CellChecks::keys, 7, 0, HashFamily::siphash, 10, 40},
                    CellKind{kXor, CellChecks::keys, 8, 0, HashFamily::fast, 0, 64, kByHash},
                    CellKind{kXor, kFull, 5, 3, HashFamily::siphash, 0, 40, kByLastByte},
                    CellKind{kWrap, kFull, 8, 8, HashFamily::fast, 0, 64, kByLastByte},
                    CellKind{kField, kFull, 16, 8, HashFamily::fast, 0, 40, kByHash},
                    CellKind{kField, CellChecks::none, 8, 0, HashFamily::fast, 0, 64, kByHash}),
    name_of_kind);

}  // namespace
}  // namespace peel
