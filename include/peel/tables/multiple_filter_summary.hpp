// MultipleFilterSummary: one Bloom filter for each sub-table [Kirsch, Mitzenmacher 2005, section 7.1]. The
// j-th affirms the keys of level j and above, so the first is a filter of all keys, and the answer is how
// many in a row affirm. Few keys are of high levels: later filters are small, and can afford many hashes. The
// smallest of all summaries, at the price of more hashing.
//
// CountingMultipleFilterSummary has counting filters, and can forget.
#pragma once

#include "peel/core/result.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/counting_bloom_filter.hpp"
#include "peel/tables/table_summary.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

class MultipleFilterSummary final : public TableSummary {
 public:
  // One shape for each sub-table, of any layouts. Fails with `invalid_argument` for 0 or more than
  // kMaxSubTables, and for cells of several bits.
  [[nodiscard]] static Result<MultipleFilterSummary> make(std::span<const FilterShape> shapes);
  // Adopts filters that came from elsewhere. Fails also with `invalid_argument` unless all have one hasher.
  [[nodiscard]] static Result<MultipleFilterSummary> from_filters(std::vector<BloomFilter> filters);

  SummaryKind kind() const override { return SummaryKind::multiple_filters; }
  std::uint64_t sub_tables() const override { return filters_.size(); }
  Level where(const KeyHash& hash) const override;
  void where(std::span<const KeyHash> hashes, std::span<Level> levels) const override;
  void note(const KeyHash& hash, Level level) override;
  Erased forget(const KeyHash& hash, Level level) override;
  bool can_forget() const override { return false; }
  bool may_mislead_others(Noting noting) const override { return raises_answers(noting); }
  void clear() override;
  std::unique_ptr<TableSummary> clone() const override;
  std::uint64_t bytes() const override;

  std::span<const BloomFilter> filters() const { return filters_; }

 private:
  explicit MultipleFilterSummary(std::vector<BloomFilter> filters);

  std::vector<BloomFilter> filters_;
};

class CountingMultipleFilterSummary final : public TableSummary {
 public:
  // Fails with `invalid_argument` unless cells have four bits.
  [[nodiscard]] static Result<CountingMultipleFilterSummary> make(std::span<const FilterShape> shapes);
  [[nodiscard]] static Result<CountingMultipleFilterSummary> from_filters(
      std::vector<CountingBloomFilter> filters);

  SummaryKind kind() const override { return SummaryKind::counting_multiple_filters; }
  std::uint64_t sub_tables() const override { return filters_.size(); }
  Level where(const KeyHash& hash) const override;
  void where(std::span<const KeyHash> hashes, std::span<Level> levels) const override;
  void note(const KeyHash& hash, Level level) override;
  Erased forget(const KeyHash& hash, Level level) override;
  bool can_forget() const override { return true; }
  bool may_mislead_others(Noting noting) const override { return raises_answers(noting); }
  void clear() override;
  std::unique_ptr<TableSummary> clone() const override;
  std::uint64_t bytes() const override;

  std::span<const CountingBloomFilter> filters() const { return filters_; }

 private:
  explicit CountingMultipleFilterSummary(std::vector<CountingBloomFilter> filters);

  std::vector<CountingBloomFilter> filters_;
};

}  // namespace peel
