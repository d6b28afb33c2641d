#include "cli/output/output.hpp"

#include <cerrno>
#include <cstring>
#include <string>

namespace peel::cli {

namespace {

[[noreturn]] void give_up(int reason) {
  if (reason == EPIPE) throw ReaderWentAway();
  throw std::runtime_error(std::string("cannot write to standard output: ") + std::strerror(reason));
}

}  // namespace

void Output::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) give_up(errno);
}

void Output::finish() {
  if (std::fflush(file_) != 0) give_up(errno);
}

}  // namespace peel::cli
