// Endpoint: one side of a comparison, whatever stands behind it. It can be asked for a summary of its rows,
// and then for the rows behind some items of it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/rateless_sketch.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/reconcile/cell_stream.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/item_scheme.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/wanted_items.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/row_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace peel::reconcile {

// Whose rows are asked for, and as what items.
struct ItemPlan {
  const Terms& terms;
  Side side;
  ItemScheme scheme;
  KeyHasher hashing;
};

// The summary that is asked for: these items, and the tables that hold them.
struct SummaryPlan : ItemPlan {
  IbltShape table;
  StrataShape strata;
};

struct Summary {
  Iblt table;              // of the items
  StrataEstimator strata;  // of their digests
  std::uint64_t rows = 0;

  explicit Summary(const SummaryPlan& plan);
  std::uint64_t bytes() const;  // of memory
  Result<void> subtract(const Summary& other);
};

// Takes rows that were asked for.
class RowVisitor {
 public:
  virtual ~RowVisitor() = default;
  // A row whose item has this index among those wanted. Valid during the call.
  virtual Result<void> visit(std::size_t index, const rows::CanonicalRow& row, RowOrder order) = 0;
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;

  // As messages call it.
  virtual const std::string& name() const = 0;
  virtual const rows::Schema& schema() const = 0;
  virtual rows::RowPlace place() const { return rows::RowPlace::none; }
  Party party() const { return {name(), schema(), place()}; }

  // Whether it can summarise its rows as such items.
  virtual bool offers(const ItemScheme& scheme) const = 0;
  // A scan, or what a file already holds. Fails with `unsupported` for items that it does not offer.
  virtual Result<Summary> summarise(const SummaryPlan& plan, Watch& watch) = 0;
  // Adds all its rows to the cells of a rateless table. Fails with `unsupported` where there are none to
  // read.
  virtual Result<void> fill(const ItemPlan& plan, RatelessCells& cells, Watch& watch);
  // Its rows as a stream of cells, which may keep their items within the memory allowed. Returns before the
  // rows are read; a peer reads them from now on. Fails with `unsupported` where there are none to read.
  virtual Result<std::unique_ptr<CellStream>> stream(const ItemPlan& plan, const RatelessShape& shape,
                                                     std::uint64_t memory_bytes);
  // Hands on all its rows, numbered from 0. Fails with `unsupported` where there are none to read.
  virtual Result<void> scan(const Terms& terms, Side side, RowVisitor& visitor, Watch& watch);
  // Hands on its rows behind the wanted items: all that this side listed, and perhaps some of the other
  // side's. None if it has only items.
  virtual Result<void> resolve(const ItemPlan& plan, const WantedItems& wanted, RowVisitor& visitor,
                               Watch& watch) = 0;

  // Bytes that reading all rows will take, if that is known; and how many of a pass were read so far. Other
  // threads may ask.
  virtual std::optional<std::uint64_t> bytes() const { return std::nullopt; }
  virtual std::uint64_t bytes_read() const { return 0; }

  // Changes to be made to it. Fails with `unsupported` where nothing may be written.
  virtual Result<std::unique_ptr<Edit>> edit(const EditRoom& room);
  // The same data set as it is now, where it need not be found anew to be opened again; null elsewhere. This
  // endpoint is of no more use then.
  virtual Result<std::unique_ptr<Endpoint>> again(const Watch&) { return nullptr; }

  // The rows themselves, where they can be read.
  virtual rows::RowSource* rows() { return nullptr; }
  // The sketch that stands for the rows, of one kind or the other, where there is no more.
  virtual const Sketch* sketch() const { return nullptr; }
  virtual const RatelessSketch* rateless() const { return nullptr; }
  // What a session with a peer has cost so far; null if this side is at hand.
  virtual const Traffic* traffic() const { return nullptr; }
  // What either of them says of itself; null if there is none.
  const SketchDescription* sketched() const;
};

// What two endpoints are compared by. A sketch says itself what its rows are, and the other side is read like
// that. Fails as the agree() of terms.hpp does, and with `incompatible` for a request that contradicts a
// sketch.
Result<Terms> agree(const Endpoint& left, const Endpoint& right, const TermsRequest& request = {});

// A source of rows.
class RowsEndpoint : public Endpoint {
 public:
  explicit RowsEndpoint(std::unique_ptr<rows::RowSource> source) : source_(std::move(source)) {}

  const std::string& name() const override { return source_->name(); }
  const rows::Schema& schema() const override { return source_->schema(); }
  rows::RowPlace place() const override { return source_->place(); }
  bool offers(const ItemScheme&) const override { return true; }
  Result<Summary> summarise(const SummaryPlan& plan, Watch& watch) override;
  Result<void> fill(const ItemPlan& plan, RatelessCells& cells, Watch& watch) override;
  Result<std::unique_ptr<CellStream>> stream(const ItemPlan& plan, const RatelessShape& shape,
                                             std::uint64_t memory_bytes) override;
  Result<void> scan(const Terms& terms, Side side, RowVisitor& visitor, Watch& watch) override;
  Result<void> resolve(const ItemPlan& plan, const WantedItems& wanted, RowVisitor& visitor,
                       Watch& watch) override;
  std::optional<std::uint64_t> bytes() const override { return source_->size(); }
  std::uint64_t bytes_read() const override { return source_->bytes_read(); }
  rows::RowSource* rows() override { return source_.get(); }
  // The source itself; the endpoint is of no more use then.
  std::unique_ptr<rows::RowSource> take_rows() { return std::move(source_); }

 private:
  std::unique_ptr<rows::RowSource> source_;
};

// A sketch of a source.
class SketchEndpoint : public Endpoint {
 public:
  // Fails with `malformed` for a sketch that planned_sketch does not make, and with `incompatible` for the
  // difference of two.
  static Result<SketchEndpoint> from(std::string name, Sketch sketch);
  static Result<SketchEndpoint> from(std::string name, RatelessSketch sketch);

  const std::string& name() const override { return name_; }
  const rows::Schema& schema() const override { return schema_; }
  bool offers(const ItemScheme& scheme) const override { return scheme == ItemScheme::of(*sketched()); }
  Result<Summary> summarise(const SummaryPlan& plan, Watch& watch) override;
  Result<void> resolve(const ItemPlan&, const WantedItems&, RowVisitor&, Watch&) override { return {}; }
  const Sketch* sketch() const override { return std::get_if<Sketch>(&content_); }
  const RatelessSketch* rateless() const override { return std::get_if<RatelessSketch>(&content_); }

 private:
  using Content = std::variant<Sketch, RatelessSketch>;

  SketchEndpoint(std::string name, Content content);

  std::string name_;
  Content content_;
  rows::Schema schema_;
};

}  // namespace peel::reconcile
