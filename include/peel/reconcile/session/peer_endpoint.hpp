// PeerEndpoint: a data set that a peer has, as one side of a comparison here.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/session/connection.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace peel::reconcile::session {

class PeerEndpoint : public Endpoint {
 public:
  // Asks a peer that was greeted to open a source. Fails as the peer does.
  static Result<std::unique_ptr<PeerEndpoint>> open(std::shared_ptr<Connection> connection, std::string name,
                                                    const Open& open, const Watch& watch);

  const std::string& name() const override { return name_; }
  const rows::Schema& schema() const override { return described_.schema; }
  rows::RowPlace place() const override { return described_.place; }
  bool offers(const ItemScheme&) const override { return true; }
  Result<Summary> summarise(const SummaryPlan& plan, Watch& watch) override;
  Result<std::unique_ptr<CellStream>> stream(const ItemPlan& plan, const RatelessShape& shape,
                                             std::uint64_t memory_bytes) override;
  // If it fails, the connection is in the middle of an answer.
  Result<void> scan(const Terms& terms, Side side, RowVisitor& visitor, Watch& watch) override;
  // Of the plan that stream() had.
  Result<void> resolve(const ItemPlan& plan, const WantedItems& wanted, RowVisitor& visitor,
                       Watch& watch) override;

  // Changes that the peer shall make. It refuses them, when it hears of them, if nothing may be written
  // there.
  Result<std::unique_ptr<Edit>> edit(const EditRoom& room) override;
  Result<std::unique_ptr<Endpoint>> again(const Watch& watch) override;

  std::optional<std::uint64_t> bytes() const override { return described_.bytes; }
  std::uint64_t bytes_read() const override { return connection_->bytes_read_there(); }
  const Traffic* traffic() const override { return &connection_->traffic(); }

 private:
  PeerEndpoint(std::shared_ptr<Connection> connection, std::string name, Open opened, Describe described)
      : connection_(std::move(connection)),
        name_(std::move(name)),
        opened_(std::move(opened)),
        described_(std::move(described)) {}

  using TakeRow = std::function<Result<void>(const Rows::Row& row)>;
  Result<void> take_rows(const TakeRow& take, const Watch& watch);

  std::shared_ptr<Connection> connection_;
  std::string name_;
  Open opened_;
  Describe described_;
  std::uint64_t unheard_answers_ = 0;  // of rows, whose end has not come
  std::optional<std::uint64_t> rows_;  // that it has, as its cells say
};

}  // namespace peel::reconcile::session
