// The names of sources in a database, and files that are databases.
#include "sources/sqlite/location.hpp"

#include "sources/sqlite/temporary_database.hpp"
#include "sources/temporary_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace peel::sources::sqlite {
namespace {

using test::TemporaryDatabase;
using test::TemporaryFile;
using ::testing::HasSubstr;

Location parsed(std::string_view text) {
  const auto location = parse_location(text);
  EXPECT_TRUE(location) << location.error().sentence();
  return location.value_or(Location());
}

std::string refusal_of_location(std::string_view text) {
  const auto location = parse_location(text);
  EXPECT_FALSE(location) << text;
  return location ? "" : location.error().sentence();
}

TEST(SqliteLocation, IsAPathWithATableAQueryOrNeither) {
  EXPECT_EQ(parsed("sqlite:a.db"), Location{"a.db"});
  EXPECT_EQ(parsed("sqlite:dir/a.db?table=t"), (Location{"dir/a.db", "t"}));
  EXPECT_EQ(parsed("sqlite:a.db?query=SELECT a=b FROM t"),
            (Location{"a.db", std::nullopt, "SELECT a=b FROM t"}));
}

TEST(SqliteLocation, MayHaveAnAbsolutePathWithOneSlashOrThree) {
  EXPECT_EQ(parsed("sqlite:/data/a.db").path, "/data/a.db");
  EXPECT_EQ(parsed("sqlite:///data/a.db").path, "/data/a.db");
}

TEST(SqliteLocation, DecodesAnyByteAndLeavesPlusAlone) {
  EXPECT_EQ(parsed("sqlite:a%3fb%26%25%20c.db?table=x%00%FFy+z?"),
            (Location{"a?b&% c.db", std::string("x\0\xFFy+z?", 7)}));
}

TEST(SqliteLocation, SaysWhatIsAcceptedInPlaceOfWhatIsNot) {
  EXPECT_EQ(refusal_of_location("sqlite:a.db?tabel=t"),
            "sqlite:a.db?tabel=t: there is no parameter 'tabel'; accepted are sqlite:PATH, "
            "sqlite:PATH?table=NAME and sqlite:PATH?query=SELECT...");
  EXPECT_THAT(refusal_of_location("sqlite:a.db?"), HasSubstr("there is no parameter ''"));
  EXPECT_THAT(refusal_of_location("sqlite:a.db?table=t&"), HasSubstr("there is no parameter ''"));
  EXPECT_THAT(refusal_of_location("sqlite:a.db?table"), HasSubstr("the parameter 'table' has no value"));
  EXPECT_THAT(refusal_of_location("sqlite:a.db?table=t&table=t"), HasSubstr("one table or one query"));
  EXPECT_THAT(refusal_of_location("sqlite:a.db?table=t&query=SELECT 1"), HasSubstr("one table or one query"));
  EXPECT_THAT(refusal_of_location("sqlite:?table=t"), HasSubstr("the path is missing"));
  EXPECT_THAT(refusal_of_location("sqlite:"), HasSubstr("the path is missing"));
  EXPECT_THAT(refusal_of_location("sqlite://host/a.db"), HasSubstr("not on a host"));
  EXPECT_THAT(refusal_of_location("a.db"), HasSubstr("does not begin with sqlite:"));
}

TEST(SqliteLocation, RefusesAPercentSignWithoutTwoDigits) {
  EXPECT_THAT(refusal_of_location("sqlite:a%"), HasSubstr("a % must be written %25"));
  EXPECT_THAT(refusal_of_location("sqlite:a%4"), HasSubstr("a % must be written %25"));
  EXPECT_THAT(refusal_of_location("sqlite:a?query=SELECT '%g0'"), HasSubstr("a % must be written %25"));
  EXPECT_EQ(parsed("sqlite:a%41").path, "aA");
}

TEST(SqliteLocation, IsFoundForAFileThatIsADatabaseByContent) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  const std::string plain = file.folder() + "/backup";
  std::filesystem::rename(file.path(), plain);
  EXPECT_EQ(locate(plain).value(), Location{plain});
}

TEST(SqliteLocation, IsFoundForAFileThatIsADatabaseByName) {
  EXPECT_EQ(locate("absent.db").value(), Location{"absent.db"});
  EXPECT_EQ(locate("absent.SQLite").value(), Location{"absent.SQLite"});
  EXPECT_EQ(locate("absent.sqlite3").value(), Location{"absent.sqlite3"});
}

TEST(SqliteLocation, IsNotFoundForOtherFiles) {
  const TemporaryFile text("SQLite format 3", ".txt");
  EXPECT_EQ(locate(text.path()).value(), std::nullopt);
  EXPECT_EQ(locate("absent.csv").value(), std::nullopt);
  EXPECT_EQ(locate("-").value(), std::nullopt);
  EXPECT_EQ(locate(::testing::TempDir()).value(), std::nullopt);
}

TEST(SqliteLocation, DoesNotReadFromAPipe) {
  const TemporaryDatabase file;
  const std::string pipe = file.folder() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(locate(pipe).value(), std::nullopt);  // opening it would wait for ever
}

TEST(SqliteLocation, PassesRefusalsOfANameThatMeansADatabase) {
  EXPECT_FALSE(locate("sqlite:a.db?x=1"));
}

}  // namespace
}  // namespace peel::sources::sqlite
