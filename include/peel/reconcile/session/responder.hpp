// Responder: the side of a session that answers. Bytes come in, bytes go out, and whatever a peer sends ends
// in an answer or in a refusal. Changes are made only to an endpoint that may be edited: whoever opens it
// decides.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/reconcile/cell_stream.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/session/message.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/watch.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::reconcile::session {

class Responder {
 public:
  // Opens what the peer asks for.
  using Host = std::function<Result<std::unique_ptr<Endpoint>>(const Open& open)>;
  // Takes bytes for the peer. Fails if the peer has gone.
  using Send = std::function<Result<void>(ByteView bytes)>;

  struct Options {
    std::string program = {};
    std::uint64_t memory_bytes = std::uint64_t{64} << 20;
    Spill* spill = nullptr;  // for changes that do not fit into memory; without one, none are made
  };

  // The watch must outlive the responder.
  Responder(Options options, Host host, Send send, Watch& watch)
      : options_(std::move(options)), host_(std::move(host)), send_(std::move(send)), watch_(watch) {}

  // Answers all messages that are whole now. Fails where the session ends in trouble: the peer, if it is
  // still there, was told the same sentence.
  Result<void> receive(ByteView bytes);
  // The peer has closed. Fails if it did so in the middle.
  Result<void> end();

  // The peer has said goodbye, or was refused.
  bool is_over() const { return state_ == State::over; }

 private:
  enum class State : std::uint8_t { strange, greeted, open, planned, over };

  // Cells that go to the peer as long as it wants them.
  struct Stream {
    std::unique_ptr<CellStream> cells;
    std::optional<Cells> next = {};        // made, and not sent yet
    std::vector<std::uint64_t> sent = {};  // bytes of content up to the end of each block
    std::uint64_t acknowledged = 0;        // blocks
    bool is_usually_enough = false;        // what was made so far, for so few rows

    std::uint64_t bytes_until(std::uint64_t blocks) const { return blocks == 0 ? 0 : sent[blocks - 1]; }
  };

  bool is_due(const Message& message) const;
  Result<void> take(const Message& message);
  template <class Content>
  Result<void> dispatch(const Message& message, const Content& content);
  Result<void> answer(const Hello& hello);
  Result<void> answer(const Open& open);
  Result<void> answer(const Agree& agree);
  Result<void> answer(const More& more);
  Result<void> answer(const Enough& enough);
  Result<void> answer(const Resolve& resolve);
  Result<void> answer(const Scan& scan);
  Result<void> answer(const EditTable& edit);
  Result<void> answer(const Changes& changes);
  Result<void> answer(const PlanEdit& plan);
  Result<void> answer(const Apply& apply);
  Result<void> answer(const Bye& bye);

  Result<void> send(const Message& message);
  Result<void> send_cells();
  void tell_progress();
  void forget_edit();
  Result<void> check(const Terms& terms) const;
  ItemPlan plan() const;
  tl::unexpected<Error> unexpected(const Message& message) const;

  Options options_;
  Host host_;
  Send send_;
  Watch& watch_;
  MessageReader reader_;
  State state_ = State::strange;
  std::uint64_t most_message_bytes_ = kMaxMessageBytes;
  std::unique_ptr<Endpoint> endpoint_;
  std::optional<Agree> agreed_;
  std::optional<Stream> stream_;  // while cells are wanted
  std::deque<EditTable> edited_;  // the edit refers to their terms
  std::unique_ptr<Edit> edit_;
  ChangeSink* changes_ = nullptr;  // for those of the table that was begun last
  std::uint64_t changes_taken_ = 0;
  std::uint64_t change_bytes_ = 0;  // of their rows
};

}  // namespace peel::reconcile::session
