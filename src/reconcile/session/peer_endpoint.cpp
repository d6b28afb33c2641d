#include "peel/reconcile/session/peer_endpoint.hpp"

#include "reconcile/session/peer_edit.hpp"
#include "reconcile/session/peer_row.hpp"
#include "wire/rateless_blocks.hpp"

#include <algorithm>
#include <optional>

namespace peel::reconcile::session {

namespace {

// The cells that a peer sends.
class PeerCells : public CellStream {
 public:
  // `rows` becomes the number of rows that the cells stand for.
  PeerCells(Connection& connection, const KeyHasher& hashing, const RatelessShape& shape,
            std::optional<std::uint64_t>& rows)
      : connection_(connection), hashing_(hashing), shape_(shape), rows_(rows) {}

  Result<RatelessCells> next(const Watch& watch) override {
    // What came before is acknowledged only now: had it been enough, nothing more would be on its way.
    if (blocks_ > 0) {
      if (auto sent = connection_.send(More{blocks_}); !sent) return failure(sent.error());
      // The peer could send so much without having heard this.
      if (received_ >= window_) {
        connection_.count_round_trip();
        window_ = 2 * received_;
      }
    }
    const auto message = connection_.expect<Cells>(watch);
    if (!message) return failure(message.error());
    const RatelessTotals& totals = message->totals;
    if (totals.net < 0 || static_cast<std::uint64_t>(totals.net) != totals.gross) {
      return refused(Error(ErrorCode::malformed, "its cells count " + std::to_string(totals.net) +
                                                     " rows, and say that they stand for " +
                                                     std::to_string(totals.gross)));
    }
    const CellRange full = wire::full_block(shape_, next_);
    auto block = wire::cells_of_block(shape_, message->totals.net, full, message->content);
    if (!block) return refused(block.error());
    if (block->range.end != full.end)
      return refused(Error(ErrorCode::malformed, "a block of cells is shorter than its place allows"));
    auto cells = RatelessCells::from_cells(shape_, hashing_, full, message->totals, std::move(block->words));
    if (!cells) return refused(cells.error());
    next_ = full.end;
    ++blocks_;
    acknowledged_ = received_;
    received_ += message->content.size();
    rows_ = totals.gross;
    return cells;
  }

  Result<void> stop() override {
    // What may be in flight, less the block that has come last.
    const std::uint64_t window = std::max(kFirstWindow, acknowledged_);
    connection_.pass_over_cells(window - std::min(window, received_ - acknowledged_));
    return connection_.send(Enough());
  }

 private:
  tl::unexpected<Error> refused(const Error& error) const {
    return failure(error.code(), connection_.peer() + ": " + error.sentence());
  }

  Connection& connection_;
  KeyHasher hashing_;
  RatelessShape shape_;
  std::optional<std::uint64_t>& rows_;
  std::uint64_t blocks_ = 0;
  std::uint64_t received_ = 0;      // bytes of their contents
  std::uint64_t acknowledged_ = 0;  // of these, when the last block came
  std::uint64_t window_ = kFirstWindow;
  std::uint64_t next_ = 0;  // the first cell of the next block
};

}  // namespace

Result<std::unique_ptr<PeerEndpoint>> PeerEndpoint::open(std::shared_ptr<Connection> connection,
                                                         std::string name, const Open& open,
                                                         const Watch& watch) {
  if (auto sent = connection->send(open); !sent) return failure(sent.error());
  auto described = connection->expect<Describe>(watch);
  if (!described) return failure(described.error());
  return std::unique_ptr<PeerEndpoint>(
      new PeerEndpoint(std::move(connection), std::move(name), open, std::move(*described)));
}

Result<std::unique_ptr<Edit>> PeerEndpoint::edit(const EditRoom& room) {
  return std::make_unique<PeerEdit>(connection_, room);
}

Result<std::unique_ptr<Endpoint>> PeerEndpoint::again(const Watch& watch) {
  auto opened = open(connection_, name_, opened_, watch);
  if (!opened) return failure(opened.error());
  return std::move(*opened);
}

Result<Summary> PeerEndpoint::summarise(const SummaryPlan&, Watch&) {
  return failure(ErrorCode::unsupported, name_ + " is far away, and is not compared with a sketch yet");
}

Result<std::unique_ptr<CellStream>> PeerEndpoint::stream(const ItemPlan& plan, const RatelessShape& shape,
                                                         std::uint64_t) {
  if (auto sent = connection_->send(Agree{plan.terms, plan.side, plan.scheme, plan.hashing, shape}); !sent)
    return failure(sent.error());
  return std::unique_ptr<CellStream>(std::make_unique<PeerCells>(*connection_, plan.hashing, shape, rows_));
}

Result<void> PeerEndpoint::take_rows(const TakeRow& take, const Watch& watch) {
  std::uint64_t taken_rows = 0;
  for (++unheard_answers_;;) {
    const auto rows = connection_->expect<Rows>(watch);
    if (!rows) return failure(rows.error());
    if (rows->rows.empty() && !rows->is_last)
      return failure(ErrorCode::malformed, connection_->peer() + " sends no rows, and not the last of them");
    taken_rows += rows->rows.size();
    if (rows_ && taken_rows > *rows_) {
      return failure(ErrorCode::malformed, connection_->peer() + " sends more rows than the " +
                                               std::to_string(*rows_) + " that it said it has");
    }
    const bool is_older = unheard_answers_ > 1;  // somebody did not wait for its end
    if (rows->is_last) --unheard_answers_;
    if (is_older) {
      if (rows->is_last) taken_rows = 0;
      continue;
    }
    for (const Rows::Row& row : rows->rows) {
      if (auto taken = take(row); !taken) return taken;
    }
    if (rows->is_last) return {};
  }
}

Result<void> PeerEndpoint::scan(const Terms& terms, Side side, RowVisitor& visitor, Watch& watch) {
  if (auto sent = connection_->send(Scan{terms, side}); !sent) return sent;
  std::uint64_t number = 0;
  const auto take = [&](const Rows::Row& row) -> Result<void> {
    if (row.index != number++ || !is_row(terms, {row.bytes, row.key_size, row.spelled}))
      return failure(ErrorCode::malformed, connection_->peer() + " sends a row that is none of " + name_);
    return visitor.visit(row.index, {row.bytes, row.key_size, row.spelled}, row.order);
  };
  return take_rows(take, watch);
}

Result<void> PeerEndpoint::resolve(const ItemPlan& plan, const WantedItems& wanted, RowVisitor& visitor,
                                   Watch& watch) {
  const RowItems& items = wanted.items();
  Resolve resolve;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const ByteView item = wanted.item(i);
    resolve.items.insert(resolve.items.end(), item.begin(), item.end());
  }
  if (auto sent = connection_->send(resolve); !sent) return sent;
  Bytes item(items.width());
  Result<void> visited;
  const auto take = [&](const Rows::Row& row) -> Result<void> {
    const rows::CanonicalRow canonical{row.bytes, row.key_size, row.spelled};
    const bool is_of_terms = is_row(plan.terms, canonical);
    if (is_of_terms) items.write(canonical, item.data());
    // The peer's word is not taken for which item the row has.
    if (!is_of_terms || wanted.find(item) != row.index) {
      return failure(ErrorCode::malformed,
                     connection_->peer() + " sends a row that is none of those asked for");
    }
    // Who wants no more rows may ask for others: the answer is heard to its end, so that the next one begins
    // where it should.
    if (visited) visited = visitor.visit(row.index, canonical, row.order);
    return {};
  };
  if (auto taken = take_rows(take, watch); !taken) return taken;
  return visited;
}

}  // namespace peel::reconcile::session
