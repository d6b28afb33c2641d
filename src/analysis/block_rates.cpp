#include "analysis/block_rates.hpp"

#include "analysis/distinct_cells.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <map>
#include <utility>

namespace peel::analysis {

namespace {

// With at most 32 hashes the terms add up to at most 2^32 in absolute value, and the smallest rate, of one
// key, is above 2^-160: some 60 bits are left.
using Number = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<256, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;

// How many cells of each lane are taken as unset; 0 behind the last lane.
constexpr std::size_t kMostLanes = 8;
using Unset = std::array<std::uint8_t, kMostLanes>;

// The smallest of the forms that lanes take when turned or reflected: phi is the same for all of them.
Unset least_turned(const Unset& unset, std::size_t lanes) {
  Unset least = unset, form = unset;
  const auto first = form.begin(), end = first + static_cast<std::ptrdiff_t>(lanes);
  for (int side = 0; side < 2; ++side) {
    for (std::size_t turn = 0; turn < lanes; ++turn) {
      std::rotate(first, first + 1, end);
      least = std::min(least, form);
    }
    std::reverse(first, end);
  }
  return least;
}

// The same of all orders of the lanes.
Unset sorted(Unset unset, std::size_t lanes) {
  const auto first = unset.begin();
  for (auto at = first; at != first + static_cast<std::ptrdiff_t>(lanes); ++at)
    std::rotate(std::upper_bound(first, at, *at), at, at + 1);
  return unset;
}

}  // namespace

// The sum, and the powers of phi that it has reached.
class BlockRates::Terms {
 public:
  explicit Terms(const BlockForm& form)
      : rounds_(form.hashes.value / form.lanes), last_(form.hashes.value % form.lanes) {
    for (std::uint64_t a = 0; a <= std::min(rounds_ + 1, form.lane_cells); ++a)
      shares_.push_back(Number(form.lane_cells - a) / Number(form.lane_cells));
    in_lane_ = unset_weights<Number>(HashCount(rounds_), CellCount(form.lane_cells));
    in_last_lane_ = unset_weights<Number>(HashCount(rounds_ + 1), CellCount(form.lane_cells));
    // Without a last round that is cut short, lanes are independent: the rate is a power of one lane's.
    lanes_ = last_ == 0 ? 1 : form.lanes;
    independent_lanes_ = form.lanes / lanes_;
    Unset unset{};
    std::map<Unset, Number> weights;
    collect(unset, 0, Number(1), weights);
    for (const auto& [form_of_unset, weight] : weights) terms_.push_back({weight, untouched(form_of_unset)});
  }

  // The rate with one key more than the last time; first with one.
  double next() {
    Number sum(0);
    for (Term& term : terms_) {
      term.value *= term.untouched;
      sum += term.value;
    }
    Number rate(1);
    for (std::uint64_t lane = 0; lane < independent_lanes_; ++lane) rate *= sum;
    return std::clamp(static_cast<double>(rate), 0.0, 1.0);
  }

 private:
  struct Term {
    Number value;      // the weight times phi to the number of keys
    Number untouched;  // phi
  };

  // By symmetry, the last round of the query begins in lane 0.
  void collect(Unset& unset, std::size_t lane, const Number& weight, std::map<Unset, Number>& weights) const {
    if (lane == lanes_) {
      // A last round of one lane, or of all but one, has no neighbours: phi does not depend on the order.
      const bool is_unordered = last_ <= 1 || last_ + 1 == lanes_;
      weights[is_unordered ? sorted(unset, lanes_) : least_turned(unset, lanes_)] += weight;
      return;
    }
    const auto& in_this_lane = lane < last_ ? in_last_lane_ : in_lane_;
    for (std::size_t a = 0; a < in_this_lane.size() && a < shares_.size(); ++a) {
      unset[lane] = static_cast<std::uint8_t>(a);
      collect(unset, lane + 1, weight * in_this_lane[a], weights);
    }
  }

  Number untouched(const Unset& unset) const {
    Number full(1), last(0);
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      for (std::uint64_t round = 0; round < rounds_; ++round) full *= shares_[unset[lane]];
    if (last_ == 0) return full;
    for (std::size_t start = 0; start < lanes_; ++start) {
      Number window(1);
      for (std::size_t i = 0; i < last_; ++i) window *= shares_[unset[(start + i) % lanes_]];
      last += window;
    }
    return full * last / Number(lanes_);
  }

  std::uint64_t rounds_;                 // q
  std::uint64_t last_;                   // r
  std::size_t lanes_ = 1;                // that depend on each other
  std::uint64_t independent_lanes_ = 1;  // groups of these
  std::vector<Number> shares_;           // 1 - a/C
  std::vector<Number> in_lane_;          // weights where the query has q probes
  std::vector<Number> in_last_lane_;     // and where it has q + 1
  std::vector<Term> terms_;
};

BlockRates::BlockRates(const BlockForm& form) : form_(form), by_keys_{0.0} {
  const auto cells = static_cast<double>(form.lane_cells), lanes = static_cast<double>(form.lanes);
  const auto whole_rounds = form.hashes.value / form.lanes;
  const auto rounds = static_cast<double>(whole_rounds);
  const auto last = static_cast<double>(form.hashes.value % form.lanes);
  // One of k cells is unset with at most k times the probability of one, and that shall be 2^-60.
  const double untouched = std::pow(1 - 1 / cells, rounds) * (1 - last / (lanes * cells));
  const double keys =
      (std::log(0x1p-60) - std::log(static_cast<double>(form.hashes.value))) / std::log(untouched);
  full_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(keys)));
}

BlockRates::~BlockRates() = default;
BlockRates::BlockRates(BlockRates&&) noexcept = default;
BlockRates& BlockRates::operator=(BlockRates&&) noexcept = default;

double BlockRates::with_keys(ItemCount keys) {
  if (keys.value >= full_) return 1;
  if (by_keys_.size() <= keys.value && !terms_) terms_ = std::make_unique<Terms>(form_);
  while (by_keys_.size() <= keys.value) by_keys_.push_back(terms_->next());
  return by_keys_[keys.value];
}

// Binomial weights from the likeliest number of keys outwards, until what is left cannot matter: the ratio of
// neighbouring weights falls, and the rates rise with the keys and end at 1.
double BlockRates::rate(BlockCount blocks, ItemCount items) {
  if (items.value == 0) return 0;
  if (blocks.value == 1) return with_keys(items);
  constexpr double kNegligible = 0x1p-60;
  const auto n = static_cast<double>(items.value), others = static_cast<double>(blocks.value - 1);
  // weight(c + 1) / weight(c)
  const auto ratio = [&](std::uint64_t c) {
    return (n - static_cast<double>(c)) / (static_cast<double>(c + 1) * others);
  };
  const std::uint64_t mode = items.value / blocks.value;
  // Fewer keys than this are less likely than 2^-60 times the rate, which is about 1 then.
  if (static_cast<double>(mode) > 2 * static_cast<double>(full_) + 1000) return 1;
  double weights = 0, sum = 0, weight = 1;
  for (std::uint64_t c = mode;; ++c) {
    weights += weight;
    sum += weight * with_keys(ItemCount(c));
    const double next = ratio(c);
    if (c == items.value || (next < 1 && weight * next / (1 - next) <= kNegligible * sum)) break;
    weight *= next;
  }
  weight = 1;
  for (std::uint64_t c = mode; c > 0; --c) {
    const double previous = 1 / ratio(c - 1);
    weight *= previous;
    weights += weight;
    sum += weight * with_keys(ItemCount(c - 1));
    if (previous < 1 && weight * previous / (1 - previous) <= kNegligible * sum) break;
  }
  return std::min(1.0, sum / weights);
}

}  // namespace peel::analysis
