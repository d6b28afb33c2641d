// Lines of the appendix of which a number shows what they do: hash functions, sub-tables, loops, drawing
// keys.
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/appendix_hashes.hpp"
#include "lab/ding_rauen/cell_view.hpp"
#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace peel::lab::ding_rauen {

namespace {

Printed as_printed(const std::string& text, double value) {
  return {text, Estimate::computed(value), 0, Origin::derived};
}

// ---- hash4: the average of two keys in place of both

constexpr std::uint64_t kPairs = 10'000;

struct Averages {
  std::uint64_t printed;
  std::uint64_t mixed;
};

// Pairs of keys whose average, counted twice, passes for the two of them.
Averages count_averages(Seed trial) {
  Averages passed{};
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    const std::uint64_t a = 1 + reduce(trial.word(2 * i), kKeyRange);
    // Of equal parity, so that the average is a key.
    const std::uint64_t b = 2 + (a & 1) + 2 * reduce(trial.word(2 * i + 1), kKeyRange / 2 - 1);
    if (a == b) continue;
    const auto passes = [&](Hash4 form) {
      return 2 * hash4((a + b) / 2, form) == hash4(a, form) + hash4(b, form) ? 1U : 0U;
    };
    passed.printed += passes(Hash4::printed);
    passed.mixed += passes(Hash4::mixed);
  }
  return passed;
}

void judge_hash4(const RunOptions& options, std::vector<Finding>& findings) {
  const auto results = run_trials(options, 0, count_averages);
  const auto share = [&](std::uint64_t Averages::*member) {
    std::uint64_t passed = 0;
    for (const Averages& result : results) passed += result.*member;
    return Estimate::proportion(passed, kPairs * results.size()).in_percent();
  };
  findings.push_back({.what = "hash4 as printed: averages of two keys that pass for both, %",
                      .fact = "000.code.hash4",
                      .printed = as_printed("1/S: none", 0),
                      .observed = share(&Averages::printed),
                      .digits = 3});
  findings.push_back({.what = "hash4 with xor: averages of two keys that pass for both, %",
                      .observed = share(&Averages::mixed),
                      .digits = 3});
}

// ---- drawing keys

double distinct_keys(Seed trial) {
  std::unordered_set<std::uint64_t> drawn;
  for (std::uint64_t i = 0; i < kKeys; ++i) drawn.insert(reduce(trial.word(i), kKeyRange));
  return static_cast<double>(drawn.size());
}

Finding judge_drawing(const RunOptions& options) {
  const auto distinct = run_trials(options, 1, distinct_keys);
  const double undrawn =
      analysis::cell_empty_probability(ItemCount(kKeys), CellCount(kKeyRange), HashCount(1));
  return {.what = "distinct keys of 10,000 drawn with replacement",
          .fact = "000.code.distinct",
          .observed = Estimate::mean(distinct),
          .expected = static_cast<double>(kKeyRange) * (1 - undrawn),
          .digits = 6};
}

// ---- which key is kept

// All keys in the same two cells.
class OneCell final : public InjectedHash {
 public:
  std::uint64_t choice(ByteView, unsigned) const override { return 0; }
  std::uint64_t check(ByteView key) const override { return load_le(key.data(), key.size()) << 3; }
};

// Whether the first of four keys is still the kept one. What is drawn depends on how much was inserted
// before.
int first_of_four_is_kept(Seed trial) {
  CounterSpec spec = cells_of(CounterVariant::one_key, HashCount(2), KeptKey::random);
  spec.cells = CellCount(2);
  InvertibleCounter counter(require(CounterShape::from(spec)), ItemHashing(std::make_shared<OneCell>()));
  Multiset before;
  before.append(1, static_cast<std::int64_t>(1 + reduce(trial.word(0), 1U << 30)));
  require(counter.add(before.keys, before.times));
  require(counter.add(before.keys, -before.times.front()));
  Multiset four;
  for (std::uint64_t key = 2; key <= 5; ++key) four.append(key, 1);
  const CellView view(counter, four);
  return view.kept(0) == 2 ? 1 : 0;
}

Finding judge_replacement(const RunOptions& options) {
  const auto kept = run_trials(options, 2, first_of_four_is_kept);
  const auto first = static_cast<std::uint64_t>(std::ranges::count(kept, 1));
  return {.what = "the first of four keys of a cell is the kept one: chance",
          .fact = "000.code.replace",
          .printed = as_printed("0.125 (a coin each time)", 0.125),
          .observed = Estimate::proportion(first, kept.size()),
          .expected = 0.25,
          .digits = 3};
}

// ---- what needs no trials

Finding judge_base_32() {
  std::set<std::uint64_t> base_16, base_32;
  for (std::uint32_t digits = 0; digits < 1U << 16; ++digits) {
    base_16.insert(digits % 32);
    base_32.insert(read_in_base_32(digits) % 32);
  }
  return {.what = "remainders modulo 32 of eight hexadecimal digits",
          .fact = "000.code.base32",
          .printed = as_printed(std::to_string(base_32.size()) + " (read in base 32)",
                                static_cast<double>(base_32.size())),
          .expected = static_cast<double>(base_16.size())};
}

// get_bucket cuts the table into as many parts as there are functions in the list, seven, and uses h of them.
void judge_divisions(std::vector<Finding>& findings) {
  constexpr std::uint64_t kCells = 12'600, kFunctions = 7;
  for (const std::uint64_t h : {3U, 4U, 5U, 6U}) {
    const std::uint64_t reached = h * (kCells / kFunctions), meant = h * (kCells / h);
    findings.push_back({.what = "cells that h=" + std::to_string(h) + " functions reach of 12,600",
                        .fact = "000.code.divisions",
                        .printed = as_printed(std::to_string(reached), static_cast<double>(reached)),
                        .expected = static_cast<double>(meant)});
  }
}

Finding judge_range() {
  constexpr int kCount = 20;
  int dividing = 0;
  for (int i = 0; i < kCount; ++i) dividing += i == 0 ? 0 : 1;
  return {.what = "splits of a count of 20 by which one can divide",
          .fact = "000.code.range0",
          .printed = as_printed("20 (from 0 on)", kCount),
          .expected = dividing};
}

// frange as printed: how many values it yields.
double printed_frange(double from, double to, double step) {
  int values = 0;
  for (double c = from; c > to; c += step) ++values;
  return values;
}

}  // namespace

Outcome appendix_code(const RunOptions& options) {
  std::vector<Finding> findings;
  judge_hash4(options, findings);
  findings.push_back(judge_drawing(options));
  findings.push_back(judge_replacement(options));
  findings.push_back(judge_base_32());
  judge_divisions(findings);
  findings.push_back(judge_range());
  findings.push_back({.what = "frange(0.5, 0.95, 0.1): values",
                      .fact = "000.code.frange",
                      .observed = Estimate::computed(printed_frange(0.5, 0.95, 0.1)),
                      .expected = 0});
  findings.push_back({.what = "frange(0.95, 0.5, -0.1): values",
                      .fact = "000.code.frange",
                      .observed = Estimate::computed(printed_frange(0.95, 0.5, -0.1)),
                      .expected = 5});
  findings.push_back(
      {.what = "hash2", .fact = "000.code.hash2", .slip = Slip{"a body without a head", "def hash2(x):"}});
  return {findings};
}

}  // namespace peel::lab::ding_rauen
