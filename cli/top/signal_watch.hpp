// Signals that arrive as something to be read, where the program is ready for them, and not in the middle of
// whatever it does.
#pragma once

#include "sources/file_descriptor.hpp"

#include <csignal>
#include <initializer_list>
#include <optional>

namespace peel::cli {

// While it lives, these signals do nothing by themselves. Those that were ignored before stay so.
class SignalWatch {
 public:
  explicit SignalWatch(std::initializer_list<int> signals);
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

  // The next that came, if any.
  std::optional<int> take() const;
  // What this signal would have done without a watch.
  void let_through(int signal) const;
  // What becomes readable when one comes.
  int descriptor() const { return arrivals_.number(); }

 private:
  sigset_t before_{};
  sources::FileDescriptor arrivals_;
};

}  // namespace peel::cli
