// What a count found, ready to be sorted and printed: keys with their counts, and what is to be said of them.
#pragma once

#include "peel/invertible/strata_estimator.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::cli {

// A key as it was counted.
struct ShownKey {
  std::string_view text;   // of an address its 16 bytes
  bool is_digest = false;  // the text was too long to be kept; this is its digest
};

class ListedKeys {
 public:
  virtual ~ListedKeys() = default;

  virtual std::size_t size() const = 0;
  virtual std::int64_t count(std::size_t i) const = 0;
  // The text may be put into `room`. Throws std::runtime_error with a sentence if it cannot be read.
  virtual ShownKey key(std::size_t i, std::string& room) const = 0;
};

struct CountSummary {
  std::int64_t lines = 0;    // read; less those of a stream that was subtracted
  std::int64_t keyless = 0;  // of them, without a key
  bool complete = true;
  std::uint64_t by_digest = 0;  // listed keys without their text
  std::uint64_t capacity = 0;   // distinct keys
  std::uint64_t bytes = 0;      // of memory, of counter and strata
  unsigned passes = 1;          // over the input; 0 of a file of counts

  // If it is not complete: how many keys there are beside those listed, and what would list all.
  struct Unlisted {
    StrataEstimate keys;
    ItemCount capacity_needed;  // 0 if nobody can say, or if it is beyond all limits
    std::uint64_t bytes_needed;
  };
  std::optional<Unlisted> unlisted = std::nullopt;
};

}  // namespace peel::cli
