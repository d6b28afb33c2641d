// Filling a filter from rows: which part of a row is its key, how many distinct keys there are, and putting
// them in. Link peel::sources.
//
// The key of a row is text: a line or a part of it, or a cell of a table. So a filter that was built from a
// table can be asked with lines.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/row_source.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::sources {

// The keys of some rows. Nothing is here of a row without a key: a line without that field or address, a cell
// that is NULL.
struct HashedKeys {
  std::vector<KeyHash> hashes;
  std::vector<std::uint32_t> rows;  // where in the batch each of them is from
};

class RowKeys {
 public:
  // The part of each line that is its key; or of the cells of this column, from 0, where the rows are those
  // of a table. An address is the text of its usual spelling.
  explicit RowKeys(const CountedPart& part, std::optional<std::uint32_t> column = {})
      : column_(column), part_(part) {}

  void hash(const rows::RowBatch& batch, const KeyHasher& hasher, HashedKeys& keys) const;

 private:
  std::optional<std::string_view> text_in(const rows::RowBatch& batch, std::size_t row,
                                          std::string& room) const;
  bool takes_whole_lines() const { return !column_ && part_.keys == CountedPart::Keys::lines; }

  std::optional<std::uint32_t> column_;
  CountedPart part_;
};

// Rows, and which part of them is the key.
struct OpenKeys {
  std::unique_ptr<rows::RowSource> rows;
  RowKeys keys;
};

// Rows that are read once or twice. There may be thousands of such sources, more than files can be open at a
// time: one that can be opened again is closed between passes.
class KeySource {
 public:
  using Opener = std::function<Result<OpenKeys>()>;

  // Stays open, and is the same in all passes. It must allow rewind() for a second one.
  explicit KeySource(OpenKeys kept) : open_(std::move(kept)) {}
  // Is opened for each pass.
  explicit KeySource(Opener opener) : opener_(std::move(opener)) {}

  // Stands at its first row then; valid until the end of the pass.
  Result<OpenKeys*> begin_pass();
  void end_pass();
  std::uint64_t passes() const { return passes_; }  // begun so far

 private:
  Opener opener_;
  std::optional<OpenKeys> open_;
  std::uint64_t passes_ = 0;
};

// How many distinct keys there are, exactly or rather too many than too few: beyond the estimate by three
// standard errors. A pass over all sources, in 1 MiB. Fails as the sources and the watch do.
Result<ItemCount> count_keys(std::span<KeySource> sources, const KeyHasher& hasher, reconcile::Watch& watch);

struct AddedKeys {
  std::uint64_t rows = 0;
  std::uint64_t keyless = 0;  // rows without a key
};
// Puts all keys into the filter, in a pass over all sources.
Result<AddedKeys> add_keys(BloomFilter& filter, std::span<KeySource> sources, reconcile::Watch& watch);

}  // namespace peel::sources
