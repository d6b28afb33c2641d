// Changes of trees as a test says them, and watches that end or disturb the work.
#pragma once

#include "peel/reconcile/change.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/canonical_row.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

// "- a", "+ b", "~ c: size content*", "> d -> e (3)". A star follows a column whose cells do not show that it
// differs. A path in brackets stands in the place of a digest, and (key) follows one of which no more is
// known.
class SaidChanges : public reconcile::ChangeSink, public reconcile::TableSink {
 public:
  explicit SaidChanges(std::optional<reconcile::Terms> terms = {}) : terms_(std::move(terms)) {}

  Result<reconcile::ChangeSink*> begin(const reconcile::Terms& terms) override {
    terms_ = terms;
    return this;
  }
  Result<void> end(const reconcile::Terms&, const reconcile::Report&) override { return {}; }

  Result<void> take(const reconcile::Change& change) override {
    using Kind = reconcile::Change::Kind;
    switch (change.kind) {
      case Kind::removed:
        said.push_back("- " + name(change.left));
        break;
      case Kind::added:
        said.push_back("+ " + name(change.right));
        break;
      case Kind::changed:
        said.push_back("~ " + name(change.left) + differences(change));
        break;
      case Kind::moved:
        said.push_back("> " + name(change.left) + " -> " + name(change.right) +
                       (change.count == 1 ? "" : " (" + std::to_string(change.count) + ")"));
        break;
    }
    if (!change.is_certain) said.back() += " (or changed)";
    orders.push_back(change.row().order);
    return {};
  }

  std::vector<std::string> said;
  std::vector<std::optional<reconcile::RowOrder>> orders;

 private:
  static std::string name(const reconcile::KnownRow& row) {
    if (row.known == reconcile::KnownRow::Known::digest)
      return "[" + std::string(as_text(row.row.bytes)) + "]";
    const auto cells = rows::cells_of(row.row.key());
    EXPECT_TRUE(cells && cells->size() == 1);
    return std::string(cells->front().payload) + (row.is_whole() ? "" : " (key)");
  }

  std::string differences(const reconcile::Change& change) const {
    if (!change.left.is_whole() || !change.right.is_whole()) return "";
    const auto left = rows::cells_of(change.left.row.bytes);
    const auto right = rows::cells_of(change.right.row.bytes);
    EXPECT_EQ(left->size(), terms_->columns.names.size());
    std::string text = ":";
    for (std::size_t i = 1; i < left->size(); ++i) {
      const bool is_unlike = (change.unlike_columns >> (i - 1) & 1) != 0;
      if ((*left)[i] != (*right)[i] || is_unlike)
        text += " " + terms_->columns.names[i] + (is_unlike ? "*" : "");
    }
    return text;
  }

  std::optional<reconcile::Terms> terms_;
};

// Somebody who has ended the work before it began.
class CancelledWatch : public reconcile::Watch {
 public:
  bool is_cancelled() const override { return true; }
};

// Does something when a stage begins, and keeps the stages.
class StageWatch : public reconcile::Watch {
 public:
  explicit StageWatch(std::function<void(Stage)> at_begin = {}) : at_begin_(std::move(at_begin)) {}

  std::unique_ptr<Shown> show(Work work) override {
    stages.push_back(work.stage);
    if (at_begin_) at_begin_(work.stage);
    return nullptr;
  }
  bool is_cancelled() const override { return cancelled; }

  std::vector<Stage> stages;
  bool cancelled = false;

 private:
  std::function<void(Stage)> at_begin_;
};

}  // namespace peel::test
