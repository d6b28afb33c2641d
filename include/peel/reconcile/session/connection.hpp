// Connection: messages to and from a peer, over a channel that somebody else provides. No input or output is
// done here.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/session/message.hpp"
#include "peel/reconcile/watch.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace peel::reconcile::session {

// Bytes to and from a peer, whatever carries them.
class Channel {
 public:
  virtual ~Channel() = default;
  // Sends all of them. Bytes that come meanwhile are kept, so that two peers that both send never wait for
  // each other. Fails with `io` if the peer has gone.
  virtual Result<void> send(ByteView bytes) = 0;
  // Some bytes, at least one; none at the end. Fails as the watch does.
  virtual Result<Bytes> receive(const Watch& watch) = 0;
};

class Connection {
 public:
  // `peer` is what sentences call the other side. The channel must outlive the connection.
  Connection(Channel& channel, std::string peer) : channel_(channel), peer_(std::move(peer)) {}

  // Says hello to a peer that will answer; the first request may follow at once. The answer is heard before
  // the first other one.
  Result<void> greet(const std::string& program);

  Result<void> send(const Message& message);
  // The next message. Fails as the channel does; with `malformed` for what is no message, and if the peer
  // ends in the middle; with the peer's own code and sentence if it refuses; with `unsupported` if the two
  // speak no common version.
  Result<Message> receive(const Watch& watch);

  // The next message, which has to be of this type. Cells that were on their way when no more were wanted
  // are passed over, up to the bytes that pass_over_cells() was told.
  template <class Type>
  Result<Type> expect(const Watch& watch) {
    for (;;) {
      auto message = receive(watch);
      if (!message) return failure(message.error());
      if (auto* const wanted = std::get_if<Type>(&*message)) return std::move(*wanted);
      const auto* const cells = std::get_if<Cells>(&*message);
      if (cells == nullptr || cells->content.size() > unwanted_cells_) return unexpected(*message);
      unwanted_cells_ -= cells->content.size();
    }
  }

  void pass_over_cells(std::uint64_t bytes) { unwanted_cells_ = bytes; }

  const std::string& peer() const { return peer_; }
  const Traffic& traffic() const { return traffic_; }
  // For acknowledgements, which are answered only sometimes.
  void count_round_trip() { ++traffic_.round_trips; }
  // How far the peer is with reading, as it said last. Other threads may ask.
  std::uint64_t bytes_read_there() const { return bytes_read_there_.load(std::memory_order_relaxed); }
  // The longest message that the peer reads.
  std::uint64_t most_message_bytes() const { return most_message_bytes_; }

 private:
  Result<void> take_hello(const Message& message);
  tl::unexpected<Error> unexpected(const Message& message) const;
  tl::unexpected<Error> failed(const Error& error) const;

  Channel& channel_;
  std::string peer_;
  MessageReader reader_;
  Traffic traffic_;
  std::atomic<std::uint64_t> bytes_read_there_ = 0;
  bool has_asked_ = false;      // something was sent since the last answer
  bool expects_hello_ = false;  // the first answer is a hello
  std::uint64_t most_message_bytes_ = kMaxMessageBytes;
  std::uint64_t unwanted_cells_ = 0;  // bytes of them that may be on their way
};

// Whether two peers can speak to each other. Fails with `unsupported` and says which versions they speak.
Result<void> check_versions(const Hello& hello);

}  // namespace peel::reconcile::session
