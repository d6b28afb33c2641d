// Files of every kind, decoded without knowing which kind it is.
#include "peel/wire/any_file.hpp"

#include "peel/wire/sketch_codec.hpp"

#include "wire/envelope_header.hpp"
#include "wire/golden_folder.hpp"
#include "wire/wire_support.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace peel::test {
namespace {

constexpr Seed kFresh{5};

wire::AnyFile any_golden(const std::string& name) {
  auto file = wire::decode_any(read_file(golden_folder() / (name + ".peel")), kFresh);
  if (!file) throw std::runtime_error(file.error().sentence());
  return std::move(*file);
}

std::vector<std::filesystem::path> all_golden_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    if (entry.path().extension() == ".peel") files.push_back(entry.path());
  }
  return files;
}

TEST(AnyFile, IsOfTheKindThatTheEnvelopeNames) {
  std::set<wire::Kind> kinds;
  for (const auto& path : all_golden_files()) {
    const Bytes bytes = read_file(path);
    const auto file = wire::decode_any(bytes, kFresh);
    ASSERT_TRUE(file) << path << ": " << file.error().sentence();
    const wire::Envelope envelope = wire::read_header(bytes.data());
    EXPECT_EQ(file->kind(), envelope.kind) << path;
    EXPECT_EQ(file->version, envelope.version);
    EXPECT_EQ(file->family, envelope.hash_family);
    EXPECT_EQ(file->seed, envelope.seed);
    kinds.insert(file->kind());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<wire::AnyContent>);
}

// An iblt may become shorter: it is written in the shorter of its two forms, whichever it was read in.
TEST(AnyFile, IsWrittenAsItWasRead) {
  for (const auto& path : all_golden_files()) {
    const Bytes bytes = read_file(path);
    const auto file = wire::decode_any(bytes, kFresh);
    ASSERT_TRUE(file) << path;
    const auto again = wire::encode(*file);
    ASSERT_TRUE(again) << path;
    if (file->form == wire::IbltForm::plain) {
      EXPECT_LE(again->size(), bytes.size()) << path;
    } else {
      EXPECT_EQ(hex(*again), hex(bytes)) << path;
    }
  }
}

TEST(AnyFile, SaysInWhichFormATableIs) {
  EXPECT_EQ(any_golden("iblt-xor").form, form_of(read_file(golden_folder() / "iblt-xor.peel")));
  EXPECT_EQ(any_golden("iblt-compact-full").form, wire::IbltForm::compact);
  EXPECT_EQ(any_golden("filter-line").form, std::nullopt);
}

TEST(AnyFile, IsAskedForOneKind) {
  const wire::AnyFile file = any_golden("filter-line");
  ASSERT_NE(file.as<BloomFilter>(), nullptr);
  EXPECT_EQ(file.as<BloomFilter>()->hasher().seed(), file.seed);
  EXPECT_EQ(file.as<CountingBloomFilter>(), nullptr);
}

TEST(AnyFile, PutsHeavyTextsWhereTheFreshSeedSays) {
  const Bytes bytes = read_file(golden_folder() / "heavy-texts-lines.peel");
  for (const Seed fresh : {Seed(1), Seed(2)}) {
    const auto file = wire::decode_any(bytes, fresh);
    ASSERT_TRUE(file);
    EXPECT_EQ(hex(*wire::encode(*file)), hex(bytes));
  }
}

TEST(AnyFile, NamesKindsWithAndWithoutAnArticle) {
  EXPECT_EQ(wire::name_of(wire::Kind::iblt), "iblt");
  EXPECT_EQ(wire::name_with_article(wire::Kind::iblt), "an iblt");
  EXPECT_EQ(wire::name_with_article(wire::Kind::counting_filter), "a counting filter");
  EXPECT_EQ(wire::name_with_article(wire::Kind::heavy_texts), "heavy texts");
  EXPECT_EQ(wire::name_with_article(wire::Kind::count_min), "a Count-Min sketch");
}

TEST(AnyFile, IsRefusedAsItsEnvelopeIs) {
  Bytes bytes = encoded(small_table());
  bytes.back() ^= std::byte{1};
  const auto file = wire::decode_any(bytes, kFresh);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().sentence(), wire::open(bytes).error().sentence());
}

TEST(AnyFile, IsRefusedAsTheDecoderOfItsKindRefusesIt) {
  const auto sketch = static_cast<std::uint64_t>(wire::Kind::sketch);
  const Bytes bytes = forged(encoded(small_table()), wire::layout::kKindAt, sketch, 1);
  ASSERT_TRUE(wire::open(bytes));
  const auto file = wire::decode_any(bytes, kFresh);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().sentence(), wire::decode_sketch(bytes).error().sentence());
}

}  // namespace
}  // namespace peel::test
