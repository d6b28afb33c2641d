#include "peel/frequency/heavy_texts.hpp"

#include "frequency/heavy_model.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace peel {
namespace {

ByteView bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

HeavyTexts made_texts(std::uint64_t capacity, std::uint64_t width = 16) {
  return *HeavyTexts::make({.capacity = ItemCount(capacity), .text_width = ByteWidth(width)},
                           HashFamily::fast, Seed(1));
}

// A text for each number; every third is longer than 16 bytes, the first is empty.
std::string text_of(std::uint64_t number) {
  return number == 0 ? "" : std::string(number % 3 == 0 ? 40 : number % 11, '.') + std::to_string(number);
}

// Counters as the model has them, with numbers as keys.
void expect_equal_texts(const HeavyTexts& texts, const test::HeavyModel& model) {
  ASSERT_EQ(texts.error().value, model.error());
  ASSERT_EQ(texts.total().value, model.total());
  ASSERT_EQ(texts.size().value, model.counters().size());
  std::map<std::uint64_t, HeavyText> listed;
  for (const HeavyText& text : texts.top(texts.size())) listed[text.digest] = text;
  for (const auto& [number, count] : model.counters()) {
    const std::string text = text_of(number);
    const auto found = listed.find(texts.hasher()(bytes_of(text)).low);
    ASSERT_NE(found, listed.end()) << text;
    ASSERT_EQ(found->second.text, std::string_view(text).substr(0, texts.shape().text_width.value));
    ASSERT_EQ(found->second.length, text.size());
    ASSERT_EQ(found->second.count, (CountBounds{count, count + model.error(), false}));
    ASSERT_EQ(texts.bounds(bytes_of(text)), found->second.count);
  }
}

TEST(HeavyTexts, DoesWhatItsModelDoes) {
  test::Random random;
  for (const std::uint64_t capacity : {1U, 5U, 60U, 300U}) {
    std::vector summaries(2, made_texts(capacity));
    std::vector models(2, test::HeavyModel(capacity));
    for (int i = 0; i < 120; ++i) {
      const std::uint64_t at = random.below(2), operation = random.below(16);
      if (operation < 8) {
        const std::uint64_t number = random.below(4 * capacity), copies = random.below(4);
        summaries[at].add(bytes_of(text_of(number)), CopyCount(copies));
        models[at].add(number, copies);
      } else if (operation < 13) {
        std::vector<std::string> texts;
        for (std::uint64_t left = random.below(150); left > 0; --left) {
          const std::uint64_t number = random.below(1 + random.below(4 * capacity));
          models[at].add(number);
          texts.push_back(text_of(number));
        }
        std::vector<ByteView> views(texts.size());
        std::ranges::transform(texts, views.begin(), bytes_of);
        summaries[at].add(views);
      } else if (operation == 13) {
        ASSERT_TRUE(summaries[at].merge(summaries[1 - at]));
        models[at].merge(models[1 - at]);
      } else if (operation == 14) {
        ASSERT_TRUE(summaries[at].decay({2, 3}));
        models[at].decay({2, 3});
      } else if (random.below(5) == 0) {
        summaries[at].clear();
        models[at].clear();
      }
      expect_equal_texts(summaries[at], models[at]);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(HeavyTexts, KeepsTheBeginningOfALongText) {
  HeavyTexts texts = made_texts(10);
  const std::string text = "a text of more than sixteen bytes", other = "a text of more than sixteen bits";
  texts.add(bytes_of(text));
  texts.add(bytes_of(other));
  const auto top = texts.top(ItemCount(2));
  ASSERT_EQ(top.size(), 2U);  // they differ behind what is kept
  EXPECT_EQ(top[0].text, "a text of more t");
  EXPECT_EQ(top[0].length + top[1].length, text.size() + other.size());
}

TEST(HeavyTexts, ListsEquallyFrequentOnesInTheOrderOfTheirBytes) {
  HeavyTexts texts = made_texts(10);
  for (const std::string text : {"b", "c", "a", "\xff", "c", ""}) texts.add(bytes_of(text));
  std::vector<std::string> listed;
  for (const HeavyText& text : texts.top(ItemCount(9))) listed.emplace_back(text.text);
  EXPECT_EQ(listed, (std::vector<std::string>{"c", "", "a", "b", "\xff"}));
}

TEST(HeavyTexts, ItsMemoryIsBoundedByItsShape) {
  HeavyTexts texts = made_texts(500, 32);
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    texts.add(bytes_of(std::string(50, 'x') + std::to_string(i)));
    most = std::max(most, texts.bytes());
  }
  // 24 bytes for each of 8/6 slots, and records of 16 + 32 bytes in memory that doubles.
  EXPECT_LT(most, 501U * (24 * 8 / 6 + 2 * 48) + 1'000U);
}

TEST(HeavyTexts, RefusesPartsThatNoStreamLeadsTo) {
  const KeyHasher hasher(HashFamily::fast, Seed(1));
  const auto counter = [&](const std::string& text, std::uint64_t count) {
    return TextCounter{.text = text.substr(0, 8),
                       .length = text.size(),
                       .digest = hasher(bytes_of(text)).low,
                       .count = count};
  };
  const HeavyTexts::Parts good{.shape = {.capacity = ItemCount(3), .text_width = ByteWidth(8)},
                               .family = HashFamily::fast,
                               .seed = Seed(1),
                               .placement = Seed(2),
                               .total = CopyCount(20),
                               .error = CopyCount(4),
                               .counters = {counter("short", 9), counter("longer than eight", 7)}};
  ASSERT_TRUE(HeavyTexts::from_parts(good));
  const auto refused = [&](auto spoil) {
    HeavyTexts::Parts parts = good;
    spoil(parts);
    const auto made = HeavyTexts::from_parts(parts);
    return !made && made.error().code() == ErrorCode::malformed;
  };
  EXPECT_FALSE(refused([](HeavyTexts::Parts&) {}));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.total = CopyCount(19); }));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.counters[0].count = 0; }));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.counters[0].digest ^= 1; }));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.counters[0].length = 6; }));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.counters[1].text += "a"; }));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.counters[1].text.pop_back(); }));
  EXPECT_TRUE(refused([](HeavyTexts::Parts& parts) { parts.counters[1].digest = parts.counters[0].digest; }));
  EXPECT_TRUE(refused([&](HeavyTexts::Parts& parts) {
    parts.total = CopyCount(100);
    parts.counters.push_back(counter("a", 1));
    parts.counters.push_back(counter("b", 1));
  }));
}

TEST(HeavyTexts, RefusesShapesAndSummariesThatDoNotFit) {
  const auto code = [](std::uint64_t capacity, std::uint64_t width) {
    return HeavyTexts::make({.capacity = ItemCount(capacity), .text_width = ByteWidth(width)},
                            HashFamily::fast, Seed(1))
        .error()
        .code();
  };
  EXPECT_EQ(code(0, 1), ErrorCode::invalid_argument);
  EXPECT_EQ(code(1, 0), ErrorCode::invalid_argument);
  EXPECT_EQ(code(kMaxHeavyCapacity + 1, 1), ErrorCode::limit_exceeded);
  EXPECT_EQ(code(1, kMaxTextWidth + 1), ErrorCode::limit_exceeded);
  HeavyTexts texts = made_texts(10);
  EXPECT_EQ(texts.merge(made_texts(11)).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(texts.merge(made_texts(10, 17)).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(texts.merge(*HeavyTexts::make(texts.shape(), HashFamily::fast, Seed(2))).error().code(),
            ErrorCode::incompatible);
  EXPECT_EQ(texts.decay({2, 1}).error().code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel
