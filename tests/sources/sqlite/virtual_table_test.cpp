#include "sources/sqlite/virtual_table.hpp"

#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

TEST(SqliteModuleCall, HasTheModuleInLowerCase) {
  EXPECT_EQ(module_call_of("CREATE VIRTUAL TABLE \"a using b\" /* using c */ USING FTS5(x)").module, "fts5");
  EXPECT_EQ(module_call_of("CREATE VIRTUAL TABLE r using \"RTree\"(id, a, b)").module, "rtree");
  EXPECT_EQ(module_call_of("CREATE VIRTUAL TABLE s USING dbstat").module, "dbstat");
}

TEST(SqliteModuleCall, IsNoneOfOtherTables) {
  EXPECT_EQ(module_call_of("CREATE TABLE t(using, fts5)").module, "");
  EXPECT_EQ(module_call_of("").module, "");
}

TEST(SqliteModuleCall, KnowsWhereTheTextLies) {
  const auto content = [](const std::string& arguments) {
    return module_call_of("CREATE VIRTUAL TABLE f USING fts5(" + arguments + ")").content;
  };
  EXPECT_EQ(content("x, content"), std::nullopt);
  EXPECT_EQ(content("x, tokenize = 'porter content=x, content=y'"), std::nullopt);
  EXPECT_EQ(content("x, content=''"), "");
  EXPECT_EQ(content("x,\n\tContent = \"some table\" , content_rowid=id"), "some table");
  EXPECT_EQ(content("x, cont=base"), "base");
  EXPECT_EQ(content("x, content_rowid=id"), std::nullopt);
}

TEST(SqliteModuleCall, TakesArgumentsOfOtherModulesForWhatTheyAre) {
  EXPECT_EQ(module_call_of("CREATE VIRTUAL TABLE f USING fts4(x, content=\"t\")").content, "t");
  EXPECT_EQ(module_call_of("CREATE VIRTUAL TABLE f USING fts4(x, cont=\"t\")").content, std::nullopt);
  EXPECT_EQ(module_call_of("CREATE VIRTUAL TABLE f USING fts3(x, content=\"t\")").content, std::nullopt);
  EXPECT_TRUE(module_call_of("CREATE VIRTUAL TABLE f USING fts4(x, languageid=\"l\")").has_languages);
}

TEST(SqliteModuleCall, EndsWithTheStatementWhateverItIs) {
  for (const char* const sql :
       {"CREATE VIRTUAL TABLE f USING fts5(x, content='", "CREATE VIRTUAL TABLE f USING",
        "CREATE VIRTUAL TABLE f USING fts5((((", "CREATE VIRTUAL TABLE f USING fts5)content=x"}) {
    EXPECT_NE(module_call_of(sql).content, "x") << sql;
  }
}

}  // namespace
}  // namespace peel::sources::sqlite
