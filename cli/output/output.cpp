#include "cli/output/output.hpp"

#include "cli/output/output_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace {

[[noreturn]] void give_up(int reason) {
  if (reason == EPIPE) throw ReaderWentAway();
  throw std::runtime_error(std::string("cannot write to standard output: ") + std::strerror(reason));
}

}  // namespace

void Output::write(std::string_view text) {
  if (is_held_) {
    constexpr std::size_t kMostInMemory = std::size_t{4} << 20;
    waiting_ += text;
    if (waiting_.size() >= kMostInMemory) spool();
    return;
  }
  if (replaced_ != nullptr) {
    constexpr std::size_t kBlock = std::size_t{1} << 16;
    waiting_ += text;
    if (waiting_.size() >= kBlock) finish();
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) give_up(errno);
}

void Output::finish() {
  if (is_held_) return;
  if (replaced_ != nullptr) {
    if (const auto written = replaced_->write(as_bytes(waiting_)); !written)
      throw std::runtime_error(written.error().sentence());
    waiting_.clear();
    return;
  }
  if (std::fflush(file_) != 0) give_up(errno);
}

void Output::spool() {
  if (!spooled_) {
    auto created = sources::Spool::create("the output");
    if (!created) throw std::runtime_error(created.error().sentence());
    spooled_ = std::move(*created);
  }
  if (const auto kept = spooled_->append(waiting_); !kept) throw std::runtime_error(kept.error().sentence());
  waiting_.clear();
}

void Output::hold() {
  if (file_ == nullptr) return;
  struct stat about {};
  const bool may_wait =
      ::fstat(::fileno(file_), &about) == 0 &&
      (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || ::isatty(::fileno(file_)) == 1);
  if (may_wait) is_held_ = true;
}

void Output::release() {
  if (!is_held_) return;
  is_held_ = false;
  const std::string last = std::move(waiting_);
  waiting_.clear();
  std::string block(std::size_t{1} << 16, '\0');
  for (std::uint64_t at = 0; spooled_ && at < spooled_->size();) {
    const auto read = spooled_->read_at(at, block);
    if (!read) throw std::runtime_error(read.error().sentence());
    write(std::string_view(block).substr(0, *read));
    at += *read;
  }
  spooled_.reset();
  write(last);
  finish();
}

}  // namespace peel::cli
