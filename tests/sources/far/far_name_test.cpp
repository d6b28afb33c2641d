// What is far away, and what it is called there.
#include "peel/sources/far.hpp"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace peel::sources {
namespace {

FarName named(const std::string& text) {
  const auto far = far_name(text);
  EXPECT_TRUE(far && *far) << text;
  return far && *far ? **far : FarName{};
}

TEST(FarName, IsAHostAndASourceOfIt) {
  const std::vector<std::pair<std::string, FarName>> cases = {
      {"ssh://host/data/a.csv", {"host", {}, "/data/a.csv"}},
      {"ssh://host//data/a.csv", {"host", {}, "/data/a.csv"}},
      {"ssh://anna@host:2222/a", {"anna@host", 2222, "/a"}},
      {"ssh://host/~/a.csv", {"host", {}, "a.csv"}},
      {"ssh://host/sqlite:/data/a.db?table=t", {"host", {}, "sqlite:/data/a.db?table=t"}},
      {"ssh://host/sqlite:a.db?query=SELECT 1", {"host", {}, "sqlite:a.db?query=SELECT 1"}},
      {"ssh://[::1]:22/a", {"::1", 22, "/a"}},
      {"ssh://anna@[fe80::1]/a", {"anna@fe80::1", {}, "/a"}},
      {"ssh://host/", {"host", {}, ""}},
      {"ssh://host/a:b/c", {"host", {}, "/a:b/c"}},
      {"host:a.csv", {"host", {}, "a.csv"}},
      {"host:/data/a.csv", {"host", {}, "/data/a.csv"}},
      {"anna@host:a b.csv", {"anna@host", {}, "a b.csv"}},
      {"host:", {"host", {}, ""}},
  };
  for (const auto& [text, far] : cases) EXPECT_EQ(named(text), far) << text;
}

TEST(FarName, IsNoneOfWhatIsHere) {
  for (const char* const text :
       {"a.csv", "./host:a", "/data/host:a", "dir/host:a", "-", "sqlite:a.db?table=t", "sqlite:/a.db", ":a",
        "", "https://host/a.peel", "postgresql://host/db"}) {
    const auto far = far_name(text);
    ASSERT_TRUE(far) << text;
    EXPECT_FALSE(*far) << text;
  }
}

TEST(FarName, RefusesWhatCannotBe) {
  for (const char* const text :
       {"ssh://host", "ssh:///a", "ssh://@/a", "ssh://-x/a", "ssh://anna@-x/a", "-x:a", "ssh://host:/a",
        "ssh://host:0/a", "ssh://host:65536/a", "ssh://host:2a/a", "ssh://a b/c", "ssh://a\nb/c", "a\tb:c"}) {
    const auto far = far_name(text);
    ASSERT_FALSE(far) << text;
    EXPECT_EQ(far.error().code(), ErrorCode::invalid_argument);
    EXPECT_TRUE(
        far.error().sentence().ends_with("; accepted is ssh://[USER@]HOST[:PORT]/SOURCE, or HOST:PATH"))
        << far.error().sentence();
  }
}

}  // namespace
}  // namespace peel::sources
