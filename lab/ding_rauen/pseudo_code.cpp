// Algorithm 1, condition 3 and Algorithm 2 as printed and as meant, applied to the cells of the library's
// counters before anything is taken out.
#include "lab/ding_rauen/cell_view.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/tested_cells.hpp"
#include "lab/trials.hpp"

#include <array>
#include <optional>

namespace peel::lab::ding_rauen {

namespace {

// ---- Algorithm 1: standard cells

struct OneKeyTest {
  Share wrong;                // nonempty cells for which it lists a key that is not alone there
  Share wrong_with_hash_sum;  // the same with the test that the text describes
  Share empty;                // cells by whose count it divides, which is 0
};

OneKeyTest try_algorithm_1(Seed trial) {
  InvertibleCounter counter =
      empty_counter(cells_of(CounterVariant::standard, HashCount(3)), 0.75, strong(trial));
  const CellView view(counter, paper_multiset(trial.derive(0)));
  OneKeyTest result;
  for (std::size_t cell = 0; cell < view.cells(); ++cell) {
    const auto count = static_cast<std::uint64_t>(view.count(cell));
    result.empty.count(count == 0);
    if (count == 0) continue;
    const CountedKey guess{view.key_sum(cell) / count, view.count(cell)};
    const bool accepted = view.key_sum(cell) % count == 0 && view.counts_suffice(guess);
    const bool wrong = accepted && !view.holds(cell, guess);
    result.wrong.count(wrong);
    result.wrong_with_hash_sum.count(wrong && view.pass_hash_sum(cell, std::span(&guess, 1)));
  }
  return result;
}

// ---- Condition 3: cells of two keys of which one is kept

struct TwoKeyTest {
  Share read;             // with the key sum
  Share read_as_printed;  // with the count in its place
  Share both_right;  // of those read: the kept key with its share, as the text returns, and the other, as the
                     // code
};

// The share i of the kept key, if one passes.
std::optional<std::int64_t> split_of(const CellView& view, std::size_t cell, std::uint64_t kept,
                                     std::int64_t sum) {
  const std::int64_t count = view.count(cell);
  for (std::int64_t i = 1; i < count; ++i) {
    const std::int64_t rest = sum - i * static_cast<std::int64_t>(kept);
    if (rest <= 0 || rest % (count - i) != 0) continue;
    const std::array split = {CountedKey{kept, i},
                              CountedKey{static_cast<std::uint64_t>(rest / (count - i)), count - i}};
    if (view.pass_hash_sum(cell, split)) return i;
  }
  return {};
}

TwoKeyTest try_condition_3(Seed trial) {
  InvertibleCounter counter =
      empty_counter(cells_of(CounterVariant::one_key, HashCount(3)), 1.1, strong(trial));
  const CellView view(counter, paper_multiset(trial.derive(0)));
  TwoKeyTest result;
  for (std::size_t cell = 0; cell < view.cells(); ++cell) {
    if (view.contents(cell).size() != 2) continue;
    const std::uint64_t kept = *view.kept(cell);
    const std::int64_t count = view.count(cell);
    const auto sum = static_cast<std::int64_t>(view.key_sum(cell));
    const auto share = split_of(view, cell, kept, sum);
    result.read.count(share.has_value());
    result.read_as_printed.count(split_of(view, cell, kept, count).has_value());
    if (!share) continue;
    const std::int64_t rest = sum - *share * static_cast<std::int64_t>(kept);
    const CountedKey other{static_cast<std::uint64_t>(rest / (count - *share)), count - *share};
    result.both_right.count(view.holds(cell, {kept, *share}) && view.holds(cell, other));
  }
  return result;
}

// ---- Algorithm 2: a kept key in each of its cells

struct AnywhereTest {
  Share untested;  // kept keys and cells of theirs for which it deletes after a division with a remainder, or
                   // more copies than a cell of the key has
  Share wrong;     // for which it deletes what is not there
};

// The first split that passes, whether or not the division leaves a remainder.
std::optional<std::int64_t> printed_split(const CellView& view, std::size_t cell, std::uint64_t kept) {
  const std::int64_t count = view.count(cell);
  for (std::int64_t i = 1; i < count; ++i) {
    const std::int64_t rest =
        static_cast<std::int64_t>(view.key_sum(cell)) - i * static_cast<std::int64_t>(kept);
    if (rest <= 0) return {};
    const std::array split = {CountedKey{kept, i},
                              CountedKey{static_cast<std::uint64_t>(rest / (count - i)), count - i}};
    if (view.pass_hash_sum(cell, split)) return i;
  }
  return {};
}

AnywhereTest try_algorithm_2(Seed trial) {
  InvertibleCounter counter =
      empty_counter(cells_of(CounterVariant::one_key, HashCount(3)), 1.3, weak(Hash4::printed, trial));
  const CellView view(counter, paper_multiset(trial.derive(0)));
  AnywhereTest result;
  constexpr std::size_t kEvery = 4;  // of the cells, for time's sake
  for (std::size_t home = 0; home < view.cells(); home += kEvery) {
    const auto kept = view.kept(home);
    if (!kept) continue;
    for (const CellIndex cell : view.cells_of(*kept)) {
      const auto share = printed_split(view, cell, *kept);
      const auto leaves_remainder = [&] {
        const auto sum = static_cast<std::int64_t>(view.key_sum(cell));
        return (sum - *share * static_cast<std::int64_t>(*kept)) % (view.count(cell) - *share) != 0;
      };
      result.wrong.count(share && !view.holds(cell, {*kept, *share}));
      result.untested.count(share && (leaves_remainder() || !view.counts_suffice({*kept, *share})));
    }
  }
  return result;
}

}  // namespace

Outcome pseudo_code(const RunOptions& options) {
  const auto first = run_trials(options, 0, try_algorithm_1);
  const auto third = run_trials(options, 1, try_condition_3);
  const auto second = run_trials(options, 2, try_algorithm_2);
  return {{
      {.what = "Algorithm 1, first pass: cells of which it lists a wrong key, %",
       .fact = "000.pseudo.alg1",
       .printed = none_wrong(),
       .observed = percent(first, &OneKeyTest::wrong),
       .digits = 3},
      {.what = "Algorithm 1 with the hash sum of the text: wrong keys, %",
       .observed = percent(first, &OneKeyTest::wrong_with_hash_sum),
       .expected = 0},
      {.what = "Algorithm 1: cells by whose count, 0, it divides, %",
       .observed = percent(first, &OneKeyTest::empty),
       .digits = 3},
      {.what = "condition 3: cells of a kept key and another that it reads, %",
       .fact = "000.pseudo.cond3",
       .printed = Printed{"0 (with count for keysum)", Estimate::computed(0), 0, Origin::derived},
       .observed = percent(third, &TwoKeyTest::read),
       .expected = 100},
      {.what = "condition 3 with count for keysum: cells that it reads, %",
       .observed = percent(third, &TwoKeyTest::read_as_printed),
       .expected = 0},
      {.what = "condition 3: the text's answer and the code's are both right, %",
       .fact = "000.code.returns",
       .observed = percent(third, &TwoKeyTest::both_right),
       .expected = 100},
      {.what = "Algorithm 2, hash4 as printed: deletes after a remainder or beyond a count, %",
       .fact = "000.pseudo.alg2",
       .printed = none_wrong(),
       .observed = percent(second, &AnywhereTest::untested),
       .digits = 3},
      {.what = "Algorithm 2, hash4 as printed: deletes what is not there, %",
       .observed = percent(second, &AnywhereTest::wrong),
       .digits = 3},
  }};
}

}  // namespace peel::lab::ding_rauen
