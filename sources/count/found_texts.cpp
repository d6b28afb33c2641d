#include "sources/count/found_texts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace peel::sources {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

}  // namespace

FoundTexts::FoundTexts(CountedKeys listed, const BlockSource& file, std::uint64_t memory_bytes)
    : file_(file),
      memory_left_(memory_bytes),
      listed_(std::move(listed)),
      texts_(listed_.size()),
      places_(std::bit_ceil(2 * listed_.size() + 2)),
      mask_(places_.size() - 1) {
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    std::size_t place = listed_.key_integer(i) & mask_;
    while (places_[place].number != 0) place = (place + 1) & mask_;
    places_[place] = {listed_.key_integer(i), static_cast<std::uint32_t>(i + 1)};
  }
}

std::optional<std::size_t> FoundTexts::index_of(std::uint64_t digest) const {
  for (std::size_t place = digest & mask_;; place = (place + 1) & mask_) {
    if (places_[place].number == 0) return std::nullopt;
    if (places_[place].digest == digest) return places_[place].number - 1;
  }
}

// Memory is asked for what will be looked at some texts later, so that the waits for it overlap.
FoundTexts::Taken FoundTexts::take(std::span<const HashedText> texts) {
  constexpr std::size_t kPlacesAhead = 16;
  constexpr std::size_t kTextsAhead = 8;
  std::array<Text*, kTextsAhead> known;  // of the texts to come
  Taken taken;
  for (std::size_t i = 0; i < texts.size() + kPlacesAhead; ++i) {
    if (i < texts.size()) __builtin_prefetch(&places_[texts[i].hash.low & mask_]);
    if (i >= kPlacesAhead && known[i % kTextsAhead] != nullptr) {
      if (!take(*known[i % kTextsAhead], texts[i - kPlacesAhead])) ++taken.of_other_text;
    }
    if (i < kTextsAhead || i - kTextsAhead >= texts.size()) continue;
    const auto index = index_of(texts[i - kTextsAhead].hash.low);
    if (!index) ++taken.not_listed;
    known[i % kTextsAhead] = index ? &texts_[*index] : nullptr;
    __builtin_prefetch(known[i % kTextsAhead]);
  }
  return taken;
}

bool FoundTexts::take(Text& known, const HashedText& text) {
  if (known.found == 0) {
    const char* const kept = keep(text.text);
    known = {0, text.hash.high, kept == nullptr ? file_.offset_of(text.text) : 0, kept, text.text.size()};
  }
  ++known.found;
  return known.second == text.hash.high && known.size == text.text.size();
}

// Nothing if the memory is used up.
const char* FoundTexts::keep(std::string_view text) {
  if (text.size() > memory_left_) return nullptr;
  memory_left_ -= text.size();
  if (text.size() > room_size_) {
    room_size_ = std::max(kBlock, text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_size_));
    room_ = blocks_.back().get();
  }
  char* const kept = room_;
  std::copy_n(text.data(), text.size(), kept);
  room_ += text.size();
  room_size_ -= text.size();
  return kept;
}

bool FoundTexts::agrees() const {
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (texts_[i].found != listed_.count(i)) return false;
  }
  return true;
}

void FoundTexts::finish() {
  std::erase_if(texts_, [](const Text& text) { return text.found == 0; });
  std::vector<Place>().swap(places_);
  listed_ = CountedKeys(ByteWidth(8));
}

Result<ListedKey> FoundTexts::key(std::size_t i, std::string& room) const {
  const Text& text = texts_[i];
  if (text.at != nullptr) return ListedKey{{text.at, text.size}};
  room.resize(text.size);
  if (const auto read = file_.read_at(text.offset, room); !read) return failure(read.error());
  return ListedKey{room};
}

}  // namespace peel::sources
