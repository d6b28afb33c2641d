#include "cli/top/signal_watch.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/signalfd.h>
#include <unistd.h>

namespace peel::cli {

namespace {

// As nohup has it with SIGHUP.
bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

SignalWatch::SignalWatch(std::initializer_list<int> signals) : arrivals_(sources::FileDescriptor::owned(-1)) {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : signals) {
    if (!is_ignored(signal)) sigaddset(&watched, signal);
  }
  arrivals_ = sources::FileDescriptor::owned(::signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!arrivals_.is_open())
    throw std::runtime_error(std::string("signals cannot be watched: ") + std::strerror(errno));
  ::sigprocmask(SIG_BLOCK, &watched, &before_);
}

SignalWatch::~SignalWatch() {
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> SignalWatch::take() const {
  signalfd_siginfo arrived{};
  if (::read(arrivals_.number(), &arrived, sizeof arrived) != static_cast<ssize_t>(sizeof arrived))
    return std::nullopt;
  return static_cast<int>(arrived.ssi_signo);
}

void SignalWatch::let_through(int signal) const {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::raise(signal);
  ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
}

}  // namespace peel::cli
