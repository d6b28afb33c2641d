// Connections and statements: what is refused and how it is said, and values in both directions.
#include "sources/sqlite/database.hpp"

#include "sources/sqlite/temporary_database.hpp"
#include "sources/temporary_file.hpp"

#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::sqlite {
namespace {

using Access = Database::Access;
using namespace std::chrono_literals;
using test::OtherConnection;
using test::TemporaryDatabase;
using test::TemporaryFile;
using ::testing::HasSubstr;

// Root may do everything, so tests of permissions run as somebody else.
class Unprivileged {
 public:
  Unprivileged() : user_(::geteuid()) {
    if (user_ == 0 && ::seteuid(65'534) != 0) std::abort();
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() {
    if (user_ == 0 && ::seteuid(0) != 0) std::abort();
  }

 private:
  uid_t user_;
};

std::string refusal_to_open(const std::string& path, ErrorCode code, Access access = Access::read) {
  const auto database = Database::open(path, access, 1ms);
  if (database) return "opened";
  EXPECT_EQ(database.error().code(), code);
  const std::string& sentence = database.error().sentence();
  const auto at = sentence.find(path);
  return path.empty() || at == std::string::npos ? sentence
                                                 : std::string(sentence).replace(at, path.size(), "FILE");
}

// The first column of the only row, as a cell that owns its bytes.
std::pair<rows::CellTag, std::string> value_of(Statement& statement) {
  const auto stepped = statement.step();
  EXPECT_TRUE(stepped && *stepped);
  rows::NumberRoom room;
  const rows::Cell cell = statement.cell(0, room);
  return {cell.tag, std::string(cell.payload)};
}

TEST(SqliteDatabase, RefusesWhatIsNoDatabaseInOneSentence) {
  const TemporaryFile text(std::string(5'000, 'x'));
  EXPECT_EQ(refusal_to_open(text.path(), ErrorCode::malformed),
            "FILE is no SQLite database, or it is encrypted or of a newer version");
  const TemporaryFile small("id,name\n");
  EXPECT_EQ(refusal_to_open(small.path(), ErrorCode::malformed),
            "FILE is no SQLite database, or it is encrypted or of a newer version");
  const std::string accepted = "; accepted is a file that SQLite wrote";
  EXPECT_EQ(refusal_to_open("/no/such.db", ErrorCode::io),
            "cannot read FILE: No such file or directory" + accepted);
  EXPECT_EQ(refusal_to_open(::testing::TempDir(), ErrorCode::io), "FILE is a directory" + accepted);
  EXPECT_EQ(refusal_to_open("/dev/null", ErrorCode::io), "FILE is not a regular file" + accepted);
  EXPECT_EQ(refusal_to_open("", ErrorCode::io), "cannot read '': no name" + accepted);
  EXPECT_EQ(refusal_to_open({"a\0b", 3}, ErrorCode::io), "a file name with a NUL byte" + accepted);
}

TEST(SqliteDatabase, CreatesNothing) {
  const TemporaryDatabase file;
  const std::string absent = file.folder() + "/absent.db";
  EXPECT_FALSE(Database::open(absent, Access::write));
  EXPECT_FALSE(std::filesystem::exists(absent));
}

TEST(SqliteDatabase, TakesAnEmptyFileForADatabaseWithoutTables) {
  const TemporaryFile file("");
  auto database = Database::open(file.path(), Access::read);
  ASSERT_TRUE(database) << database.error().sentence();
  auto count = database->prepare("SELECT count(*) FROM sqlite_schema");
  ASSERT_TRUE(count);
  EXPECT_EQ(value_of(*count), std::pair(rows::CellTag::integer, std::string()));
}

TEST(SqliteDatabase, TakesNamesWithAMeaningToSqliteForFiles) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  const auto folder = std::filesystem::current_path();
  std::filesystem::current_path(file.folder());
  EXPECT_EQ(refusal_to_open(":memory:", ErrorCode::io).substr(0, 16), "cannot read FILE");
  std::filesystem::rename("test.db", "file:odd?mode=memory");
  auto odd = Database::open("file:odd?mode=memory", Access::read);
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->prepare("SELECT a FROM t"));
  std::filesystem::current_path(folder);
}

TEST(SqliteDatabase, ReadsWithoutTheRightToWrite) {
  const TemporaryDatabase file("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  auto database = Database::open(file.path(), Access::read);
  ASSERT_TRUE(database);
  const auto written = database->run("INSERT INTO t VALUES (2)");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), ErrorCode::io);
  EXPECT_FALSE(database->run("ATTACH ':memory:' AS other"));
}

TEST(SqliteDatabase, RefusesToWriteToAFileThatMayOnlyBeRead) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  ASSERT_EQ(::chmod(file.folder().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(file.path().c_str(), 0444), 0);
  const Unprivileged somebody;
  EXPECT_TRUE(Database::open(file.path(), Access::read));
  EXPECT_EQ(refusal_to_open(file.path(), ErrorCode::io, Access::write),
            "cannot write to FILE: the file may only be read");
}

TEST(SqliteDatabase, SaysWhyAFileCannotBeOpened) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  ASSERT_EQ(::chmod(file.folder().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(file.path().c_str(), 0), 0);
  const Unprivileged somebody;
  EXPECT_EQ(refusal_to_open(file.path(), ErrorCode::io), "cannot read FILE: Permission denied");
}

TEST(SqliteDatabase, ReadsAWalDatabaseInAFolderWhereNothingCanBeMade) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (7)");
  ASSERT_FALSE(std::filesystem::exists(file.path() + "-wal"));
  ASSERT_EQ(::chmod(file.folder().c_str(), 0555), 0);
  ASSERT_EQ(::chmod(file.path().c_str(), 0444), 0);
  const Unprivileged somebody;
  auto database = Database::open(file.path(), Access::read);
  ASSERT_TRUE(database) << database.error().sentence();
  auto seven = database->prepare("SELECT a FROM t");
  ASSERT_TRUE(seven);
  EXPECT_EQ(value_of(*seven), std::pair(rows::CellTag::integer, std::string("\x07")));
}

std::ptrdiff_t files_in(const std::string& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

TEST(SqliteDatabase, LeavesNoFilesBesideAWalDatabase) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (7)");
  const auto before = std::filesystem::last_write_time(file.path());
  {
    const auto database = Database::open(file.path(), Access::read);
    ASSERT_TRUE(database);
    EXPECT_EQ(files_in(file.folder()), 3);
  }
  EXPECT_EQ(files_in(file.folder()), 1);
  EXPECT_EQ(std::filesystem::last_write_time(file.path()), before);
}

TEST(SqliteDatabase, LeavesFilesAloneThatOthersUseOrFilled) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE t(a)");
  {
    const auto reader = Database::open(file.path(), Access::read);
    ASSERT_TRUE(reader);
    file.run("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(files_in(file.folder()), 3);
  const OtherConnection other(file.path());
  ASSERT_EQ(other.run("SELECT * FROM t"), SQLITE_OK);
  ASSERT_TRUE(Database::open(file.path(), Access::read));
  EXPECT_EQ(files_in(file.folder()), 3);
}

TEST(SqliteDatabase, NoticesChangesOfAFileThatItReadsWithoutLocks) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE t(a)");
  ASSERT_EQ(::chmod(file.folder().c_str(), 0555), 0);
  const auto database = [&] {
    const Unprivileged somebody;
    return Database::open(file.path(), Access::read);
  }();
  ASSERT_TRUE(database) << database.error().sentence();
  EXPECT_TRUE(database->check_unchanged());
  std::filesystem::last_write_time(file.path(), std::filesystem::file_time_type::clock::now() + 1h);
  EXPECT_FALSE(database->check_unchanged());
}

TEST(SqliteDatabase, RefusesADatabaseWhoseChangesItCannotSee) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE t(a)");
  std::ofstream(file.path() + "-wal") << std::string(1'000, 'w');
  ASSERT_EQ(::chmod((file.path() + "-wal").c_str(), 0), 0);
  ASSERT_EQ(::chmod(file.folder().c_str(), 0555), 0);
  const Unprivileged somebody;
  EXPECT_THAT(refusal_to_open(file.path(), ErrorCode::io), HasSubstr("cannot read FILE without "));
}

TEST(SqliteDatabase, SaysThatAnotherProcessIsWriting) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  const OtherConnection writer(file.path());
  ASSERT_EQ(writer.run("BEGIN EXCLUSIVE"), SQLITE_OK);
  EXPECT_EQ(refusal_to_open(file.path(), ErrorCode::io),
            "FILE is locked: another process is writing to it; try again when it has finished");
}

TEST(SqliteDatabase, SaysThatACutOffTransactionMustBeUndoneFirst) {
  // A copy taken in the middle of a transaction, journal and all, is what a crash leaves behind.
  const TemporaryDatabase file("CREATE TABLE t(a); INSERT INTO t VALUES (randomblob(100000))");
  const TemporaryDatabase crashed;
  {
    const OtherConnection writer(file.path());
    ASSERT_EQ(writer.run("PRAGMA cache_size = 1; BEGIN; UPDATE t SET a = randomblob(100000)"), SQLITE_OK);
    for (const char* const end : {"", "-journal"}) {
      std::filesystem::copy_file(file.path() + end, crashed.path() + end,
                                 std::filesystem::copy_options::overwrite_existing);
    }
  }
  EXPECT_THAT(refusal_to_open(crashed.path(), ErrorCode::io),
              HasSubstr("FILE holds a transaction that was cut"));
}

TEST(SqliteDatabase, CarriesEveryKindOfValueThereAndBack) {
  const TemporaryDatabase file;
  auto database = Database::open(file.path(), Access::write);
  ASSERT_TRUE(database);
  auto echo = database->prepare("SELECT ?");
  ASSERT_TRUE(echo);
  rows::NumberRoom room;
  const std::vector<rows::Cell> fixed = {{rows::CellTag::null, {}},
                                         {rows::CellTag::text, {}},
                                         {rows::CellTag::text, {"a\0b\xFF", 4}},
                                         {rows::CellTag::blob, {}},
                                         {rows::CellTag::blob, {"\0\1", 2}}};
  const auto expect_echo = [&](const rows::Cell& cell) {
    ASSERT_TRUE(echo->bind(0, cell));
    EXPECT_EQ(value_of(*echo), std::pair(cell.tag, std::string(cell.payload)));
    echo->reset();
  };
  for (const rows::Cell& cell : fixed) expect_echo(cell);
  expect_echo(rows::integer_cell(std::numeric_limits<std::int64_t>::max(), room));
  expect_echo(rows::integer_cell(std::numeric_limits<std::int64_t>::min(), room));
  expect_echo(rows::integer_cell(0, room));
  expect_echo(rows::real_cell(-0.0, room));
  expect_echo(rows::real_cell(-std::numeric_limits<double>::infinity(), room));
}

TEST(SqliteDatabase, RefusesToBindWhatSqliteDoesNotHave) {
  const TemporaryDatabase file;
  auto database = Database::open(file.path(), Access::read);
  ASSERT_TRUE(database);
  auto echo = database->prepare("SELECT ?");
  ASSERT_TRUE(echo);
  const auto bound = echo->bind(0, {rows::CellTag::decimal, "1E-1"});
  ASSERT_FALSE(bound);
  EXPECT_THAT(bound.error().sentence(), HasSubstr("SQLite has no decimal values"));
  EXPECT_FALSE(echo->bind(1, {}));
}

TEST(SqliteDatabase, PreparesOneStatementAndNoMore) {
  const TemporaryDatabase file;
  auto database = Database::open(file.path(), Access::read);
  ASSERT_TRUE(database);
  EXPECT_TRUE(database->prepare("SELECT 1; -- done\n ; /* really */ "));
  for (const std::string& sql : {std::string("SELECT 1; SELECT 2"), std::string(" -- nothing"),
                                 std::string("SELEC 1"), std::string("SELECT 1\0", 9), std::string()}) {
    const auto statement = database->prepare(sql);
    ASSERT_FALSE(statement) << sql;
    EXPECT_EQ(statement.error().code(), ErrorCode::invalid_argument) << sql;
  }
}

TEST(SqliteDatabase, RunsAStatementAgainAfterItsLastRow) {
  const TemporaryDatabase file;
  auto database = Database::open(file.path(), Access::read);
  ASSERT_TRUE(database);
  auto one = database->prepare("SELECT 1");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->columns(), 1);
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_TRUE(one->step().value());
    EXPECT_FALSE(one->step().value());
  }
}

TEST(SqliteDatabase, CountsChangedRowsAndNamesABrokenConstraint) {
  const TemporaryDatabase file("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1), (2), (3)");
  auto database = Database::open(file.path(), Access::write);
  ASSERT_TRUE(database);
  EXPECT_TRUE(database->run("UPDATE t SET a = a + 10 WHERE a > 1"));
  EXPECT_EQ(database->rows_changed(), 2U);
  const auto twice = database->run("INSERT INTO t VALUES (1)");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code(), ErrorCode::incompatible);
  EXPECT_THAT(twice.error().sentence(), HasSubstr("UNIQUE constraint failed: t.a"));
}

TEST(SqliteDatabase, QuotesAnyName) {
  EXPECT_EQ(quoted_name("plain"), "\"plain\"");
  EXPECT_EQ(quoted_name("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(quoted_name(""), "\"\"");
}

}  // namespace
}  // namespace peel::sources::sqlite
