// Files that are missing, not files, pipes, or changing while they are read.
#include "sources/input_file.hpp"

#include "sources/reading.hpp"
#include "sources/temporary_file.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <utime.h>

namespace peel::sources {
namespace {

constexpr const char* kAccepted = "; accepted is a file of lines, CSV or TSV, or - for standard input";

// A pipe by its name in /dev/fd, with a thread that writes to it.
class FilledPipe {
 public:
  explicit FilledPipe(std::string contents) {
    if (::pipe(ends_) != 0) std::abort();
    writer_ = std::thread([this, contents = std::move(contents)] {
      for (std::size_t at = 0; at < contents.size();) {
        const ssize_t written = ::write(ends_[1], contents.data() + at, contents.size() - at);
        if (written <= 0) break;
        at += static_cast<std::size_t>(written);
      }
      ::close(ends_[1]);
    });
  }
  FilledPipe(const FilledPipe&) = delete;
  FilledPipe& operator=(const FilledPipe&) = delete;
  ~FilledPipe() {
    writer_.join();
    ::close(ends_[0]);
  }
  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  int ends_[2];
  std::thread writer_;
};

class TemporaryFolderSetting {
 public:
  explicit TemporaryFolderSetting(const char* folder) {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder, 1);
  }
  TemporaryFolderSetting(const TemporaryFolderSetting&) = delete;
  TemporaryFolderSetting& operator=(const TemporaryFolderSetting&) = delete;
  ~TemporaryFolderSetting() {
    if (before_) {
      ::setenv("TMPDIR", before_->c_str(), 1);
    } else {
      ::unsetenv("TMPDIR");
    }
  }

 private:
  std::optional<std::string> before_;
};

TEST(InputFile, SaysThatAFileIsMissing) {
  const auto source = open_source({"/nowhere/at-all.csv"});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code(), ErrorCode::io);
  EXPECT_EQ(source.error().sentence(),
            std::string("cannot read /nowhere/at-all.csv: No such file or directory") + kAccepted);
}

TEST(InputFile, GivesANamelessFileAName) {
  EXPECT_EQ(open_source({""}).error().sentence(),
            std::string("cannot read '': No such file or directory") + kAccepted);
}

TEST(InputFile, RefusesADirectory) {
  EXPECT_EQ(open_source({"/dev"}).error().sentence(), std::string("/dev is a directory") + kAccepted);
}

TEST(InputFile, SaysThatAFileMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may read everything";
  const test::TemporaryFile file("a\n");
  ASSERT_EQ(::chmod(file.path().c_str(), 0), 0);
  EXPECT_EQ(open_source({file.path()}).error().sentence(),
            "cannot read " + file.path() + ": Permission denied" + kAccepted);
}

TEST(InputFile, ReportsAReadThatFails) {
  // The memory of this process from address 0 on: it can be opened, but nothing is there.
  const auto source = open_source({"/proc/self/mem"});
  ASSERT_TRUE(source);
  EXPECT_EQ(test::read_rest(**source).error, "cannot read /proc/self/mem: Input/output error");
}

TEST(InputFile, ReadsAFileOfTheKernelThatHasNoSize) {
  const auto source = open_source({"/proc/self/status"});
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->size(), std::nullopt);
  const test::Reading reading = test::read_rest(**source);
  EXPECT_EQ(reading.error, "");
  EXPECT_FALSE(reading.rows.empty());
}

class ChangingFile : public ::testing::Test {
 protected:
  // Reads a first batch, changes the file, reads on.
  template <class Change>
  std::string error_after(Change change) {
    const auto source = open_source_with({file_.path()}, {1'000});
    RowBatch batch;
    EXPECT_TRUE((*source)->next(batch));
    change();
    return test::read_rest(**source).error;
  }

  std::string text_ = std::string(100'000, '\n');
  test::TemporaryFile file_{text_};
  const std::string changed_ = " changed while it was read; accepted is a file that stays as it is";
};

TEST_F(ChangingFile, FailsIfItShrinks) {
  EXPECT_EQ(error_after([&] { ASSERT_EQ(::truncate(file_.path().c_str(), 50'000), 0); }), changed_);
}

TEST_F(ChangingFile, FailsIfItShrinksToNothing) {
  EXPECT_EQ(error_after([&] { ASSERT_EQ(::truncate(file_.path().c_str(), 0), 0); }), changed_);
}

TEST_F(ChangingFile, FailsIfItGrows) {
  EXPECT_EQ(error_after([&] { file_.append("one more\n"); }), changed_);
}

TEST_F(ChangingFile, FailsAsSoonAsItIsLongerThanItWas) {
  auto file = InputFile::open(file_.path(), InputFile::Passes::one);
  file_.append(std::string(1'000'000, 'x'));
  std::vector<char> room(1'000);
  std::size_t total = 0;
  auto got = file->read(room);
  for (; got && *got > 0; got = file->read(room)) total += *got;
  EXPECT_EQ(total, text_.size());
  EXPECT_FALSE(got);
}

// What each of two passes reads, or why it cannot, if it may grow.
struct GrowingFile : ChangingFile {
  std::vector<std::string> passes_around(const std::function<void()>& change) {
    auto file = InputFile::open(file_.path(), InputFile::Passes::several, InputFile::Growth::left_out);
    const auto pass = [&] {
      std::string all;
      std::vector<char> room(30'000);
      auto got = file->read(room);
      for (; got && *got > 0; got = file->read(room)) all.append(room.data(), *got);
      return got ? all : got.error().sentence();
    };
    std::vector<std::string> passes{pass()};
    change();
    EXPECT_TRUE(file->rewind());
    passes.push_back(pass());
    return passes;
  }
};

TEST_F(GrowingFile, IsReadUpToWhereItEndedAtFirst) {
  EXPECT_EQ(passes_around([&] { file_.append("one more\n"); }), (std::vector{text_, text_}));
}

TEST_F(GrowingFile, MayNotShrink) {
  const auto passes = passes_around([&] { ASSERT_EQ(::truncate(file_.path().c_str(), 50'000), 0); });
  EXPECT_EQ(passes.back(), file_.path() + changed_);
}

TEST_F(GrowingFile, MayNotBeRewrittenWithTheSameSize) {
  const auto passes = passes_around([&] {
    const utimbuf later{0, 1'000'000'000};
    ASSERT_EQ(::utime(file_.path().c_str(), &later), 0);
  });
  EXPECT_EQ(passes.back(), file_.path() + changed_);
}

TEST_F(ChangingFile, FailsIfItIsRewrittenWithTheSameSize) {
  EXPECT_EQ(error_after([&] {
              file_.write(std::string(text_.size(), 'x'));
              const utimbuf later{0, 1'000'000'000};
              ASSERT_EQ(::utime(file_.path().c_str(), &later), 0);
            }),
            changed_);
}

TEST_F(ChangingFile, FailsIfItChangesBetweenTwoPasses) {
  const auto source = open_source({file_.path()});
  EXPECT_EQ(test::read_rest(**source).error, "");
  ASSERT_TRUE((*source)->rewind());
  file_.append("one more\n");
  EXPECT_EQ(test::read_rest(**source).error, changed_);
}

TEST_F(ChangingFile, FailsIfItWasEmptyAndGrows) {
  file_.write("");
  const auto source = open_source({file_.path()});
  file_.append("a\n");
  EXPECT_EQ(test::read_rest(**source).error, changed_);
}

// Puts a file in the place of standard input.
class StandardInput {
 public:
  explicit StandardInput(int file) : before_(::dup(STDIN_FILENO)) { ::dup2(file, STDIN_FILENO); }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }

 private:
  int before_;
};

TEST(StandardInputSource, IsReadFromWhereItStandsInEachPass) {
  const test::TemporaryFile file("skipped\na\nb\n");
  const int number = ::open(file.path().c_str(), O_RDONLY);
  const StandardInput input(number);
  ASSERT_EQ(::lseek(number, 8, SEEK_SET), 8);
  const auto source = open_source({"-"});
  EXPECT_EQ((*source)->name(), "standard input");
  EXPECT_EQ((*source)->size(), 4U);
  const test::Reading first = test::read_rest(**source);
  ASSERT_EQ(first.rows.size(), 2U);
  EXPECT_EQ(first.rows[0].raw, "a");
  ASSERT_TRUE((*source)->rewind());
  EXPECT_EQ(test::read_rest(**source), first);
  ::close(number);
}

TEST(PipedInput, IsReadAgainFromItsCopy) {
  const FilledPipe pipe("a\nb\n" + std::string(300'000, 'c') + "\n");
  const auto source = open_source_with({pipe.path()}, {1'000});
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->size(), std::nullopt);
  const test::Reading first = test::read_rest(**source);
  EXPECT_EQ(first.rows.size(), 3U);
  ASSERT_TRUE((*source)->rewind());
  EXPECT_EQ(test::read_rest(**source), first);
}

TEST(PipedInput, GoesOnBehindItsCopyWhenRewoundEarly) {
  std::string text;
  for (int line = 0; line < 50'000; ++line) text += std::to_string(line) + "\n";
  const FilledPipe pipe(text);
  const auto source = open_source_with({pipe.path()}, {1'000});
  RowBatch batch;
  ASSERT_TRUE((*source)->next(batch));
  ASSERT_TRUE((*source)->rewind());
  EXPECT_EQ(test::read_rest(**source).rows.size(), 50'000U);
}

TEST(PipedInput, CannotBeReadAgainIfItWasOpenedForOnePass) {
  const FilledPipe pipe("a\nb\n");
  SourceSpec spec{pipe.path()};
  spec.read_again = false;
  const auto source = open_source(spec);
  EXPECT_EQ(test::read_rest(**source).rows.size(), 2U);
  EXPECT_EQ((*source)->rewind().error().code(), ErrorCode::unsupported);
}

TEST(PipedInput, SaysWhereItsCopyCouldNotBeMade) {
  const TemporaryFolderSetting setting("/nowhere");
  const FilledPipe pipe("a\n");
  const auto source = open_source({pipe.path()});
  EXPECT_EQ(
      test::read_rest(**source).error,
      "cannot keep a copy of " + pipe.path() +
          " in /nowhere for reading it again: No such file or directory; TMPDIR can name another folder");
}

TEST(PipedInput, NeedsNoCopyForOnePass) {
  const TemporaryFolderSetting setting("/nowhere");
  const FilledPipe pipe("a\n");
  SourceSpec spec{pipe.path()};
  spec.read_again = false;
  EXPECT_EQ(test::read_rest(**open_source(spec)).error, "");
}

}  // namespace
}  // namespace peel::sources
