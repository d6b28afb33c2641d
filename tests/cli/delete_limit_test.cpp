// --max-delete, as a number and as a share.
#include "cli/sync/delete_limit.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace peel::cli {
namespace {

TEST(DeleteLimit, OfANumberIsTheSameForAnyTable) {
  const auto limit = DeleteLimit::parse("1e3");
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->allowed_of(10), 1'000U);
  EXPECT_EQ(limit->allowed_of(1'000'000), 1'000U);
}

TEST(DeleteLimit, OfAShareIsRoundedDown) {
  const auto limit = DeleteLimit::parse("10%");
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->allowed_of(0), 0U);
  EXPECT_EQ(limit->allowed_of(9), 0U);
  EXPECT_EQ(limit->allowed_of(19), 1U);
  EXPECT_EQ(limit->allowed_of(1'234), 123U);
}

TEST(DeleteLimit, OfAShareOfTheMostRowsDoesNotOverflow) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(DeleteLimit::parse("100%")->allowed_of(kMost), kMost);
  EXPECT_EQ(DeleteLimit::parse("50%")->allowed_of(kMost), kMost / 2);
  EXPECT_EQ(DeleteLimit::parse("0%")->allowed_of(kMost), 0U);
}

TEST(DeleteLimit, ThatIsNoneIsRefused) {
  for (const std::string text : {"", "%", "-1", "101%", "0.5", "10%%", " 1", "1 "}) {
    const auto limit = DeleteLimit::parse(text);
    ASSERT_FALSE(limit) << text;
    EXPECT_EQ(limit.error().sentence(), "--max-delete " + text +
                                            ": accepted are whole numbers, such as 100, and percentages from "
                                            "0% to 100%, such as 10%");
  }
}

}  // namespace
}  // namespace peel::cli
