// Which parts of two JSON values differ, and what is shown of them.
#include "sources/json/json_changes.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace peel::sources {
namespace {

// "path old -> new, ..."
std::string changes(std::string_view left, std::string_view right, std::string_view column = ".") {
  std::string text;
  for (const PathChange& change : changed_paths(left, right, column).shown) {
    text += (text.empty() ? "" : ", ") + change.path + ' ' + std::string(change.left) + " -> " +
            std::string(change.right);
  }
  return text;
}

TEST(JsonCells, OfAForgedSketchAreToldFromJson) {
  using rows::CellTag;
  EXPECT_TRUE(is_json({}));
  EXPECT_TRUE(is_json({CellTag::json, ""})) << "missing";
  EXPECT_TRUE(is_json({CellTag::json, "true"}));
  EXPECT_TRUE(is_json({CellTag::text, "a \"quote\" and \x1b"}));
  EXPECT_TRUE(is_json({CellTag::decimal, "15E-1"}));
  EXPECT_FALSE(is_json({CellTag::json, "true}\n{\"op\":\"removed\""}));
  EXPECT_FALSE(is_json({CellTag::json, "{"}));
  EXPECT_FALSE(is_json({CellTag::text, "\xff"})) << "no UTF-8";
  EXPECT_FALSE(is_json({CellTag::blob, "\x1b[31m"}));
}

TEST(JsonChanges, AreNoneBetweenSpellingsOfOneValue) {
  EXPECT_EQ(changes(R"({"a":1.50,"b":"Ada"})", R"({ "b":"\u0041da", "a":15e-1 })"), "");
}

TEST(JsonChanges, NameThePathAndBothSidesAsSpelled) {
  EXPECT_EQ(changes(R"({"u":{"p":1.50},"t":["x","y"]})", R"({"t":["x","z"],"u":{"p":1.6}})"),
            R"(t[1] "y" -> "z", u.p 1.50 -> 1.6)");
}

TEST(JsonChanges, LeaveASideEmptyWhereNothingStands) {
  EXPECT_EQ(changes(R"({"a":null,"t":[1]})", R"({"b":{"c": 1},"t":[1,[]]})"),
            R"(a null -> , b  -> {"c": 1}, t[1]  -> [])");
}

TEST(JsonChanges, AreOneWhereTheSidesAreOfDifferentKinds) {
  EXPECT_EQ(changes(R"({"a":[1,{"b":2}]})", R"({"a":{"x":1}})"), R"(a [1,{"b":2}] -> {"x":1})");
  EXPECT_EQ(changes("1", R"("1")"), R"(. 1 -> "1")");
}

TEST(JsonChanges, PassOverWhatIsLeftOut) {
  EXPECT_EQ(changes(R"({"a":1,"b":[1,2]})", R"({"b":[3,4]})", ". without a, b.0"), "b[1] 2 -> 4");
}

TEST(JsonChanges, AreTheWholeForValuesOfManyMegabytes) {
  const std::string left = "[" + std::string(std::size_t{1} << 24, ' ') + "1]";
  const PathChanges found = changed_paths(left, "[2]", ".");
  ASSERT_EQ(found.shown.size(), 1U);
  EXPECT_EQ(found.shown[0].path, ".");
}

TEST(JsonChanges, AreOnlyCountedBeyondAMegabyteOfPaths) {
  const std::string name(600'000, 'n');
  const PathChanges found = changed_paths("{\"" + name + "\":[1,1,1]}", "{\"" + name + "\":[2,2,2]}", ".");
  EXPECT_EQ(found.shown.size(), 1U);
  EXPECT_EQ(found.not_shown, 2U);
}

}  // namespace
}  // namespace peel::sources
