#include "plot/child_process.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace peel::plot {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open()) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

struct Channel {
  Descriptor ours;
  Descriptor theirs;
};

// Sockets rather than pipes: a write to a child that has gone is then an error and no signal. The child's
// ends block, as programs expect.
Result<Channel> channel() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return failure(ErrorCode::io, std::string("cannot talk to another program: ") + std::strerror(errno));
  }
  Channel made{Descriptor(ends[0]), Descriptor(ends[1])};
  fcntl(made.ours.number(), F_SETFL, O_NONBLOCK);
  return made;
}

// Whether more may follow.
bool send_some(const Descriptor& to, std::string_view& text) {
  const ssize_t sent = send(to.number(), text.data(), text.size(), MSG_NOSIGNAL);
  if (sent < 0) return errno == EAGAIN || errno == EINTR;
  text.remove_prefix(static_cast<std::size_t>(sent));
  return !text.empty();
}

bool receive_some(const Descriptor& from, std::string& text) {
  constexpr std::size_t kPiece = 1 << 16;
  std::array<char, kPiece> piece;
  const ssize_t received = read(from.number(), piece.data(), piece.size());
  if (received < 0) return errno == EAGAIN || errno == EINTR;
  text.append(piece.data(), static_cast<std::size_t>(received));
  return received > 0;
}

// Whatever is ready is moved, in any order, so that neither side waits for the other for ever.
void converse(std::string_view text, Descriptor input, Descriptor output, Descriptor complaints,
              ChildOutput& heard) {
  if (text.empty()) input.close();
  while (input.is_open() || output.is_open() || complaints.is_open()) {
    std::array<pollfd, 3> waiting{pollfd{input.number(), POLLOUT, 0}, pollfd{output.number(), POLLIN, 0},
                                  pollfd{complaints.number(), POLLIN, 0}};
    if (poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if (waiting[0].revents != 0 && !send_some(input, text)) input.close();
    if (waiting[1].revents != 0 && !receive_some(output, heard.output)) output.close();
    if (waiting[2].revents != 0 && !receive_some(complaints, heard.complaints)) complaints.close();
  }
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<ChildOutput> run_child(const std::vector<std::string>& command, std::string_view input) {
  auto in = channel();
  if (!in) return failure(in.error());
  auto out = channel();
  if (!out) return failure(out.error());
  auto err = channel();
  if (!err) return failure(err.error());

  std::vector<std::string> words = command;
  const char* const path = std::getenv("PATH");
  std::vector<std::string> environment = {"LC_ALL=C"};
  if (path != nullptr) environment.push_back(std::string("PATH=") + path);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in->theirs.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out->theirs.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err->theirs.number(), STDERR_FILENO);
  pid_t child = 0;
  const int refused = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                                   pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (refused != 0) {
    return failure(ErrorCode::io, "cannot run " + words[0] + ": " + std::strerror(refused));
  }
  in->theirs.close();
  out->theirs.close();
  err->theirs.close();

  ChildOutput heard{};
  converse(input, std::move(in->ours), std::move(out->ours), std::move(err->ours), heard);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  heard.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return heard;
}

}  // namespace peel::plot
