// Two peers joined by pipes in memory: one answers in a thread of its own, the other asks. Bytes may be cut
// into pieces of any size on their way.
#pragma once

#include "peel/reconcile/session/peer_endpoint.hpp"
#include "peel/reconcile/session/responder.hpp"

#include "reconcile/compared.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace peel::test {

// One way. Bytes come out in the pieces that `piece` says.
class MemoryPipe {
 public:
  std::function<std::size_t()> piece = [] { return std::size_t{1} << 20; };
  std::optional<std::uint64_t> most;  // bytes that pass before the pipe breaks

  bool write(ByteView bytes) {
    const std::lock_guard lock(mutex_);
    for (const std::byte byte : bytes) {
      if (is_closed_ || (most && written_ == *most)) {
        is_closed_ = true;
        break;
      }
      bytes_.push_back(byte);
      ++written_;
    }
    changed_.notify_all();
    return !is_closed_;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }
  // Nothing at the end.
  Bytes read() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_closed_ || !bytes_.empty(); });
    const std::size_t size = std::min(bytes_.size(), std::max<std::size_t>(1, piece()));
    Bytes taken(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size));
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size));
    return taken;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::byte> bytes_;
  std::uint64_t written_ = 0;
  bool is_closed_ = false;
};

class MemoryChannel : public reconcile::session::Channel {
 public:
  MemoryChannel(MemoryPipe& out, MemoryPipe& in) : out_(out), in_(in) {}
  Result<void> send(ByteView bytes) override {
    if (!out_.write(bytes)) return failure(ErrorCode::io, "the peer has gone");
    return {};
  }
  Result<Bytes> receive(const reconcile::Watch&) override { return in_.read(); }

 private:
  MemoryPipe& out_;
  MemoryPipe& in_;
};

// A source behind a session, which is open from here to the end of the object.
class FarSource {
 public:
  explicit FarSource(std::unique_ptr<FakeSource> source) : source_(std::move(source)) {}
  FarSource(const FarSource&) = delete;
  FarSource& operator=(const FarSource&) = delete;
  ~FarSource() { hang_up(); }

  MemoryPipe there, back;
  FakeSource& source() { return *source_; }

  // Greets and opens.
  Result<std::unique_ptr<reconcile::session::PeerEndpoint>> open(const reconcile::session::Open& open = {}) {
    serve();
    if (auto greeted = connection.greet("test"); !greeted) return failure(greeted.error());
    return reconcile::session::PeerEndpoint::open(
        std::shared_ptr<reconcile::session::Connection>(std::shared_ptr<void>(), &connection), "FAR", open,
        watch_);
  }

  // Starts the side that answers.
  void serve() {
    server_ = std::thread([this] {
      const auto host =
          [this](const reconcile::session::Open&) -> Result<std::unique_ptr<reconcile::Endpoint>> {
        if (source_ == nullptr) return failure(ErrorCode::io, "the source was taken");
        return std::unique_ptr<reconcile::Endpoint>(
            std::make_unique<reconcile::RowsEndpoint>(std::move(source_)));
      };
      const auto send = [this](ByteView bytes) -> Result<void> {
        if (!back.write(bytes)) return failure(ErrorCode::io, "the peer has gone");
        return {};
      };
      reconcile::Watch watch;
      reconcile::session::Responder responder({.program = "answer"}, host, send, watch);
      while (!responder.is_over()) {
        const Bytes bytes = there.read();
        const auto received = bytes.empty() ? responder.end() : responder.receive(bytes);
        if (!received) trouble = received.error().sentence();
        if (bytes.empty()) break;
      }
      back.close();
    });
  }

  void hang_up() {
    there.close();
    back.close();
    if (server_.joinable()) server_.join();
  }

  std::string trouble;  // what the answering side ended with; read it after hang_up()
  MemoryChannel channel{there, back};
  reconcile::session::Connection connection{channel, "the far side"};

 private:
  std::unique_ptr<FakeSource> source_;
  reconcile::Watch watch_;
  std::thread server_;
};

}  // namespace peel::test
