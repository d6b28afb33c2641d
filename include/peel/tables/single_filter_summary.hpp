// SingleFilterSummary: a Bloom filter whose cells hold levels instead of bits [Kirsch, Mitzenmacher 2005,
// section 7]. A key raises its cells to its level at least, so each is at least the key's level, and the
// smallest is the answer: 0 is none. A mistake is always towards a higher level.
//
// CountingSingleFilterSummary can forget: a cell has a counter for each level, and stands for the highest
// level whose counter is not 0. A counter that has reached 15 stays there.
#pragma once

#include "peel/analysis/single_filter_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/result.hpp"
#include "peel/tables/table_summary.hpp"

#include <cstdint>
#include <span>

namespace peel {

// The cells of a key, for hash functions of the caller's own.
struct SummaryCells {
  std::span<const std::uint64_t> of_group;  // one for each hash, each below shape().group()
};

class SingleFilterSummary final : public TableSummary {
 public:
  // Fails with `invalid_argument` for cells that are counters.
  [[nodiscard]] static Result<SingleFilterSummary> make(const SingleFilterShape& shape);
  // Adopts cells that came from elsewhere. Fails also with `malformed` for another number of words than
  // shape.words(), for a cell beyond the number of sub-tables and for bits that belong to no cell.
  [[nodiscard]] static Result<SingleFilterSummary> from_words(const SingleFilterShape& shape,
                                                              AlignedWords words);

  SummaryKind kind() const override { return SummaryKind::single_filter; }
  std::uint64_t sub_tables() const override { return shape_.sub_tables(); }
  Level where(const KeyHash& hash) const override;
  void where(std::span<const KeyHash> hashes, std::span<Level> levels) const override;
  void note(const KeyHash& hash, Level level) override;
  Erased forget(const KeyHash& hash, Level level) override;
  bool can_forget() const override { return false; }
  bool may_mislead_others(Noting noting) const override { return raises_answers(noting); }
  void clear() override;
  std::unique_ptr<TableSummary> clone() const override;
  std::uint64_t bytes() const override { return shape_.bytes(); }

  Level where(SummaryCells cells) const;
  void note(SummaryCells cells, Level level);

  const SingleFilterShape& shape() const { return shape_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

 private:
  SingleFilterSummary(const SingleFilterShape& shape, AlignedWords words);

  SingleFilterShape shape_;
  AlignedWords words_;
};

class CountingSingleFilterSummary final : public TableSummary {
 public:
  // Fails with `invalid_argument` unless cells are counters.
  [[nodiscard]] static Result<CountingSingleFilterSummary> make(const SingleFilterShape& shape);
  [[nodiscard]] static Result<CountingSingleFilterSummary> from_words(const SingleFilterShape& shape,
                                                                      AlignedWords words);

  SummaryKind kind() const override { return SummaryKind::counting_single_filter; }
  std::uint64_t sub_tables() const override { return shape_.sub_tables(); }
  Level where(const KeyHash& hash) const override;
  void where(std::span<const KeyHash> hashes, std::span<Level> levels) const override;
  void note(const KeyHash& hash, Level level) override;
  Erased forget(const KeyHash& hash, Level level) override;
  bool can_forget() const override { return true; }
  bool may_mislead_others(Noting noting) const override { return raises_answers(noting); }
  void clear() override;
  std::unique_ptr<TableSummary> clone() const override;
  std::uint64_t bytes() const override { return shape_.bytes(); }

  // Counters that have reached 15.
  CellCount saturated() const;

  const SingleFilterShape& shape() const { return shape_; }
  std::span<const std::uint64_t> words() const { return words_.span(); }

 private:
  CountingSingleFilterSummary(const SingleFilterShape& shape, AlignedWords words);

  SingleFilterShape shape_;
  AlignedWords words_;
};

}  // namespace peel
