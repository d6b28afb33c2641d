// Files that are written whole or not at all, whatever ends the program.
#include "sources/output_file.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace peel::sources {
namespace {

namespace fs = std::filesystem;

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    std::string name = (fs::temp_directory_path() / "peel-output-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
  }
  ~OutputFiles() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(OutputFiles, AppearWhenTheyAreCommitted) {
  auto file = OutputFile::create(path("out"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write(as_bytes("whole")));
  EXPECT_FALSE(fs::exists(path("out")));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(text_of("out"), "whole");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFiles, ThatAreNotCommittedLeaveNoTrace) {
  put("out", "before");
  {
    auto file = OutputFile::create(path("out"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(as_bytes("half")));
    EXPECT_EQ(files(), 2U);
  }
  EXPECT_EQ(text_of("out"), "before");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFiles, KeepTheModeOfWhatTheyReplace) {
  put("out", "before");
  ASSERT_EQ(chmod(path("out").c_str(), 0640), 0);
  auto file = OutputFile::create(path("out"));
  ASSERT_TRUE(file && file->commit());
  EXPECT_EQ(fs::status(path("out")).permissions(), fs::perms(0640));
}

TEST_F(OutputFiles, AreAskedForOnceMoreWhenAllIsOnTheDisk) {
  put("out", "before");
  {
    auto file = OutputFile::create(path("out"));
    ASSERT_TRUE(file && file->write(as_bytes("after")));
    const auto committed = file->commit([]() -> Result<void> { return failure(ErrorCode::io, "not now"); });
    ASSERT_FALSE(committed);
    EXPECT_EQ(committed.error().sentence(), "not now");
    EXPECT_EQ(text_of("out"), "before");
  }
  EXPECT_EQ(text_of("out"), "before");
  EXPECT_EQ(files(), 1U);
  auto file = OutputFile::create(path("out"));
  ASSERT_TRUE(file && file->write(as_bytes("after")));
  ASSERT_TRUE(file->commit([this]() -> Result<void> {
    EXPECT_EQ(text_of("out"), "before");
    return {};
  }));
  EXPECT_EQ(text_of("out"), "after");
}

TEST_F(OutputFiles, ReplaceWhatALinkNamesAndNotTheLink) {
  put("real", "before");
  fs::create_symlink("real", path("link"));
  auto file = OutputFile::create(path("link"));
  ASSERT_TRUE(file && file->write(as_bytes("after")) && file->commit());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(text_of("real"), "after");
}

TEST_F(OutputFiles, AreNotMadeOfDevices) {
  auto file = OutputFile::create("/dev/full");
  ASSERT_TRUE(file);
  const auto written = file->write(as_bytes("anything"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().sentence(), "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFiles, AreRefusedWhereNoneCanBe) {
  fs::create_directory(path("folder"));
  EXPECT_EQ(OutputFile::create(path("folder")).error().sentence(),
            "cannot write " + path("folder") + ": Is a directory");
  EXPECT_EQ(OutputFile::create(path("none/out")).error().sentence(),
            "cannot write " + path("none/out") + ": No such file or directory");
  EXPECT_EQ(OutputFile::create("").error().sentence(), "cannot write '': No such file or directory");
  EXPECT_FALSE(OutputFile::create(path("new/")));
  EXPECT_EQ(files(), 1U);
}

class EndingSignals : public OutputFiles, public testing::WithParamInterface<int> {};

// A child that ends by the signal while its file is half written.
TEST_P(EndingSignals, LeaveNoTemporaryFile) {
  put("out", "before");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto file = OutputFile::create(path("out"));
    if (!file || !file->write(as_bytes("half")) || files() != 2) _exit(3);
    std::raise(GetParam());
    _exit(4);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_EQ(text_of("out"), "before");
  EXPECT_EQ(files(), 1U);
}

INSTANTIATE_TEST_SUITE_P(All, EndingSignals, testing::Values(SIGINT, SIGTERM, SIGHUP));

// As under nohup.
TEST_F(OutputFiles, AreFinishedWhereASignalIsIgnored) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);
    auto file = OutputFile::create(path("out"));
    if (!file || !file->write(as_bytes("whole"))) _exit(3);
    std::raise(SIGHUP);
    _exit(file->commit() ? 0 : 4);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(text_of("out"), "whole");
}

}  // namespace
}  // namespace peel::sources
