#include "reconcile/session/peer_edit.hpp"

namespace peel::reconcile::session {

namespace {

// Bytes of changes that make a message, unless one change has more.
constexpr std::uint64_t kChangesBytes = std::uint64_t{1} << 16;
constexpr std::uint64_t kLeastChangeBytes = 8;
static_assert(kChangesBytes / kLeastChangeBytes <= kMaxRowsOfMessage);

Changes::Row copied_row(const KnownRow& known) {
  const auto copied = [](ByteView bytes) { return Bytes(bytes.begin(), bytes.end()); };
  return {known.order.value_or(0), known.row.key_size, copied(known.row.bytes), copied(known.row.spelled)};
}

// Changes on their way to the peer, many in one message.
class SentChanges : public ChangeSink {
 public:
  explicit SentChanges(Connection& connection) : connection_(connection) {}

  Result<void> take(const Change& change) override {
    Changes::One one{.kind = change.kind, .count = change.count};
    if (change.kind != Change::Kind::added) one.left = copied_row(change.left);
    if (change.kind != Change::Kind::removed) one.right = copied_row(change.right);
    for (const Changes::Row* const row : {&one.left, &one.right})
      bytes_ += kLeastChangeBytes + row->bytes.size() + row->spelled.size();
    waiting_.changes.push_back(std::move(one));
    ++number_;
    return bytes_ < kChangesBytes ? Result<void>() : flush();
  }

  // How many have come.
  std::uint64_t number() const { return number_; }

  Result<void> flush() {
    bytes_ = 0;
    return waiting_.changes.empty() ? Result<void>() : connection_.send(std::exchange(waiting_, {}));
  }

 private:
  Connection& connection_;
  Changes waiting_;
  std::uint64_t bytes_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace

Result<std::uint64_t> PeerEdit::send(const Table& table) {
  if (auto sent = connection_->send(table.begun); !sent) return failure(sent.error());
  SentChanges changes(*connection_);
  if (auto sent = table.changes.hand_on(changes); !sent) return failure(sent.error());
  if (auto sent = changes.flush(); !sent) return failure(sent.error());
  return changes.number();
}

Result<ChangeSink*> PeerEdit::begin(const Terms& terms, const rows::Schema& wanted) {
  // As much of the memory as a comparison leaves for them.
  tables_.push_back({{terms, wanted}, KeptChanges(room_.memory_bytes / 4, room_.spill)});
  return &tables_.back().changes;
}

Result<EditNotes> PeerEdit::plan(Watch& watch) {
  PlanEdit said;
  for (; !tables_.empty(); tables_.pop_front()) {
    const auto changes = send(tables_.front());
    if (!changes) return failure(changes.error());
    said.changes += *changes;
  }
  if (auto sent = connection_->send(said); !sent) return failure(sent.error());
  auto planned = connection_->expect<Planned>(watch);
  if (!planned) return failure(planned.error());
  return std::move(planned->notes);
}

Result<void> PeerEdit::apply(Watch& watch) {
  if (auto sent = connection_->send(Apply()); !sent) return sent;
  const auto stage = watch.show(
      {Watch::Stage::writing, [connection = connection_] { return connection->bytes_read_there(); }});
  const auto applied = connection_->expect<Applied>(watch);
  if (applied) return {};
  // Whether it was done is not known where the answer did not come.
  const ErrorCode code = applied.error().code();
  if (code != ErrorCode::io && code != ErrorCode::timed_out && code != ErrorCode::cancelled)
    return failure(applied.error());
  return failure(code, applied.error().sentence() +
                           "; the changes were asked for, and are made either all or not at all: run it "
                           "again to see which");
}

}  // namespace peel::reconcile::session
