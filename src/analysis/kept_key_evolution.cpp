// Density evolution of cells that keep a key. Seen from one of its keys, a cell is stuck if it holds too many
// of the others for the key to be read. Whether it does depends on whether the key is the one kept here, kept
// elsewhere, or nowhere:
//   kept_here, kept_elsewhere, kept_nowhere:  the probability that such a key's cell is stuck
// A key is still in the way of others if its k-1 other cells are stuck.
#include "peel/analysis/counter_thresholds.hpp"

#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace peel::analysis {

namespace {

struct Stuck {
  double kept_here = 1.0;
  double kept_elsewhere = 1.0;
  double kept_nowhere = 1.0;

  double most() const { return std::max({kept_here, kept_elsewhere, kept_nowhere}); }
};

// The probability that a key is still there as far as its k-1 other cells can tell.
struct Remains {
  double keeper;     // the key that this cell keeps
  double elsewhere;  // another: kept elsewhere and there
  double nowhere;    // another: kept nowhere and there
};

// `kept` is the probability that a cell keeps the key.
Remains remains(const Stuck& stuck, double kept, unsigned k) {
  const auto in_all_others = [k](double each) { return std::pow(each, k - 1.0); };
  const double any = in_all_others(kept * stuck.kept_here + (1 - kept) * stuck.kept_elsewhere);
  return {any, any - in_all_others((1 - kept) * stuck.kept_elsewhere),
          in_all_others((1 - kept) * stuck.kept_nowhere)};
}

// How likely one more key, neither of the two being the one this cell keeps, leaves a key readable, as a
// number of such keys: `elsewhere` of those that are kept elsewhere and `nowhere` of the rest.
class Readable {
 public:
  explicit Readable(const KeptKeyCells& cells)
      : anywhere_(cells.use == KeptKeyUse::anywhere),
        by_class_(cells.classes == KeyClasses::two ? 0.5 : 0.0) {}

  double beside_kept(double elsewhere, double nowhere) const {
    return anywhere_ ? elsewhere + nowhere : by_class_ * (elsewhere + nowhere);
  }
  double beside_unkept(double elsewhere, double nowhere) const {
    return anywhere_ ? elsewhere + by_class_ * nowhere : by_class_ * (elsewhere + nowhere);
  }

 private:
  bool anywhere_;
  double by_class_;  // two keys differ in class
};

constexpr double kSettled = 1e-5;    // a round that changes less is stuck
constexpr double kVanishing = 0.02;  // from here on all of them shrink

// The first key is kept. Keys come at times between 0 and 1; a cell keeps a key of time u if it had none
// before, with probability e^(-mean u). Time is cut into slots.
bool first_key_peels(double load, unsigned k, const Readable& readable) {
  constexpr std::size_t kSlots = 100;
  constexpr double kWidth = 1.0 / kSlots;
  const double mean = k * load;  // keys of a cell
  const auto still_empty = [mean](double time) { return std::exp(-mean * time); };
  std::vector<Stuck> stuck(kSlots);
  std::vector<Remains> there(kSlots);
  std::vector<Remains> later(
      kSlots);  // keys that come later, are not kept here and are still there, expected
  for (;;) {
    double elsewhere = 0.0;
    double nowhere = 0.0;
    for (std::size_t i = kSlots; i-- > 0;) {
      there[i] = remains(stuck[i], still_empty((static_cast<double>(i) + 0.5) * kWidth), k);
      const double half_elsewhere = mean * kWidth / 2 * there[i].elsewhere;
      const double half_nowhere = mean * kWidth / 2 * there[i].nowhere;
      later[i] = {0.0, elsewhere + half_elsewhere, nowhere + half_nowhere};
      elsewhere += 2 * half_elsewhere;
      nowhere += 2 * half_nowhere;
    }
    // Sums over the slot in which the cell's first key came, up to the slot of the key in question.
    double reads_kept = 0.0;
    double reads_unkept = 0.0;
    double change = 0.0;
    double most = 0.0;
    for (std::size_t i = 0; i < kSlots; ++i) {
      const double others = later[i].elsewhere + later[i].nowhere;
      const double none = std::exp(-others);
      // The first key is gone and at most one more is there, or it is the only one.
      const double keeper = there[i].keeper;
      const double beside_kept =
          none * ((1 - keeper) * (1 + readable.beside_kept(later[i].elsewhere, later[i].nowhere)) + keeper);
      const double beside_unkept =
          none * ((1 - keeper) * (1 + readable.beside_unkept(later[i].elsewhere, later[i].nowhere)) + keeper);
      const double start = still_empty(static_cast<double>(i) * kWidth);
      const double middle = still_empty((static_cast<double>(i) + 0.5) * kWidth);
      const double end = still_empty((static_cast<double>(i) + 1) * kWidth);
      const Stuck next{1 - none * (1 + others),
                       1 - (reads_kept + (start - middle) * beside_kept) / (1 - middle),
                       1 - (reads_unkept + (start - middle) * beside_unkept) / (1 - middle)};
      reads_kept += (start - end) * beside_kept;
      reads_unkept += (start - end) * beside_unkept;
      change = std::max({change, stuck[i].kept_here - next.kept_here,
                         stuck[i].kept_elsewhere - next.kept_elsewhere,
                         stuck[i].kept_nowhere - next.kept_nowhere});
      stuck[i] = next;
      most = std::max(most, next.most());
    }
    if (most < kVanishing) return true;
    if (change < kSettled) return false;
  }
}

// A random key is kept: a cell with n others keeps this one with probability 1/(n+1).
bool random_key_peels(double load, unsigned k, const Readable& readable) {
  const double mean = k * load;
  const double kept = -std::expm1(-mean) / mean;
  const auto most_others = static_cast<int>(mean + 12 * std::sqrt(mean) + 20);
  Stuck stuck;
  for (;;) {
    const Remains there = remains(stuck, kept, k);
    const double other = there.elsewhere + there.nowhere;
    const double beside_kept = readable.beside_kept(there.elsewhere, there.nowhere);
    const double beside_unkept = readable.beside_unkept(there.elsewhere, there.nowhere);
    // All of so many others are gone; all but one of them.
    const auto gone = [other](int keys) { return std::pow(1 - other, keys); };
    const auto all_but_one = [&gone](int keys) { return keys == 0 ? 0.0 : keys * gone(keys - 1); };
    double reads_here = 0.0;
    double reads_elsewhere = 0.0;
    double reads_nowhere = 0.0;
    double poisson = std::exp(-mean);
    for (int others = 0; others <= most_others; ++others) {
      const double share = poisson / (others + 1);
      reads_here += share * (gone(others) + other * all_but_one(others));
      if (others > 0) {
        const double rest = gone(others - 1);
        const double pair = all_but_one(others - 1);
        reads_elsewhere +=
            share * others * ((1 - there.keeper) * (rest + beside_kept * pair) + there.keeper * rest);
        reads_nowhere +=
            share * others * ((1 - there.keeper) * (rest + beside_unkept * pair) + there.keeper * rest);
      }
      poisson *= mean / (others + 1);
    }
    const Stuck next{1 - reads_here / kept, 1 - reads_elsewhere / (1 - kept), 1 - reads_nowhere / (1 - kept)};
    const double change =
        std::max({stuck.kept_here - next.kept_here, stuck.kept_elsewhere - next.kept_elsewhere,
                  stuck.kept_nowhere - next.kept_nowhere});
    stuck = next;
    if (stuck.most() < kVanishing) return true;
    if (change < kSettled) return false;
  }
}

}  // namespace

double kept_key_threshold(unsigned k, const KeptKeyCells& cells) {
  if (k < 2 || k > 20) return kUndefined;
  const Readable readable(cells);
  double low = 0.0;
  double high = 2.0;  // more than two keys per cell cannot be read
  while (high - low > 1e-5) {
    const double middle = (low + high) / 2;
    const bool peels = cells.rule == KeptKeyRule::first ? first_key_peels(middle, k, readable)
                                                        : random_key_peels(middle, k, readable);
    (peels ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace peel::analysis
