// The display as a terminal or a file would see it.
#include "cli/progress.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace peel::cli {
namespace {

using namespace std::chrono_literals;

// Two ends: what is written to the one can be read from the other.
class Ends {
 public:
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;
  ~Ends() {
    ::close(writer_);
    ::close(reader_);
  }

  int writer() const { return writer_; }

  // What has arrived by now.
  std::string read_now() { return read_for(0ms); }

  // Waits until `text` arrives, and returns all that came since the last call. Gives up after a long time.
  std::string read_until(const std::string& text) {
    std::string seen;
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (seen.find(text) == std::string::npos && std::chrono::steady_clock::now() < deadline) {
      seen += read_for(50ms);
    }
    return seen;
  }

 protected:
  Ends() = default;

  int writer_ = -1;
  int reader_ = -1;

 private:
  std::string read_for(std::chrono::milliseconds patience) {
    std::string seen(4096, '\0');
    pollfd ready{reader_, POLLIN, 0};
    const bool is_ready = ::poll(&ready, 1, static_cast<int>(patience.count())) == 1;
    const ssize_t got = is_ready ? ::read(reader_, seen.data(), seen.size()) : 0;
    seen.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return seen;
  }
};

class Terminal : public Ends {
 public:
  explicit Terminal(unsigned short columns, const char* kind = "xterm") {
    ::setenv("TERM", kind, 1);
    winsize size{24, columns, 0, 0};
    EXPECT_EQ(::openpty(&reader_, &writer_, nullptr, nullptr, &size), 0);
  }

  void resize(unsigned short columns) {
    winsize size{24, columns, 0, 0};
    EXPECT_EQ(::ioctl(writer_, TIOCSWINSZ, &size), 0);
  }
};

class Pipe : public Ends {
 public:
  Pipe() {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    reader_ = ends[0];
    writer_ = ends[1];
  }
};

std::uint64_t half() {
  return 500;
}

TEST(ProgressModeOption, HasThreeWords) {
  EXPECT_EQ(*progress_mode("auto"), ProgressMode::automatic);
  EXPECT_EQ(*progress_mode("always"), ProgressMode::always);
  EXPECT_EQ(*progress_mode("never"), ProgressMode::never);
}

TEST(ProgressModeOption, RefusesOthersWithASentence) {
  const auto mode = progress_mode("often");
  ASSERT_FALSE(mode);
  EXPECT_EQ(mode.error().sentence(), "--progress often: accepted are auto, always and never");
}

TEST(ProgressOnATerminal, DrawsOneLineAndLeavesTheCursorInItsFirstColumn) {
  Terminal terminal(60);
  const Progress progress(ProgressMode::always, terminal.writer());
  const auto stage = progress.stage("reading", half, 1000);
  const std::string seen = terminal.read_until("%");
  EXPECT_EQ(seen.substr(0, 14), "\r\x1b[Kreading  [");
  EXPECT_EQ(seen.find('\n'), std::string::npos);
  EXPECT_EQ(seen.back(), '\r');
}

TEST(ProgressOnATerminal, ErasesTheLineWhenTheStageEnds) {
  Terminal terminal(60);
  const Progress progress(ProgressMode::always, terminal.writer());
  {
    const auto stage = progress.stage("reading", half, 1000);
    terminal.read_until("%");
  }
  EXPECT_TRUE(terminal.read_now().ends_with("\r\x1b[K"));
}

TEST(ProgressOnATerminal, ShowsARateOnceItKnowsOne) {
  Terminal terminal(60);
  const Progress progress(ProgressMode::always, terminal.writer());
  const auto stage = progress.stage("reading", half, std::nullopt);
  EXPECT_NE(terminal.read_until("B/s").find("500 B"), std::string::npos);
}

TEST(ProgressOnATerminal, FollowsItsWidth) {
  Terminal terminal(60);
  const Progress progress(ProgressMode::always, terminal.writer());
  const auto stage = progress.stage("reading", half, 1000);
  EXPECT_NE(terminal.read_until("]").find(']'), std::string::npos);
  terminal.resize(20);
  terminal.read_until("\r\x1b[Kreading  ");  // perhaps drawn before it shrank
  EXPECT_NE(terminal.read_until("reading   50 %\r").find("reading   50 %\r"), std::string::npos);
}

TEST(ProgressOnATerminal, WaitsHalfASecond) {
  Terminal terminal(60);
  const auto start = std::chrono::steady_clock::now();
  const Progress progress(ProgressMode::automatic, terminal.writer());
  const auto stage = progress.stage("reading", half, 1000);
  EXPECT_NE(terminal.read_until("%").find("reading"), std::string::npos);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 500ms);
}

TEST(ProgressOnATerminal, SaysNothingOfShortWork) {
  Terminal terminal(60);
  const auto start = std::chrono::steady_clock::now();
  {
    const Progress progress(ProgressMode::automatic, terminal.writer());
    const auto stage = progress.stage("reading", half, 1000);
  }
  if (std::chrono::steady_clock::now() - start > 400ms) GTEST_SKIP() << "this machine made it long work";
  EXPECT_EQ(terminal.read_now(), "");
}

TEST(ProgressOnATerminal, SaysNothingWhenAskedToBeQuiet) {
  Terminal terminal(60);
  const Progress progress(ProgressMode::never, terminal.writer());
  const auto stage = progress.stage("reading", half, 1000);
  std::this_thread::sleep_for(700ms);
  EXPECT_EQ(terminal.read_now(), "");
}

TEST(ProgressOnATerminal, ThatCannotEraseIsNotDrawnOn) {
  Terminal terminal(60, "dumb");
  const Progress progress(ProgressMode::automatic, terminal.writer());
  const auto stage = progress.stage("reading", half, 1000);
  std::this_thread::sleep_for(700ms);
  EXPECT_EQ(terminal.read_now(), "");
}

TEST(ProgressWithoutATerminal, IsNotShown) {
  Pipe pipe;
  const Progress progress(ProgressMode::automatic, pipe.writer());
  const auto stage = progress.stage("reading", half, 1000);
  std::this_thread::sleep_for(700ms);
  EXPECT_EQ(pipe.read_now(), "");
}

TEST(ProgressWithoutATerminal, EndsWithAWholeLineIfAskedFor) {
  Pipe pipe;
  {
    const Progress progress(ProgressMode::always, pipe.writer());
    const auto stage = progress.stage("reading", half, 1000);
  }
  const std::string seen = pipe.read_now();
  EXPECT_TRUE(seen.starts_with("reading  ["));
  EXPECT_TRUE(seen.ends_with("\n"));
  EXPECT_EQ(std::ranges::count(seen, '\n'), 1);
  EXPECT_EQ(seen.find('\r'), std::string::npos);
}

TEST(ProgressWithoutATerminal, PrintsAtMostOneLineASecondAndALastOne) {
  Pipe pipe;
  const auto start = std::chrono::steady_clock::now();
  {
    const Progress progress(ProgressMode::always, pipe.writer());
    const auto stage = progress.stage("reading", half, 1000);
    std::this_thread::sleep_for(1500ms);
  }
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
  const auto lines = std::ranges::count(pipe.read_now(), '\n');
  EXPECT_GE(lines, 2);
  EXPECT_LE(lines, seconds.count() + 1);
}

TEST(Progress, SurvivesAPlaceWhereNothingCanBeWritten) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  {
    const Progress progress(ProgressMode::always, full);
    const auto stage = progress.stage("reading", half, 1000);
  }
  EXPECT_EQ(::close(full), 0);
}

TEST(Progress, StageMayBeMovedAndEndsOnce) {
  Pipe pipe;
  {
    const Progress progress(ProgressMode::always, pipe.writer());
    auto stage = progress.stage("reading", half, 1000);
    const auto other = std::move(stage);
    EXPECT_EQ(pipe.read_now(), "");
  }
  EXPECT_EQ(std::ranges::count(pipe.read_now(), '\n'), 1);
}

}  // namespace
}  // namespace peel::cli
