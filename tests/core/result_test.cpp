#include "peel/core/result.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <optional>

namespace peel {
namespace {

Result<int> halved(int number) {
  if (number % 2 != 0) return refused(std::to_string(number) + " is odd");
  return number / 2;
}

std::string complaint_of(const auto& take) {
  try {
    take();
  } catch (const BadResult& complaint) {
    return complaint.what();
  }
  return "nothing";
}

TEST(Result, IsTheValueThatAFunctionReturned) {
  const Result<int> half = halved(8);
  ASSERT_TRUE(half);
  EXPECT_EQ(*half, 4);
  EXPECT_EQ(half.value(), 4);
  EXPECT_EQ(half.value_or(0), 4);
  EXPECT_EQ(halved(7).value_or(0), 0);
  EXPECT_EQ(halved(7).error().sentence(), "7 is odd");
}

// In every build: a value that is not there must not pass for one.
TEST(Result, ThrowsTheSentenceOfItsErrorWhereAMissingValueIsTaken) {
  const std::string sentence = "the value of a failed Result was taken; it failed because 7 is odd";
  Result<int> half = halved(7);
  const Result<std::string> text = refused("7 is odd");
  EXPECT_EQ(complaint_of([&] { *half += 1; }), sentence);
  EXPECT_EQ(complaint_of([&] { static_cast<void>(*halved(7)); }), sentence);
  EXPECT_EQ(complaint_of([&] { static_cast<void>(half.value()); }), sentence);
  EXPECT_EQ(complaint_of([&] { static_cast<void>(*text); }), sentence);
  EXPECT_EQ(complaint_of([&] { static_cast<void>(text->size()); }), sentence);
}

TEST(Result, ThrowsWhereTheErrorOfASuccessIsTaken) {
  const std::string sentence = "the error of a Result that has a value was taken";
  const Result<int> half = halved(8);
  EXPECT_EQ(complaint_of([&] { static_cast<void>(half.error()); }), sentence);
  EXPECT_EQ(complaint_of([&] { static_cast<void>(halved(8).error()); }), sentence);
}

TEST(Result, BecomesOneOfAWiderType) {
  const Result<std::optional<int>> wide = halved(8);
  EXPECT_EQ(**wide, 4);
  const Result<std::optional<int>> failed = halved(7);
  EXPECT_EQ(failed.error().sentence(), "7 is odd");
  const Result<std::shared_ptr<const int>> moved = Result<std::unique_ptr<int>>(std::make_unique<int>(3));
  EXPECT_EQ(**moved, 3);
}

// A copy must not ask the Result whether it succeeded and take that for its value.
TEST(Result, OfABoolKeepsItsValueInCopies) {
  Result<bool> no = false;
  const Result<bool> copy = no;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_FALSE(*copy);
}

TEST(Result, MapsItsValueAndKeepsItsError) {
  EXPECT_EQ(*halved(8).map([](int half) { return std::to_string(half); }), "4");
  EXPECT_EQ(halved(7).map([](int half) { return std::to_string(half); }).error().sentence(), "7 is odd");
}

}  // namespace
}  // namespace peel
