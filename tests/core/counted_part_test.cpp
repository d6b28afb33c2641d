// Which part of a line is counted: what makes sense, and what is said of two that differ.
#include "peel/core/counted_part.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

using Keys = CountedPart::Keys;

TEST(CountedPart, IsAcceptedIfItMakesSense) {
  EXPECT_TRUE(validate(CountedPart{}));
  EXPECT_TRUE(validate(CountedPart{.keys = Keys::fields, .field = 1, .delimiter = ','}));
  EXPECT_TRUE(validate(CountedPart{.keys = Keys::addresses}));
  EXPECT_TRUE(validate(CountedPart{.keys = Keys::addresses, .field = 4, .delimiter = ','}));
}

TEST(CountedPart, IsRefusedIfItContradictsItself) {
  EXPECT_FALSE(validate(CountedPart{.keys = Keys{0}}));
  EXPECT_FALSE(validate(CountedPart{.keys = Keys{4}}));
  EXPECT_FALSE(validate(CountedPart{.keys = Keys::lines, .field = 1}));
  EXPECT_FALSE(validate(CountedPart{.keys = Keys::fields}));
  EXPECT_FALSE(validate(CountedPart{.keys = Keys::lines, .delimiter = ','}));
  EXPECT_FALSE(validate(CountedPart{.keys = Keys::addresses, .delimiter = ','}));
  EXPECT_FALSE(validate(CountedPart{.keys = Keys::fields, .field = 1, .delimiter = '\n'}));
}

TEST(CountedPart, SaysWhatDiffersFromAnother) {
  const CountedPart part{.keys = Keys::fields, .field = 2, .delimiter = ';'};
  EXPECT_EQ(difference_of(part, part), "");
  EXPECT_EQ(difference_of(part, {}), "keys that are fields and lines");
  EXPECT_EQ(difference_of(part, {.keys = Keys::fields, .field = 3, .delimiter = ';'}),
            "keys from field 2 and field 3");
  EXPECT_EQ(difference_of(part, {.keys = Keys::fields, .field = 2}), "fields between byte 59 and blanks");
  EXPECT_EQ(difference_of({.keys = Keys::addresses}, {.keys = Keys::addresses, .field = 1}),
            "keys from the whole line and field 1");
}

}  // namespace
}  // namespace peel
