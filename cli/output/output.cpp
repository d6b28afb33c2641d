#include "cli/output/output.hpp"

#include "cli/output/output_file.hpp"

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
  if (replaced_ != nullptr) {
    constexpr std::size_t kBlock = std::size_t{1} << 16;
    waiting_ += text;
    if (waiting_.size() >= kBlock) finish();
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) give_up(errno);
}

void Output::finish() {
  if (replaced_ != nullptr) {
    if (const auto written = replaced_->write(as_bytes(waiting_)); !written)
      throw std::runtime_error(written.error().sentence());
    waiting_.clear();
    return;
  }
  if (std::fflush(file_) != 0) give_up(errno);
}

}  // namespace peel::cli
