// The code by which the appendix accepts a key, as printed and as meant, applied to the library's counters.
#include "lab/ding_rauen/cell_view.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/tested_cells.hpp"
#include "lab/trials.hpp"

#include <array>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

// ---- Counter.retrieve: even-odd cells, two keys

struct OwnCellTest {
  Share wrong;              // nonempty cells for which it lists a key that is not there
  Share wrong_if_own_cell;  // the same where the key must go to the cell that it was read from
};

OwnCellTest try_retrieve(Hash4 form, Seed trial) {
  InvertibleCounter counter =
      empty_counter(cells_of(CounterVariant::even_odd, HashCount(5)), 0.9, weak(form, trial));
  const CellView view(counter, paper_multiset(trial.derive(0)));
  OwnCellTest result;
  for (std::size_t cell = 0; cell < view.cells(); ++cell) {
    const std::int64_t count = view.count(cell);
    if (count == 0) continue;
    bool wrong = false;
    bool goes_there = false;
    for (std::int64_t i = 1; i < count && !wrong; ++i) {
      const auto share = static_cast<std::uint64_t>(i);
      const auto rest = static_cast<std::uint64_t>(count - i);
      if (view.key_sum(cell) % share != 0 || view.odd_key_sum(cell) % rest != 0) continue;
      const CountedKey even{view.key_sum(cell) / share, i};
      const std::array split = {even, CountedKey{view.odd_key_sum(cell) / rest, count - i}};
      if (!view.pass_hash_sum(cell, split) || !view.counts_suffice(even)) continue;
      wrong = !view.holds(cell, even);
      goes_there = view.goes_to(even.key, cell);
      break;
    }
    result.wrong.count(wrong);
    result.wrong_if_own_cell.count(wrong && goes_there);
  }
  return result;
}

// ---- Bucket2.retrieve: cells whose kept key is gone

// Takes out every key that some cell keeps: condition 2 alone is left, which the printed code skips there.
Share list_without_kept(Seed trial) {
  const Multiset inserted = paper_multiset(trial.derive(0));
  InvertibleCounter counter =
      empty_counter(cells_of(CounterVariant::one_key, HashCount(3)), 1.1, strong(trial));
  const CellView view(counter, inserted);
  Multiset deleted;
  for (std::size_t i = 0; i < inserted.size(); ++i) {
    if (view.is_kept(inserted.key(i))) deleted.append(inserted.key(i), -inserted.times[i]);
  }
  require(counter.add(deleted.keys, deleted.times));
  const CounterListing listing = counter.consume({.kept = ListingEffort::KeptKeys::own});
  return {listing.keys.size(), inserted.size() - deleted.size()};
}

struct SkippedTest {
  Share listed;
};

}  // namespace

Outcome acceptance(const RunOptions& options) {
  const auto printed = run_trials(options, 0, [](Seed trial) { return try_retrieve(Hash4::printed, trial); });
  const auto mixed = run_trials(options, 1, [](Seed trial) { return try_retrieve(Hash4::mixed, trial); });
  const auto skipped =
      run_trials(options, 2, [](Seed trial) { return SkippedTest{list_without_kept(trial)}; });
  const std::string what = "even-odd, h=5, 0.90 keys per cell, first pass, ";
  return {{
      {.what = what + "hash4 as printed: cells of which the code lists a wrong key, %",
       .fact = "000.code.ownbucket",
       .printed = none_wrong(),
       .observed = percent(printed, &OwnCellTest::wrong),
       .digits = 3},
      {.what = what + "hash4 as printed, if the key must go to the cell: wrong keys, %",
       .observed = percent(printed, &OwnCellTest::wrong_if_own_cell),
       .digits = 3},
      {.what = what + "hash4 with xor: cells of which the code lists a wrong key, %",
       .observed = percent(mixed, &OwnCellTest::wrong),
       .digits = 3},
      {.what = what + "hash4 with xor, if the key must go to the cell: wrong keys, %",
       .observed = percent(mixed, &OwnCellTest::wrong_if_own_cell),
       .digits = 3},
      {.what = "one-key, all kept keys deleted: keys listed, %",
       .fact = "000.code.onekey_none",
       .printed = Printed{"0 (condition 2 is skipped)", Estimate::computed(0), 0, Origin::derived},
       .observed = percent(skipped, &SkippedTest::listed),
       .expected = 100},
  }};
}

}  // namespace peel::lab::ding_rauen
