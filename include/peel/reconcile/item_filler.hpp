// ItemFiller: rows on their way into the tables that stand for them, some at a time.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/reconcile/row_items.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::reconcile {

class ItemFiller {
 public:
  // The tables must outlive this.
  ItemFiller(const RowItems& items, Iblt& table, StrataEstimator& strata)
      : items_(items), table_(&table), strata_(&strata) {}

  const RowItems& items() const { return items_; }
  std::size_t waiting() const { return waiting_; }

  // So many rows may be added before the next flush(). Nothing may wait.
  void make_room(std::size_t rows) {
    packed_.resize(rows * items_.width());
    digests_.resize(rows);
  }
  void add(const rows::CanonicalRow& row) {
    digests_[waiting_] = items_.write(row, packed_.data() + waiting_ * items_.width());
    ++waiting_;
  }
  // Puts the rows that wait into both tables. Fails as these do.
  [[nodiscard]] Result<void> flush();

 private:
  RowItems items_;
  Iblt* table_;
  StrataEstimator* strata_;
  std::size_t waiting_ = 0;
  Bytes packed_;                        // the items of the rows
  std::vector<std::uint64_t> digests_;  // what strata count of each
};

}  // namespace peel::reconcile
