// Whole sketches: made, adopted, merged, multiplied, compared.
#include "peel/analysis/count_min.hpp"
#include "peel/frequency/count_min_sketch.hpp"

#include "frequency/cells.hpp"
#include "frequency/grid_checks.hpp"
#include "frequency/grid_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace peel {

namespace {

constexpr CopyCount kMostCopies{~std::uint64_t{0}};  // or more

Result<void> check_rule(CountMinRule rule) {
  // An enumerator may have been cast from a number that came from elsewhere.
  if (rule == CountMinRule::plain || rule == CountMinRule::conservative) return {};
  return failure(ErrorCode::invalid_argument, "rule " + std::to_string(static_cast<unsigned>(rule)) +
                                                  ": accepted are 1 (plain) and 2 (conservative)");
}

Result<void> check_joinable(const CountMinSketch& a, const CountMinSketch& b) {
  if (a.rule() != CountMinRule::plain || b.rule() != CountMinRule::plain) {
    return failure(ErrorCode::unsupported,
                   "sketches of the conservative rule do not merge by adding; use the plain rule");
  }
  return check_same_grid(a, b);
}

std::string text_of(CopyCount total) {
  return total == kMostCopies ? "2^64 - 1 or more" : std::to_string(total.value);
}

// What rows have in common, whatever the rule: the smallest and the largest total that they can come from.
class PossibleTotals {
 public:
  explicit PossibleTotals(CopyCount total)
      : least_(total.value), most_(total == kMostCopies ? ~Uint128{0} : Uint128{total.value}) {}

  void at_least(Uint128 sum) { least_ = std::max(least_, sum); }
  void at_most(Uint128 sum) { most_ = std::min(most_, sum); }
  bool exist() const { return least_ <= most_; }

 private:
  Uint128 least_, most_;
};

// As from_words says.
bool can_come_from(const GridShape& shape, CountMinRule rule, CopyCount total, const std::uint64_t* words) {
  PossibleTotals totals(total);
  Uint128 all = 0;
  std::uint64_t largest = 0;
  for (std::uint64_t row = 0; row < shape.rows().value; ++row) {
    const detail::RowSummary summary = with_cell_type(shape.cell_bits(), [&]<class Cell>(Cell) {
      return detail::summary_of<Cell>(words, detail::cells_of_row(shape, row));
    });
    const bool full = summary.largest == shape.largest();
    totals.at_least(summary.sum);
    if (rule == CountMinRule::plain && !full) totals.at_most(summary.sum);
    if (rule == CountMinRule::conservative && row > 0 && summary.largest != largest) return false;
    all += summary.sum;
    largest = summary.largest;
  }
  if (rule == CountMinRule::conservative && largest != shape.largest()) totals.at_most(all);
  return totals.exist();
}

}  // namespace

Result<CountMinSketch> CountMinSketch::make(const GridShape& shape, CountMinRule rule, HashFamily family,
                                            Seed seed) {
  if (auto ok = check_rule(rule); !ok) return failure(ok.error());
  return CountMinSketch(shape, rule, KeyHasher(family, seed), CopyCount(0), AlignedWords(shape.words()));
}

Result<CountMinSketch> CountMinSketch::from_words(const GridShape& shape, CountMinRule rule,
                                                  const KeyHasher& hasher, CopyCount total,
                                                  AlignedWords words) {
  if (auto ok = check_rule(rule); !ok) return failure(ok.error());
  if (auto ok = check_grid_words(shape, words.span()); !ok) return failure(ok.error());
  if (!can_come_from(shape, rule, total, words.data())) {
    return failure(ErrorCode::malformed, "the rows of counters cannot come from " + text_of(total) +
                                             " copies of keys by the rule " + std::string(name_of(rule)));
  }
  return CountMinSketch(shape, rule, hasher, total, std::move(words));
}

Result<void> CountMinSketch::merge(const CountMinSketch& other) {
  if (auto fit = check_joinable(*this, other); !fit) return fit;
  with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) {
    const std::uint64_t cells = shape_.cells().value;
    for (std::uint64_t i = 0; i < cells; ++i) {
      const Cell added = read_cell<Cell>(other.words_.data(), i);
      write_cell<Cell>(words_.data(), i, raised(read_cell<Cell>(words_.data(), i), added));
    }
  });
  total_.value = raised(total_.value, other.total_.value);
  return {};
}

void CountMinSketch::clear() {
  std::ranges::fill(words_.span(), 0);
  total_ = CopyCount(0);
}

CellCount CountMinSketch::saturated() const {
  std::uint64_t count = 0;
  with_cell_type(shape_.cell_bits(), [&]<class Cell>(Cell) {
    for (std::uint64_t i = 0; i < shape_.cells().value; ++i)
      count += read_cell<Cell>(words_.data(), i) == shape_.largest() ? 1U : 0U;
  });
  return CellCount(count);
}

bool operator==(const CountMinSketch& a, const CountMinSketch& b) {
  return a.shape_ == b.shape_ && a.rule_ == b.rule_ && a.hasher_.family() == b.hasher_.family() &&
         a.hasher_.seed() == b.hasher_.seed() && a.total_ == b.total_ &&
         std::ranges::equal(a.words(), b.words());
}

Result<InnerProduct> inner_product(const CountMinSketch& a, const CountMinSketch& b) {
  if (auto fit = check_joinable(a, b); !fit) return failure(fit.error());
  const GridShape& shape = a.shape();
  const std::uint64_t *const x = a.words().data(), *const y = b.words().data();
  Uint128 certain = ~Uint128{0}, any = ~Uint128{0};
  bool has_certain = false;
  with_cell_type(shape.cell_bits(), [&]<class Cell>(Cell) {
    for (std::uint64_t row = 0; row < shape.rows().value; ++row) {
      const detail::CellRange range = detail::cells_of_row(shape, row);
      const Uint128 product = detail::product_of<Cell>(x, y, range);
      any = std::min(any, product);
      const auto is_full = [&](const std::uint64_t* words) {
        return detail::summary_of<Cell>(words, range).largest == shape.largest();
      };
      if (is_full(x) || is_full(y)) continue;
      certain = std::min(certain, product);
      has_certain = true;
    }
  });
  const bool cut_off = a.total() == kMostCopies || b.total() == kMostCopies;
  const Uint128 upper = has_certain ? certain : any;
  const Uint128 margin = analysis::inner_product_margin(shape, {a.total(), b.total()});
  return InnerProduct{.lower = cut_off || upper < margin ? 0 : upper - margin,
                      .upper = upper,
                      .saturated = cut_off || !has_certain};
}

}  // namespace peel
