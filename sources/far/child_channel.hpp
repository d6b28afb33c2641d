// ChildChannel: a program that was started here, as the way to a peer.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/reconcile/session/connection.hpp"

#include "sources/file_descriptor.hpp"

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace peel::sources {

class ChildChannel : public reconcile::session::Channel {
 public:
  // Starts the program of these words, found as a shell would. Its messages go where ours do. Fails with `io`
  // if it cannot be started.
  static Result<ChildChannel> start(const std::vector<std::string>& words);

  ChildChannel(ChildChannel&& other) noexcept
      : name_(std::move(other.name_)),
        child_(std::exchange(other.child_, -1)),
        socket_(std::move(other.socket_)),
        kept_(std::move(other.kept_)) {}
  ChildChannel& operator=(ChildChannel&&) = delete;
  // Hangs up and waits for the program; one that does not end by itself is ended.
  ~ChildChannel() override;

  Result<void> send(ByteView bytes) override;
  Result<Bytes> receive(const reconcile::Watch& watch) override;

 private:
  ChildChannel(std::string name, pid_t child, FileDescriptor socket)
      : name_(std::move(name)), child_(child), socket_(std::move(socket)) {}

  // Appends what there is to `kept_`; whether anything may come after it.
  Result<bool> read_some();
  tl::unexpected<Error> cannot(const char* what) const;

  std::string name_;
  pid_t child_;
  FileDescriptor socket_;
  Bytes kept_;  // has come, and nobody has asked for it yet
};

}  // namespace peel::sources
