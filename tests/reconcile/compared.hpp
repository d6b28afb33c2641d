// A comparison as tests run it: what it reported, what it handed on, and a watch that follows it.
#pragma once

#include "peel/reconcile/reconcile.hpp"

#include "reconcile/fake_source.hpp"
#include "reconcile/seen_changes.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::test {

// Remembers the stages, and cancels the work in one of them.
class StageWatch : public reconcile::Watch {
 public:
  using reconcile::Watch::Watch;

  std::optional<Stage> cancels_in;
  const std::vector<Stage>& stages() const { return stages_; }
  // What each would come to, as it was announced.
  const std::vector<std::optional<std::uint64_t>>& totals() const { return totals_; }

  std::unique_ptr<Shown> show(Work work) override {
    stages_.push_back(work.stage);
    totals_.push_back(work.total);
    return std::make_unique<Current>(*this, work.stage);
  }
  bool is_cancelled() const override { return cancels_in && stage_ == static_cast<int>(*cancels_in); }

 private:
  class Current : public Shown {
   public:
    Current(StageWatch& watch, Stage stage) : watch_(watch) { watch_.stage_ = static_cast<int>(stage); }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    ~Current() override { watch_.stage_ = kNone; }

   private:
    StageWatch& watch_;
  };

  static constexpr int kNone = -1;
  std::vector<Stage> stages_;
  std::vector<std::optional<std::uint64_t>> totals_;
  std::atomic<int> stage_ = kNone;  // asked by the threads of both sides
};

struct Compared {
  Result<reconcile::Report> result;
  std::vector<SeenChange> changes;

  // Of a comparison that did not fail.
  const reconcile::Report& report() const {
    EXPECT_TRUE(result) << result.error().sentence();
    return *result;
  }
  // Of one that did.
  ErrorCode code() const { return result.error().code(); }
  const std::string& sentence() const { return result.error().sentence(); }
};

inline Compared compared(reconcile::Endpoint& left, reconcile::Endpoint& right, const reconcile::Terms& terms,
                         const reconcile::Options& options, reconcile::Watch& watch) {
  SeenChanges seen(terms.is_table ? RowForm::cells : RowForm::lines);
  auto result = reconcile::reconcile(left, right, terms, options, seen, watch);
  return {std::move(result), std::move(seen.all)};
}

inline Compared compared(reconcile::Endpoint& left, reconcile::Endpoint& right,
                         const reconcile::TermsRequest& request, const reconcile::Options& options,
                         reconcile::Watch& watch) {
  const auto terms = reconcile::agree(left.party(), right.party(), request);
  EXPECT_TRUE(terms) << terms.error().sentence();
  return compared(left, right, *terms, options, watch);
}

// Rows of a number, which is their key, and a text: as tables of text, as databases and as the model has
// them.
struct IdRow {
  std::int64_t id;
  std::string value;
};
using IdRows = std::vector<IdRow>;

inline std::unique_ptr<FakeSource> id_table(std::string name, const IdRows& rows) {
  std::vector<std::vector<std::string>> records;
  for (const IdRow& row : rows) records.push_back({std::to_string(row.id), row.value});
  return fake_table(std::move(name), {"id", "value"}, records);
}

inline FakeRows id_cells(const IdRows& rows) {
  FakeRows cells;
  for (const IdRow& row : rows) cells.push_back({{}, {integer_cell(row.id), text_cell(row.value)}});
  return cells;
}

// It has an index, and no two of its rows should have one number.
inline std::unique_ptr<FakeSource> id_database(std::string name, const IdRows& rows) {
  auto source =
      std::make_unique<FakeSource>(std::move(name),
                                   rows::Schema{.is_table = true,
                                                .columns = {"id", "value"},
                                                .has_names = true,
                                                .types = {rows::ColumnType::integer, rows::ColumnType::text},
                                                .key = {"id"},
                                                .key_is_unique = true},
                                   id_cells(rows));
  source->behaviour.indexed = {"id"};
  return source;
}

inline std::vector<ModelRow> id_model(const IdRows& rows) {
  std::vector<ModelRow> model;
  for (const IdRow& row : rows)
    model.push_back({std::to_string(row.id), std::to_string(row.id) + "," + row.value});
  return model;
}

inline std::vector<SeenChange> id_changes(const IdRows& left, const IdRows& right) {
  return model_changes(id_model(left), id_model(right));
}

// Numbers from `first` on, with one value.
inline IdRows id_range(std::int64_t first, std::size_t count, const std::string& value = "x") {
  IdRows rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back({first + static_cast<std::int64_t>(i), value});
  return rows;
}

}  // namespace peel::test
