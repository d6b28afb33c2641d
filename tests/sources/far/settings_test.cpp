// How a source is read, on its way to another machine.
#include "sources/far/settings.hpp"

#include <gtest/gtest.h>

namespace peel::sources {
namespace {

TEST(Settings, MakeTheSameReadingAgain) {
  const Reading reading{.kind = SourceKind::jsonl,
                        .delimiter = ';',
                        .header = false,
                        .where = "a > 'b'",
                        .timeout = std::chrono::milliseconds(1500),
                        .memory_bytes = 1 << 20};
  const auto again = reading_of(settings_of(reading));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, reading.kind);
  EXPECT_EQ(again->delimiter, reading.delimiter);
  EXPECT_EQ(again->header, reading.header);
  EXPECT_EQ(again->where, reading.where);
  EXPECT_EQ(again->timeout, reading.timeout);
  EXPECT_EQ(again->memory_bytes, reading.memory_bytes);
}

TEST(Settings, AreNoneForAReadingAsUsual) {
  EXPECT_TRUE(settings_of({}).empty());
  EXPECT_TRUE(reading_of({}));
}

TEST(Settings, OfANewerPeelAreRefused) {
  const auto reading = reading_of({{"encoding", "latin1"}});
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(reading.error().sentence(), "the setting encoding is not known here: the other peel is newer");
}

TEST(Settings, ThatNoReadingHasAreRefused) {
  for (const auto& [name, value] : Settings{{"input", "xml"},
                                            {"input", ""},
                                            {"delimiter", ""},
                                            {"delimiter", ",,"},
                                            {"header", "yes"},
                                            {"timeout", "soon"},
                                            {"timeout", "-1"},
                                            {"memory", ""},
                                            {"memory", "1G"}}) {
    const auto reading = reading_of({{name, value}});
    ASSERT_FALSE(reading) << name;
    EXPECT_EQ(reading.error().code(), ErrorCode::malformed);
  }
}

}  // namespace
}  // namespace peel::sources
