// The second pass over a file that was counted by digests: which text each digest stands for, and how often
// it is really there. Texts are kept in memory as far as that is allowed; for others their place in the file
// is.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/invertible/counter_listing.hpp"
#include "peel/sources/listed_keys.hpp"

#include "sources/block_source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources {

// A key of a line.
struct HashedText {
  std::string_view text;
  KeyHash hash;
};

class FoundTexts : public ListedKeys {
 public:
  // The listed keys are the low words of hashes of texts. Texts for which there is no memory are read from
  // the file, which outlives this.
  FoundTexts(CountedKeys listed, const BlockSource& file, std::uint64_t memory_bytes);

  // What became of some texts.
  struct Taken {
    std::uint64_t not_listed = 0;
    std::uint64_t of_other_text = 0;  // they have the digest of another text
  };
  // Takes texts of the last batch of the file, or the bytes of its addresses.
  Taken take(std::span<const HashedText> texts);

  // Whether each key was found as often as it was listed.
  bool agrees() const;
  // Forgets keys that were not found at all. To be called when all texts were taken.
  void finish();

  std::size_t size() const override { return texts_.size(); }
  std::int64_t count(std::size_t i) const override { return texts_[i].found; }
  Result<ListedKey> key(std::size_t i, std::string& room) const override;

 private:
  struct Place {
    std::uint64_t digest = 0;
    std::uint32_t number = 0;  // of the key, from 1; 0: nothing is here
  };
  struct Text {
    std::int64_t found = 0;
    std::uint64_t second = 0;  // the other word of its hash
    std::uint64_t offset = 0;
    const char* at = nullptr;  // if it is in memory
    std::size_t size = 0;
  };

  std::optional<std::size_t> index_of(std::uint64_t digest) const;
  bool take(Text& known, const HashedText& text);
  const char* keep(std::string_view text);

  const BlockSource& file_;
  std::uint64_t memory_left_;
  CountedKeys listed_;
  std::vector<Text> texts_;    // one for each key
  std::vector<Place> places_;  // by digest; half full at most
  std::size_t mask_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* room_ = nullptr;  // what is left of the last block
  std::size_t room_size_ = 0;
};

}  // namespace peel::sources
