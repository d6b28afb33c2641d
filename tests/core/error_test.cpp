// Errors and the results that carry them.
#include "peel/core/result.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace peel {
namespace {

TEST(ErrorCode, HasANameThatPeopleCanRead) {
  EXPECT_EQ(name_of(ErrorCode::invalid_argument), "invalid argument");
  EXPECT_EQ(name_of(ErrorCode::unsupported), "unsupported");
  EXPECT_EQ(name_of(ErrorCode::incompatible), "incompatible");
  EXPECT_EQ(name_of(ErrorCode::malformed), "malformed");
  EXPECT_EQ(name_of(ErrorCode::limit_exceeded), "limit exceeded");
  EXPECT_EQ(name_of(ErrorCode::io), "input or output");
}

TEST(ErrorCode, IsCalledUnknownWhenItsNumberIsNone) {
  EXPECT_EQ(name_of(static_cast<ErrorCode>(255)), "unknown");
}

TEST(Error, KeepsItsCodeAndItsSentence) {
  const Error error(ErrorCode::io, "notes.txt cannot be opened");
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_EQ(error.sentence(), "notes.txt cannot be opened");
}

Result<int> half_of(int number) {
  if (number % 2 != 0) return failure(ErrorCode::invalid_argument, std::to_string(number) + " is odd");
  return number / 2;
}

Result<std::string> half_as_text(int number) {
  const auto half = half_of(number);
  if (!half) return failure(half.error());
  return std::to_string(*half);
}

TEST(Result, HoldsTheValueOfASuccess) {
  EXPECT_EQ(*half_of(6), 3);
}

TEST(Result, HoldsTheErrorOfAFailure) {
  const auto half = half_of(7);
  ASSERT_FALSE(half.has_value());
  EXPECT_EQ(half.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(half.error().sentence(), "7 is odd");
}

TEST(Result, HandsAnErrorOnUnchangedToAResultOfAnotherType) {
  const auto text = half_as_text(7);
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(text.error().sentence(), "7 is odd");
}

TEST(Result, MayCarryNoValueAtAll) {
  const Result<void> done;
  const Result<void> refused = failure(ErrorCode::incompatible, "the seeds differ");
  EXPECT_TRUE(done.has_value());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code(), ErrorCode::incompatible);
}

TEST(Result, MovesAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> boxed = std::make_unique<int>(5);
  const std::unique_ptr<int> owned = *std::move(boxed);
  EXPECT_EQ(*owned, 5);
}

}  // namespace
}  // namespace peel
