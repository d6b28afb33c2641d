#include "lab/kirsch_mitzenmacher/filling.hpp"

#include "peel/tables/multilevel_table.hpp"

#include "lab/kirsch_mitzenmacher/rand48_hash.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"

#include <algorithm>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

template <class Hash>
using TableHashedBy = MultilevelTable<std::uint64_t, std::uint8_t, Hash>;

// Keys are numbers in order: hash functions are keyed by the trial, and know no order.
KeyedHash<std::uint64_t> hash_of(Seed trial) {
  return KeyedHash<std::uint64_t>(HashFamily::fast, trial);
}

template <class Hash>
TableHashedBy<Hash> filled_table(const MultilevelShape& shape, ItemCount items, const Hash& function,
                                 Filling& filling) {
  TableHashedBy<Hash> table(shape, function);
  for (std::uint64_t key = 0; key < items.value; ++key) {
    // The keys differ, so none of them need be looked for first.
    const KeyHash hash = table.hash()(key);
    const auto place = table.place_for_new(hash);
    const std::uint64_t level = place ? place->level.number : shape.sub_tables() + 1;
    for (std::uint64_t i = 0; i < level; ++i) ++filling.reach[i];
    if (place) table.put(*place, {key, 0});
  }
  filling.crises = static_cast<std::uint32_t>(table.crises());
  return table;
}

template <class Hash>
Filling fill_and_ask(const SummaryTrial& setting, const Hash& function) {
  Filling filling;
  const TableHashedBy<Hash> table = filled_table(setting.shape, setting.items, function, filling);
  const auto summary = setting.empty.clone();
  std::vector<KeyHash> hashes;
  std::vector<Level> levels;
  hashes.reserve(std::max(setting.items, setting.absent).value);
  levels.reserve(setting.items.value);
  table.for_each([&](std::uint64_t key, std::uint8_t, Level level) {
    hashes.push_back(table.hash()(key));
    levels.push_back(level);
    summary->note(hashes.back(), level);
  });
  std::vector<Level> said(hashes.size());
  summary->where(hashes, said);
  for (std::size_t i = 0; i < said.size(); ++i) filling.failures += said[i] != levels[i] ? 1U : 0U;

  hashes.clear();
  for (std::uint64_t i = 0; i < setting.absent.value; ++i)
    hashes.push_back(table.hash()(setting.items.value + i));
  said.resize(hashes.size());
  summary->where(hashes, said);
  for (const Level level : said) filling.false_positives += level.is_none() ? 0U : 1U;
  return filling;
}

std::vector<double> counts(std::span<const Filling> fillings, std::uint32_t Filling::*count) {
  std::vector<double> all;
  all.reserve(fillings.size());
  for (const Filling& each : fillings) all.push_back(each.*count);
  return all;
}

Estimate mean_of_shares(std::vector<double> counts, ItemCount of) {
  for (double& count : counts) count /= real(of.value);
  return Estimate::mean_share(counts, of.value);
}

Estimate share_with_any(std::span<const Filling> fillings, std::uint32_t Filling::*count) {
  const auto any = std::ranges::count_if(fillings, [count](const Filling& each) { return each.*count > 0; });
  return Estimate::proportion(static_cast<std::uint64_t>(any), fillings.size());
}

}  // namespace

Filling fill(const MultilevelShape& shape, ItemCount items, Seed trial) {
  Filling filling;
  filled_table(shape, items, hash_of(trial), filling);
  return filling;
}

Filling fill_with_summary(const SummaryTrial& setting, Seed trial) {
  return fill_and_ask(setting, hash_of(trial));
}

Filling fill_with_rand48(const SummaryTrial& setting, Seed trial) {
  return fill_and_ask(setting, Rand48Hash(trial));
}

Estimate mean_failures(std::span<const Filling> fillings, ItemCount items) {
  return mean_of_shares(counts(fillings, &Filling::failures), items).times(real(items.value));
}

Estimate false_positive_rate(std::span<const Filling> fillings, ItemCount absent) {
  return mean_of_shares(counts(fillings, &Filling::false_positives), absent);
}

Estimate mean_reach(std::span<const Filling> fillings, SubTable table) {
  std::vector<double> reach;
  reach.reserve(fillings.size());
  for (const Filling& each : fillings) reach.push_back(each.reach[table.value]);
  const double most = *std::ranges::max_element(reach);
  if (most > 100) return Estimate::mean(reach);
  // So few that all tables may have agreed by chance.
  const ItemCount items(fillings.front().reach.front());
  return mean_of_shares(reach, items).times(real(items.value));
}

Estimate any_failure(std::span<const Filling> fillings) {
  return share_with_any(fillings, &Filling::failures);
}

Estimate any_crisis(std::span<const Filling> fillings) {
  return share_with_any(fillings, &Filling::crises);
}

}  // namespace peel::lab::kirsch_mitzenmacher
