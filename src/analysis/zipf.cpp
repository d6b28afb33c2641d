#include "peel/analysis/zipf.hpp"

#include "analysis/numbers.hpp"
#include "core/shortest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace peel::analysis {

namespace {

constexpr int kGuideBits = 12;

struct Stretch {
  double from, to;
};

// The integral of t^-z. Written so that nothing is lost near z = 1, where it is the logarithm.
double integral(Stretch stretch, double z) {
  const double logarithm = std::log(stretch.to / stretch.from), c = 1 - z;
  const double growth = c == 0 ? logarithm : std::expm1(c * logarithm) / c;
  return std::pow(stretch.from, c) * growth;
}

// Where the integral from `from` on has become `area`.
double where_integral_is(double area, double from, double z) {
  const double c = 1 - z, growth = area / std::pow(from, c);
  return from * std::exp(c == 0 ? growth : std::log1p(c * growth) / c);
}

std::uint64_t word_at(double share) {
  const double scaled = std::ldexp(share, 64);
  return scaled < 0x1p64 ? static_cast<std::uint64_t>(scaled) : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

Result<Zipf> Zipf::from(const ZipfSpec& spec) {
  if (spec.keys.value < 1 || spec.keys.value > kMaxZipfKeys) {
    return failure(ErrorCode::invalid_argument, std::to_string(spec.keys.value) +
                                                    " possible keys: accepted are 1 to " +
                                                    std::to_string(kMaxZipfKeys));
  }
  if (!(spec.exponent >= 0 && spec.exponent <= kMaxZipfExponent)) {
    return failure(ErrorCode::invalid_argument,
                   "a Zipf exponent of " + shortest(spec.exponent) + ": accepted are 0 to 8");
  }
  return Zipf(spec);
}

Zipf::Zipf(const ZipfSpec& spec) : spec_(spec) {
  const std::uint64_t head = std::min(spec.keys.value, kZipfHead);
  std::vector<double> sums(head);
  double sum = 0;
  for (std::uint64_t i = 0; i < head; ++i) sums[i] = sum += std::pow(real(i + 1), -spec.exponent);
  if (spec.keys.value > head)
    tail_ = integral({real(head) + 0.5, real(spec.keys.value) + 0.5}, spec.exponent);
  total_ = sum + tail_;

  for (const double each : sums) next_rank_.push_back(word_at(each / total_));
  tail_begins_ = next_rank_.back();
  if (tail_ == 0) next_rank_.pop_back();  // all words from there on stand for the last rank

  guide_.resize(std::size_t{1} << kGuideBits);
  for (std::size_t i = 0; i < guide_.size(); ++i) {
    const auto at = std::ranges::upper_bound(next_rank_, std::uint64_t{i} << (64 - kGuideBits));
    guide_[i] = static_cast<std::uint32_t>(at - next_rank_.begin());
  }
}

double Zipf::probability(std::uint64_t rank) const {
  if (rank <= kZipfHead) return std::pow(real(rank), -spec_.exponent) / total_;
  return integral({real(rank) - 0.5, real(rank) + 0.5}, spec_.exponent) / total_;
}

std::uint64_t Zipf::rank(std::uint64_t word) const {
  std::size_t at = guide_[word >> (64 - kGuideBits)];
  while (at < next_rank_.size() && next_rank_[at] <= word) ++at;
  if (at < next_rank_.size() || tail_ == 0) return at + 1;
  const double share = real(word - tail_begins_) / real(0 - tail_begins_);
  const double where = where_integral_is(share * tail_, real(kZipfHead) + 0.5, spec_.exponent);
  const double most = real(spec_.keys.value), above = where + 0.5;
  return above < most ? static_cast<std::uint64_t>(above) : spec_.keys.value;
}

std::vector<ZipfClass> Zipf::classes() const {
  std::vector<ZipfClass> classes;
  const std::uint64_t last = spec_.keys.value;
  for (std::uint64_t rank = 1; rank <= std::min(last, kZipfHead); ++rank)
    classes.push_back({rank, 1, probability(rank)});
  for (std::uint64_t rank = kZipfHead + 1; rank <= last;) {
    const std::uint64_t keys = std::min(rank / 128, last - rank + 1);
    const double mass = integral({real(rank) - 0.5, real(rank + keys) - 0.5}, spec_.exponent) / total_;
    classes.push_back({rank, keys, mass / real(keys)});
    rank += keys;
  }
  return classes;
}

double expected_distinct(const Zipf& zipf, CopyCount draws) {
  double distinct = 0;
  for (const ZipfClass& some : zipf.classes())
    distinct -= real(some.keys) * std::expm1(real(draws.value) * std::log1p(-some.probability));
  return distinct;
}

}  // namespace peel::analysis
