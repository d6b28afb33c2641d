// Canonical JSON: one spelling for each value, and nothing else is accepted than values.
#include "sources/json/canonical_json.hpp"
#include "sources/json/canonical_text.hpp"
#include "sources/json_refusals.hpp"

#include <gtest/gtest.h>
#include <string>

namespace peel::sources {
namespace {

using test::kOneInEachLine;

std::string canonical(std::string_view text) {
  JsonCanonicalizer value;
  const auto fault = value.read(text);
  return fault ? "byte " + std::to_string(fault->at + 1) + ": " + fault->what
               : std::string(value.canonical());
}

TEST(CanonicalJson, OrdersMembersByName) {
  EXPECT_EQ(canonical(R"({"b": 1, "a": {"d": 2, "c": 3}, "ab": 4})"), R"({"a":{"c":3,"d":2},"ab":4,"b":1})");
}

TEST(CanonicalJson, KeepsTheOrderOfElements) {
  EXPECT_EQ(canonical("[3, 1 ,[ ], 2]"), "[3,1,[],2]");
}

TEST(CanonicalJson, HasOneSpellingForEachNumber) {
  EXPECT_EQ(canonical("[1, 1.0, 1e0, 10E-1, 0.1e1]"), "[1,1,1,1,1]");
  EXPECT_EQ(canonical("[0.1, 0.10, 1e-1, -0.50]"), "[1E-1,1E-1,1E-1,-5E-1]");
  EXPECT_EQ(canonical("[0, -0, 0.000, -0.0, 0e7]"), "[0,0,0,0,0]");
  EXPECT_EQ(canonical("[120.050, 0.0012, 1e3]"), "[12005E-2,12E-4,1000]");
}

TEST(CanonicalJson, KeepsEveryDigit) {
  EXPECT_EQ(canonical("12345678901234567890123"), "12345678901234567890123E0");
  EXPECT_EQ(canonical("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(canonical("9223372036854775808"), "9223372036854775808E0");
  EXPECT_EQ(canonical("0.12345678901234567890123"), "12345678901234567890123E-23");
}

TEST(CanonicalJson, RefusesPowersOfTenBeyondTenThousand) {
  EXPECT_EQ(canonical("1e10000"), "1E10000");
  EXPECT_EQ(
      canonical("[1e10001]"),
      "byte 2: the number 1e10001 is beyond 10^10000 or finer than 10^-10000; accepted is it in quotes, as "
      "text");
  EXPECT_EQ(canonical("1e-10001").substr(0, 6), "byte 1");
}

TEST(CanonicalJson, HasOneSpellingForText) {
  EXPECT_EQ(canonical(R"("\u0041\/\u00e9\ud83d\ude00")"), "\"A/\xC3\xA9\xF0\x9F\x98\x80\"");
  EXPECT_EQ(canonical(R"("\u000a\u0009\u0000\u001F\"\\")"), R"("\n\t\u0000\u001f\"\\")");
}

TEST(CanonicalJson, TellsMissingNullFalseAndEmptyApart) {
  EXPECT_EQ(canonical(R"([null,false,"",{},[],{"a":null}])"), R"([null,false,"",{},[],{"a":null}])");
}

TEST(CanonicalJson, RefusesTwoMembersOfOneNameHoweverSpelled) {
  EXPECT_EQ(
      canonical(R"({"a":1,"b":2,"\u0061":3})"),
      R"(byte 24: the member "a" stands twice in the object that ends here; accepted is each name once)");
}

TEST(CanonicalJson, RefusesHalvesOfSurrogatePairs) {
  EXPECT_EQ(canonical(R"("x\ud800")"),
            R"(byte 3: the escape \ud800 is half of a surrogate pair; accepted are both halves together)");
  EXPECT_EQ(canonical(R"("\udc00\ud800")").substr(0, 6), "byte 2");
  EXPECT_EQ(canonical(R"("\ud800\u0041")").substr(0, 6), "byte 2");
}

TEST(CanonicalJson, RefusesWhatIsNotUtf8) {
  EXPECT_EQ(canonical("\"a\xFF\""),
            "byte 3: byte 0xff is not UTF-8 here; accepted is JSON in UTF-8, as iconv makes it");
  EXPECT_EQ(canonical("\"\xC0\x80\"").substr(0, 6), "byte 2");          // not the shortest form
  EXPECT_EQ(canonical("\"\xED\xA0\x80\"").substr(0, 6), "byte 2");      // a surrogate
  EXPECT_EQ(canonical("\"\xF4\x90\x80\x80\"").substr(0, 6), "byte 2");  // above 10FFFF
  EXPECT_EQ(canonical("\"\xE2\x82\"").substr(0, 6), "byte 2");          // cut
}

TEST(CanonicalJson, RefusesWhatJsonHasNot) {
  EXPECT_EQ(canonical("{\"a\":1,}"),
            "byte 8: '}' where the name of a member in quotes is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("[1,]"), "byte 4: ']' where a value is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("{\"a\" 1}"), "byte 6: '1' where ':' is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("[1 2]"), "byte 4: '2' where ',' or ']' is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("{} x"), "byte 4: 'x' behind the end of the value" + kOneInEachLine);
  EXPECT_EQ(canonical("[01]"),
            "byte 2: a number that begins with 0; accepted is it without leading zeros, or in quotes");
  EXPECT_EQ(canonical("+1"), "byte 1: '+' where a value is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("1."), "byte 3: the end of the line where a digit is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("NaN"), "byte 1: 'N' where a value is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("'a'"), "byte 1: ''' where a value is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("tru"), "byte 1: 't' where a value is expected" + kOneInEachLine);
  EXPECT_EQ(canonical("\"a"), "byte 1: the quote that begins here is never closed" + kOneInEachLine);
  EXPECT_EQ(canonical("\"\\q\""),
            R"(byte 2: a backslash and 'q' are no escape; accepted are \" \\ \/ \b \f \n \r \t and \uXXXX)");
  EXPECT_EQ(canonical("\"\t\""), "byte 2: byte 0x09 in text; accepted is its escape, such as \\n or \\u0000");
  EXPECT_EQ(canonical("{\"a\":{"),
            "byte 7: the end of the line where the name of a member in quotes is expected" + kOneInEachLine);
  EXPECT_EQ(canonical(""), "byte 1: the end of the line where a value is expected" + kOneInEachLine);
}

TEST(CanonicalJson, RefusesMoreThanTwoHundredLevels) {
  const std::string most = std::string(200, '[') + std::string(200, ']');
  EXPECT_EQ(canonical(most), most);
  EXPECT_EQ(canonical('[' + most + ']'),
            "byte 201: more than 200 arrays and objects inside each other; accepted are up to so many");
}

// Parts by their paths.
struct Parts {
  std::optional<JsonFault> fault;
  std::string canonical;
  std::vector<rows::CellTag> tags;
  std::vector<std::string> texts;
};

Parts parts(std::string_view text, const std::vector<std::string>& columns,
            const std::vector<std::string>& ignored = {}) {
  JsonPathTree paths;
  for (std::uint32_t i = 0; i < columns.size(); ++i) paths.add_column(*JsonPath::parse(columns[i]), i);
  for (const std::string& path : ignored) paths.ignore(*JsonPath::parse(path));
  JsonCanonicalizer value(paths, columns.size());
  Parts found{value.read(text), "", {}, {}};
  found.canonical = value.canonical();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    found.tags.push_back(value.part(i).tag);
    found.texts.push_back(rows::text_of(value.part(i)));
  }
  return found;
}

TEST(JsonParts, AreTypedCells) {
  using enum rows::CellTag;
  const Parts found = parts(R"({"a":{"i":7,"d":1.50,"t":"x\n","n":null,"b":true,"o":{"z":1,"y":2}}})",
                            {"a.i", "a.d", "a.t", "a.n", "a.b", "a.o", "a.nowhere"});
  EXPECT_EQ(found.tags, (std::vector{integer, decimal, text, null, json, json, json}));
  EXPECT_EQ(found.texts, (std::vector<std::string>{"7", "1.5", "x\n", "", "true", R"({"y":2,"z":1})", ""}));
}

TEST(JsonParts, AreFoundByNumberAndBehindEscapes) {
  const Parts found = parts(R"({"t":["x",["y"]],"a.b":{"\u0063":"z"},"2":"two"})",
                            {"t.0", "t[1][0]", R"(a\.b.c)", R"("a.b".c)", "2"});
  EXPECT_EQ(found.texts, (std::vector<std::string>{"x", "y", "z", "z", "two"}));
}

TEST(JsonParts, MayBeLeftOut) {
  EXPECT_EQ(parts(R"({"b":1,"a":{"x":1,"y":2},"c":[1,{"z":3}]})", {}, {"b", "a.x", "c.1.z"}).canonical,
            R"({"a":{"y":2},"c":[1,{}]})");
  EXPECT_EQ(parts(R"({"a":1,"b":2})", {}, {"a"}).canonical, R"({"b":2})");
  EXPECT_EQ(parts(R"({"a":1})", {}, {"a"}).canonical, "{}");
}

TEST(JsonParts, ThatAreLeftOutMayStillNotStandTwice) {
  EXPECT_TRUE(parts(R"({"a":1,"b":2,"a":3})", {}, {"a"}).fault);
}

TEST(JsonPath, RefusesWhatIsNone) {
  for (const char* const text : {"", "a..b", ".a", "a.", "a[x]", "a[1", "a[1]b", "\"a", "a\\"}) {
    EXPECT_FALSE(JsonPath::parse(text)) << text;
  }
}

TEST(JsonPath, IsShownAsItIsAccepted) {
  std::string path;
  append_name("a.b", path);
  append_index(3, path);
  append_name("c", path);
  EXPECT_EQ(path, R"("a.b"[3].c)");
  EXPECT_EQ(JsonPath::parse(path)->steps, (std::vector<std::string>{"a.b", "3", "c"}));
}

}  // namespace
}  // namespace peel::sources
