// What analysis/signed_sketch.hpp claims, for sketches of many seeds.
#include "peel/analysis/signed_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"

#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

// Sixty keys, a few of them much more frequent, of either sign.
struct Stream {
  explicit Stream(std::int64_t scale) {
    for (std::uint64_t key = 0; key < 60; ++key) {
      keys.push_back(key);
      const auto rank = static_cast<std::int64_t>(key) + 1;
      changes.push_back({(key % 3 == 0 ? -1 : 1) * scale / rank});
    }
  }
  double product(const Stream& other) const {
    double sum = 0;
    for (std::size_t i = 0; i < keys.size(); ++i)
      sum += static_cast<double>(changes[i].value) * static_cast<double>(other.changes[i].value);
    return sum;
  }
  SignedSketch sketch(std::uint64_t rows, std::uint64_t columns, Seed seed) const {
    const GridShape shape = *GridShape::from({RowCount(rows), ColumnCount(columns), BitWidth(64)});
    auto made = *SignedSketch::make(shape, HashFamily::fast, seed);
    EXPECT_TRUE(made.add(keys, changes));
    return made;
  }

  std::vector<std::uint64_t> keys;
  std::vector<CountChange> changes;
};

constexpr int kSignedTrials = 2000;
constexpr std::uint64_t kSignedColumns = 32;
const double kRoot = std::sqrt(kSignedTrials);

TEST(SignedErrors, ARowIsRightOnAverageWithinFiveStandardErrors) {
  test::Random random;
  const Stream stream(1000);
  double sum = 0;
  for (int trial = 0; trial < kSignedTrials; ++trial) {
    sum += static_cast<double>(stream.sketch(1, kSignedColumns, random.seed()).estimate(5) -
                               stream.changes[5].value);
  }
  const double deviation = std::sqrt(stream.product(stream) / kSignedColumns);
  EXPECT_LT(std::abs(sum / kSignedTrials), 5 * deviation / kRoot);
}

TEST(SignedErrors, TheSecondMomentIsRightOnAverageWithinFiveStandardErrors) {
  test::Random random;
  const Stream stream(1000);
  double sum = 0;
  for (int trial = 0; trial < kSignedTrials; ++trial) {
    sum += static_cast<double>(stream.sketch(1, kSignedColumns, random.seed()).second_moment().estimate);
  }
  const double moment = stream.product(stream);
  EXPECT_LT(std::abs(sum / kSignedTrials - moment), 5 * moment * std::sqrt(2.0 / kSignedColumns) / kRoot);
}

TEST(SignedErrors, TheInnerProductIsRightOnAverageWithinFiveStandardErrors) {
  test::Random random;
  Stream a(1000), b(700);
  for (auto& change : b.changes) change.value += 20;
  double sum = 0;
  for (int trial = 0; trial < kSignedTrials; ++trial) {
    const Seed seed = random.seed();
    sum += static_cast<double>(
        inner_product(a.sketch(1, kSignedColumns, seed), b.sketch(1, kSignedColumns, seed))->estimate);
  }
  const double deviation = std::sqrt(2 * a.product(a) * b.product(b) / kSignedColumns);
  EXPECT_LT(std::abs(sum / kSignedTrials - a.product(b)), 5 * deviation / kRoot);
}

// A share of trials that happens with probability `most` at most, five standard errors allowed.
void expect_few_failed_sketches(int happened, double most) {
  EXPECT_LT(happened / static_cast<double>(kSignedTrials), most + 5 * std::sqrt(most * (1 - most)) / kRoot);
}

TEST(SignedErrors, BoundsHoldAsOftenAsTheySay) {
  test::Random random;
  const Stream stream(1000), other(300);
  const std::uint64_t rows = 7;
  int point = 0, moment = 0, product = 0;
  const double second = stream.product(stream), inner = stream.product(other);
  for (int trial = 0; trial < kSignedTrials; ++trial) {
    const Seed seed = random.seed();
    const SignedSketch sketch = stream.sketch(rows, 256, seed);
    const SignedBounds bounds = sketch.bounds(11);
    point += bounds.lower > stream.changes[11].value || bounds.upper < stream.changes[11].value ? 1 : 0;
    const SecondMoment squares = sketch.second_moment();
    moment +=
        static_cast<double>(squares.lower) > second || static_cast<double>(squares.upper) < second ? 1 : 0;
    const SignedProduct joint = *inner_product(sketch, other.sketch(rows, 256, seed));
    product += static_cast<double>(joint.lower) > inner || static_cast<double>(joint.upper) < inner ? 1 : 0;
  }
  const GridShape shape = *GridShape::from({RowCount(rows), ColumnCount(256), BitWidth(64)});
  expect_few_failed_sketches(point, analysis::signed_failure(shape));
  expect_few_failed_sketches(moment, analysis::majority_failure(RowCount(rows), 0.25));
  expect_few_failed_sketches(product, analysis::signed_product_failure(shape));
}

}  // namespace
}  // namespace peel
