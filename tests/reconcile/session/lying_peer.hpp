// A peer that answers honestly but for some lies: a responder behind a channel, whose answers a test changes
// on their way. Nothing waits: who asks for more than there is finds the connection closed.
#pragma once

#include "peel/reconcile/session/peer_endpoint.hpp"

#include "reconcile/session/asked_responder.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace peel::test {

class LyingPeer : public reconcile::session::Channel {
 public:
  using Message = reconcile::session::Message;
  // What is sent in place of an answer.
  using Lie = std::function<std::vector<Message>(const Message& answer)>;

  explicit LyingPeer(const IdRows& rows) : asked_(rows) {}
  explicit LyingPeer(AskedResponder::Make make) : asked_(std::move(make)) {}

  Lie lie = [](const Message& answer) { return std::vector{answer}; };
  // Comes again and again once there is nothing else.
  std::optional<Message> for_ever;

  Result<void> send(ByteView bytes) override {
    (void)asked_.responder.receive(bytes);
    for (const Message& answer : std::exchange(asked_.heard, {})) {
      for (const Message& told : lie(answer)) waiting_.push_back(encode(told));
    }
    return {};
  }
  Result<Bytes> receive(const reconcile::Watch& watch) override {
    if (auto going = watch.may_go_on("the far side"); !going) return failure(going.error());
    if (++received_ > kMostReceived) return failure(ErrorCode::io, "this does not end");
    if (waiting_.empty()) return for_ever ? encode(*for_ever) : Bytes();
    Bytes bytes = std::move(waiting_.front());
    waiting_.pop_front();
    return bytes;
  }

  Result<std::unique_ptr<reconcile::session::PeerEndpoint>> open() {
    if (auto greeted = connection_.greet("test"); !greeted) return failure(greeted.error());
    return reconcile::session::PeerEndpoint::open(
        std::shared_ptr<reconcile::session::Connection>(std::shared_ptr<void>(), &connection_), "FAR", {},
        watch_);
  }

 private:
  static constexpr std::uint64_t kMostReceived = 100'000;

  AskedResponder asked_;
  std::deque<Bytes> waiting_;
  std::uint64_t received_ = 0;
  reconcile::Watch watch_;
  reconcile::session::Connection connection_{*this, "the far side"};
};

}  // namespace peel::test
