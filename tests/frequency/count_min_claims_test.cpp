// Both claims of the slides over 1,000 random streams, with their own parameters: b = 2 / epsilon columns, r
// rows [Maheshwari 2018].
#include "peel/analysis/count_min.hpp"
#include "peel/analysis/zipf.hpp"
#include "peel/frequency/count_min_sketch.hpp"

#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

constexpr std::uint64_t kStreams = 1000, kValues = 100, kCopies = 1000;

struct Setting {
  std::uint64_t columns, rows;  // epsilon is 2 / columns
  double exponent;
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.rows << " x " << setting.columns << ", Zipf " << setting.exponent;
}

// The answers of one stream: how many are too small, and the share that exceeds the truth by epsilon n or
// more.
struct Outcome {
  int below = 0;
  double beyond = 0;
};

class CountMinClaims : public testing::TestWithParam<Setting> {
 protected:
  Outcome fill(test::Random& random) const {
    auto sketch = *CountMinSketch::make(shape, CountMinRule::plain, HashFamily::fast, random.seed());
    std::vector<std::uint64_t> keys(kCopies), counts(kValues + 1);
    for (std::uint64_t& key : keys) ++counts[key = law.rank(random.next())];
    sketch.add(keys);
    Outcome outcome;
    for (std::uint64_t value = 1; value <= kValues; ++value) {
      const std::uint64_t answer = sketch.bounds(value).upper;
      if (answer < counts[value]) ++outcome.below;
      // answer - truth >= 2 n / b, in whole numbers
      if (answer > counts[value] && (answer - counts[value]) * GetParam().columns >= 2 * kCopies)
        outcome.beyond += 1.0 / kValues;
    }
    return outcome;
  }
  const GridShape shape =
      *GridShape::from({RowCount(GetParam().rows), ColumnCount(GetParam().columns), BitWidth(32)});
  const analysis::Zipf law = *analysis::Zipf::from({ItemCount(kValues), GetParam().exponent});
};

TEST_P(CountMinClaims, HoldOverAThousandRandomStreams) {
  test::Random random;
  int below = 0;
  double sum = 0, squares = 0;
  for (std::uint64_t i = 0; i < kStreams; ++i) {
    const Outcome outcome = fill(random);
    below += outcome.below;
    sum += outcome.beyond;
    squares += outcome.beyond * outcome.beyond;
  }
  EXPECT_EQ(below, 0);
  const double mean = sum / kStreams, variance = squares / kStreams - mean * mean;
  EXPECT_LE(mean, analysis::slides_delta(shape.rows()).value() + 5 * std::sqrt(variance / kStreams));
}

INSTANTIATE_TEST_SUITE_P(Grid, CountMinClaims,
                         testing::Values(Setting{20, 1, 0}, Setting{20, 1, 1}, Setting{100, 2, 1},
                                         Setting{100, 4, 1.2}, Setting{40, 5, 0.8}));

// The stream on which the claim is nearest to being wrong: 1/epsilon keys that came epsilon n times each.
TEST(CountMinClaims, HoldWithinFiveStandardErrorsOfTheHardInstance) {
  constexpr std::uint64_t kKeys = 10, kColumns = 20, kSketches = 20'000;
  const GridShape shape = *GridShape::from({RowCount(2), ColumnCount(kColumns), BitWidth(32)});
  test::Random random;
  double beyond = 0;
  for (std::uint64_t i = 0; i < kSketches; ++i) {
    auto sketch = *CountMinSketch::make(shape, CountMinRule::plain, HashFamily::fast, random.seed());
    for (std::uint64_t key = 0; key < kKeys; ++key) sketch.add(key, CopyCount(7));
    beyond += sketch.bounds(kKeys).upper >= 7 ? 1 : 0;
  }
  const double expected = analysis::collision_probability(shape, ItemCount(kKeys));
  EXPECT_NEAR(beyond / kSketches, expected, 5 * std::sqrt(expected * (1 - expected) / kSketches));
}

}  // namespace
}  // namespace peel
