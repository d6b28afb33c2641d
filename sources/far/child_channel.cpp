#include "sources/far/child_channel.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>

extern char** environ;

namespace peel::sources {

namespace {

using namespace std::chrono_literals;

// How long a program that was hung up on may take to end.
constexpr auto kPatience = 3s;
constexpr int kBetweenLooks = 200;  // milliseconds, at the watch

// One end is the standard input and output of the program.
Result<pid_t> spawn(const std::vector<std::string>& words, int socket) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  pid_t child = -1;
  const int reason = ::posix_spawnp(&child, argv.front(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (reason != 0) return failure(ErrorCode::io, "cannot start " + words.front() + ": " + reason_of(reason));
  return child;
}

}  // namespace

Result<ChildChannel> ChildChannel::start(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  // A socket, unlike a pipe, can be written to without a signal if nobody reads any more.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return failure(ErrorCode::io, "cannot make a socket: " + reason_of(errno));
  auto ours = FileDescriptor::owned(ends[0]);
  const auto theirs = FileDescriptor::owned(ends[1]);
  const auto child = spawn(words, theirs.number());
  if (!child) return failure(child.error());
  return ChildChannel(words.front(), *child, std::move(ours));
}

ChildChannel::~ChildChannel() {
  if (child_ < 0) return;
  ::shutdown(socket_.number(), SHUT_RDWR);
  const auto last = std::chrono::steady_clock::now() + kPatience;
  while (::waitpid(child_, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > last) {
      ::kill(child_, SIGTERM);
      ::waitpid(child_, nullptr, 0);
      return;
    }
    std::this_thread::sleep_for(5ms);
  }
}

tl::unexpected<Error> ChildChannel::cannot(const char* what) const {
  const int reason = errno;
  return failure(ErrorCode::io, std::string("cannot ") + what + " " + name_ + ": " +
                                    (reason == EPIPE ? "it has ended" : reason_of(reason)));
}

Result<bool> ChildChannel::read_some() {
  std::array<std::byte, std::size_t{1} << 16> block;
  const ssize_t got = ::recv(socket_.number(), block.data(), block.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (got < 0 && errno != ECONNRESET) return cannot("hear");
  if (got <= 0) return false;
  kept_.insert(kept_.end(), block.begin(), block.begin() + got);
  return true;
}

Result<void> ChildChannel::send(ByteView bytes) {
  bool can_hear = true;
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EPIPE || errno == ECONNRESET) {
      // What it said before it went may tell why.
      while (can_hear) {
        const std::size_t before = kept_.size();
        const auto heard = read_some();
        can_hear = heard && *heard && kept_.size() > before;
      }
      return kept_.empty() ? Result<void>(cannot("speak to")) : Result<void>();
    }
    if (errno != EAGAIN && errno != EINTR) return cannot("speak to");
    pollfd wait{socket_.number(), static_cast<short>(can_hear ? POLLIN | POLLOUT : POLLOUT), 0};
    if (::poll(&wait, 1, -1) < 0 && errno != EINTR) return cannot("wait for");
    if (can_hear && (wait.revents & (POLLIN | POLLHUP)) != 0) {
      const auto heard = read_some();
      if (!heard) return failure(heard.error());
      can_hear = *heard;
    }
  }
  return {};
}

Result<Bytes> ChildChannel::receive(const reconcile::Watch& watch) {
  while (kept_.empty()) {
    if (auto going = watch.may_go_on(name_); !going) return failure(going.error());
    pollfd wait{socket_.number(), POLLIN, 0};
    const int ready = ::poll(&wait, 1, kBetweenLooks);
    if (ready < 0 && errno != EINTR) return cannot("wait for");
    if (ready <= 0) continue;
    const auto heard = read_some();
    if (!heard) return failure(heard.error());
    if (!*heard && kept_.empty()) return Bytes();
  }
  return std::exchange(kept_, {});
}

}  // namespace peel::sources
