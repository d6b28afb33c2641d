#include "cli/nearest_word.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::cli {
namespace {

std::string nearest(const std::string& typed, const std::vector<std::string>& words) {
  return nearest_word(typed, words).value_or("none");
}

TEST(NearestWord, IsTheOneThatNeedsTheFewestChanges) {
  EXPECT_EQ(nearest("kye", {"limit", "key"}), "key");
  EXPECT_EQ(nearest("tolerence", {"format", "tolerance"}), "tolerance");
  EXPECT_EQ(nearest("colums", {"color", "columns"}), "columns");
  EXPECT_EQ(nearest("nams", {"name", "names"}), "name") << "the first of two";
}

TEST(NearestWord, TakesSmallAndCapitalLettersForTheSame) {
  EXPECT_EQ(nearest("id", {"name", "ID"}), "ID");
  EXPECT_EQ(nearest("Price", {"PRICES", "price"}), "price");
}

TEST(NearestWord, LooksPastSpacesAroundAWord) {
  EXPECT_EQ(nearest("id", {" id"}), " id");
}

TEST(NearestWord, IsNoneWhereAllAreFar) {
  EXPECT_EQ(nearest("id", {"ip", "name"}), "none");
  EXPECT_EQ(nearest("price", {"amount"}), "none");
  EXPECT_EQ(nearest("price", {"price"}), "none") << "what was typed is no other word";
  EXPECT_EQ(nearest("", {"a"}), "none");
  EXPECT_EQ(nearest(std::string(1000, 'x'), {std::string(1001, 'x')}), "none");
}

}  // namespace
}  // namespace peel::cli
