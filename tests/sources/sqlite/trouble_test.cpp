// Databases that others write to, that are locked, damaged or cut off.
#include "sources/sqlite/sqlite_reading.hpp"
#include "sources/sqlite/sqlite_source.hpp"
#include "support/random.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace peel::sources::sqlite {
namespace {

using namespace std::chrono_literals;
using test::open_table;
using test::OtherConnection;
using test::read_rest;
using test::TemporaryDatabase;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kManyRows =
    "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT UNIQUE);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)"
    "INSERT INTO t SELECT i, printf('%050d', i) FROM n";

TEST(SqliteSnapshot, DoesNotSeeWhatIsWrittenMeanwhileInWalMode) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  const auto source = open_table(file, "t");
  file.run("INSERT INTO t VALUES (2)");
  EXPECT_THAT(read_rest(*source).rows, ElementsAre("i 1"));
  file.run("DELETE FROM t; DROP TABLE t");
  ASSERT_TRUE(source->rewind());
  EXPECT_THAT(read_rest(*source).rows, ElementsAre("i 1"));
}

TEST(SqliteSnapshot, KeepsOthersFromCommittingInRollbackMode) {
  const TemporaryDatabase file("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  const OtherConnection writer(file.path());
  {
    const auto source = open_table(file, "t");
    EXPECT_EQ(writer.run("INSERT INTO t VALUES (2)"), SQLITE_BUSY);
    EXPECT_THAT(read_rest(*source).rows, ElementsAre("i 1"));
  }
  EXPECT_EQ(writer.run("INSERT INTO t VALUES (2)"), SQLITE_OK);  // nothing is held on to
}

TEST(SqliteSnapshot, SeesNoneOfATransactionThatIsUnderWay) {
  const TemporaryDatabase file("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  const OtherConnection writer(file.path());
  ASSERT_EQ(writer.run("BEGIN IMMEDIATE; INSERT INTO t VALUES (2)"), SQLITE_OK);
  EXPECT_THAT(read_rest(*open_table(file, "t")).rows, ElementsAre("i 1"));
}

TEST(SqliteSnapshot, MayPassFromThreadToThread) {
  const TemporaryDatabase file(kManyRows);
  const auto source = open_table(file, "t");
  std::size_t rows = 0;
  std::thread([&] { rows = read_rest(*source).rows.size(); }).join();
  EXPECT_EQ(rows, 3'000U);
  ASSERT_TRUE(source->rewind());
  EXPECT_EQ(read_rest(*source).rows.size(), 3'000U);
}

TEST(SqliteTrouble, WaitsForALockAndThenSaysWhoHasIt) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  const OtherConnection writer(file.path());
  ASSERT_EQ(writer.run("BEGIN EXCLUSIVE"), SQLITE_OK);
  SqliteSpec spec{{file.path(), "t"}};
  spec.patience = 30ms;
  const auto start = std::chrono::steady_clock::now();
  const auto refused = open_sqlite(spec);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 25ms);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::io);
  EXPECT_EQ(refused.error().sentence(),
            file.path() + " is locked: another process is writing to it; try again when it has finished");
  ASSERT_EQ(writer.run("COMMIT"), SQLITE_OK);
  EXPECT_TRUE(open_sqlite(spec));
}

TEST(SqliteTrouble, IsPatientNoLongerThanTheTimeout) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  const OtherConnection writer(file.path());
  ASSERT_EQ(writer.run("BEGIN EXCLUSIVE"), SQLITE_OK);
  SqliteSpec spec{{file.path(), "t"}};
  spec.timeout = 10ms;
  spec.patience = 60s;
  EXPECT_FALSE(open_sqlite(spec));
}

TEST(SqliteTrouble, LeavesAReadOnlyFileAsItWas) {
  const TemporaryDatabase file("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  ASSERT_EQ(::chmod(file.path().c_str(), 0444), 0);
  const auto before = std::filesystem::last_write_time(file.path());
  EXPECT_THAT(read_rest(*open_table(file, "t")).rows, ElementsAre("i 1"));
  EXPECT_EQ(std::filesystem::last_write_time(file.path()), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(file.folder()), {}), 1);
}

void overwrite(const std::string& path, std::uint64_t offset, std::string_view bytes) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(offset));
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

TEST(SqliteTrouble, CallsADamagedDatabaseDamagedOnceRowsBeforeItWereHandedOut) {
  const TemporaryDatabase file(kManyRows);
  const auto size = std::filesystem::file_size(file.path());
  for (std::uint64_t page = 20; page < size / 4096; ++page) {
    overwrite(file.path(), page * 4096, std::string(100, '\xEE'));
  }
  const auto source = open_sqlite({{file.path(), "t"}, "id >= 0"});  // no sampling for the size
  ASSERT_TRUE(source) << source.error().sentence();
  const auto reading = read_rest(**source);
  EXPECT_FALSE(reading.rows.empty());
  EXPECT_EQ(reading.code, ErrorCode::malformed);
  EXPECT_EQ(reading.error, file.path() + " is damaged: database disk image is malformed; sqlite3 " +
                               file.path() + " .dump prints what can still be read");
  RowBatch batch;
  EXPECT_FALSE((*source)->next(batch));  // and again, not from the beginning
}

TEST(SqliteTrouble, CallsACutOffDatabaseDamaged) {
  const TemporaryDatabase file(kManyRows);
  std::filesystem::resize_file(file.path(), 40 * 4096);
  const auto source = open_sqlite({{file.path(), "t"}});
  const std::string error = source ? read_rest(**source).error : source.error().sentence();
  EXPECT_THAT(error, HasSubstr(file.path() + " is damaged"));
}

TEST(SqliteTrouble, DoesNotFollowPagesThatAreReachedTwice) {
  const TemporaryDatabase file(kManyRows);
  // The root of the table: its last child becomes its first, a page pointer at the first cell's beginning.
  constexpr std::uint64_t kRoot = 4096;
  std::ifstream in(file.path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  ASSERT_EQ(bytes[kRoot], 5);
  const auto byte = [&](std::uint64_t at) { return static_cast<unsigned char>(bytes[at]); };
  const std::uint64_t cell = kRoot + 256U * byte(kRoot + 12) + byte(kRoot + 13);
  overwrite(file.path(), kRoot + 8, bytes.substr(cell, 4));
  const auto source = open_sqlite({{file.path(), "t"}, "length(v) > 0"});
  ASSERT_TRUE(source) << source.error().sentence();
  EXPECT_EQ(read_rest(**source).error, file.path() + " is damaged: rows out of order");
}

TEST(SqliteTrouble, EndsInRowsOrASentenceWhateverBytesAreWrong) {
  const TemporaryDatabase whole(kManyRows);
  const auto size = std::filesystem::file_size(whole.path());
  test::Random random;
  const TemporaryDatabase broken;
  for (int round = 0; round < test::rounds(60); ++round) {
    std::filesystem::copy_file(whole.path(), broken.path(),
                               std::filesystem::copy_options::overwrite_existing);
    for (std::uint64_t i = 1 + random.below(20); i > 0; --i) {
      // The beginnings of pages more often than the rest.
      const std::uint64_t at =
          random.below(2) == 0 ? random.below(size) : random.below(size / 4096) * 4096 + random.below(12);
      overwrite(broken.path(), at, std::string(1, static_cast<char>(random.next())));
    }
    const auto source = open_sqlite({{broken.path(), "t"}});
    const std::string error = source ? read_rest(**source).error : source.error().sentence();
    EXPECT_TRUE(error.empty() || error.find(broken.path()) != std::string::npos) << error;
    if (source && (*source)->finds_rows_by(std::vector<std::string>{"v"})) {
      const std::vector<KeyCells> keys{{rows::Cell{rows::CellTag::text, "none"}}, {rows::Cell{}}};
      if ((*source)->rewind_to(std::vector<std::string>{"v"}, keys)) read_rest(**source);
    }
  }
}

TEST(SqliteTrouble, DoesNotRunWhatASchemaShouldNotAskFor) {
  // Harmless in a query, but a view could as well name a function or module that is not.
  const TemporaryDatabase file(
      "CREATE TABLE t(a); CREATE VIEW v AS SELECT name FROM pragma_table_info('t');"
      "CREATE VIEW w AS SELECT load_extension('x') AS x");
  const auto error_of = [&](const std::string& table) {
    const auto source = open_sqlite({{file.path(), table}});
    return source ? read_rest(**source).error : source.error().sentence();
  };
  EXPECT_EQ(error_of("v"), file.path() + ": unsafe use of virtual table \"pragma_table_info\"");
  EXPECT_THAT(error_of("w"), HasSubstr("load_extension"));
}

}  // namespace
}  // namespace peel::sources::sqlite
