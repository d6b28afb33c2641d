// A shape and its words as a file: pages of cells, each with a checksum, so that a few of them can be read
// and believed without the others. docs/formats/filter.md, "Pages". The same for every kind of filter.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/wire/byte_sink.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/page_reader.hpp"

#include "filter_shape_bytes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace peel::wire {

inline constexpr std::uint64_t kPageBytes = 4096;
inline constexpr std::uint64_t kPageWords = kPageBytes / 8;

// Where the parts of such a file are, in bytes. A shape has at most kMaxFilterBytes, so nothing wraps.
class FilterFileLayout {
 public:
  explicit FilterFileLayout(const FilterShape& shape);

  std::uint64_t pages() const { return pages_; }
  std::uint64_t index_at() const { return kIndexAt; }
  std::uint64_t index_bytes() const { return 8 * (1 + pages_); }  // the opening checksum, one for each page
  std::uint64_t cells_at() const { return cells_at_; }
  std::uint64_t file_bytes() const { return cells_at_ + cell_bytes_; }
  std::uint64_t payload_bytes() const { return file_bytes() - kIndexAt; }

 private:
  static constexpr std::uint64_t kIndexAt = kEnvelopeHeaderBytes + kFilterShapeBytes;

  std::uint64_t cell_bytes_;
  std::uint64_t pages_;
  std::uint64_t cells_at_;
};

struct FilterParts {
  Kind kind;
  const KeyHasher& hasher;
  FilterIdentity identity;
  std::span<const std::uint64_t> words;
};

// Without a copy of the words. Fails if the sink does.
Result<void> write_filter(const FilterParts& parts, const ByteSink& sink);
Bytes written_filter(const FilterParts& parts);

// The words of a file that is in memory, after everything about it was checked but bits behind the last
// cell.
struct DecodedFilter {
  KeyHasher hasher;
  FilterIdentity identity;
  AlignedWords words;
};
Result<DecodedFilter> read_filter(ByteView bytes, Kind kind);

// A file that is opened and not yet read. Whatever it hands out was checked against its page's checksum, and
// that against the opening checksum.
class FilterPages {
 public:
  // Reads header, shape and index. Fails with `malformed` unless lengths and the opening checksum are right,
  // with `unsupported` for another kind, and as the file does.
  static Result<FilterPages> open(PageReader& file, Kind kind);

  const FilterShape& shape() const { return identity_.shape; }
  const FilterIdentity& identity() const { return identity_; }
  const KeyHasher& hasher() const { return hasher_; }
  std::uint64_t count() const { return layout_.pages(); }

  // Reads `count` pages into their places in `words`, which are those of the whole filter. Fails with
  // `malformed` for a page with another checksum, which it names, and for bits behind the last cell; what was
  // read is then 0 again.
  struct Run {
    std::uint64_t first;
    std::uint64_t count;
  };
  Result<void> read(Run run, PageReader& file, std::span<std::uint64_t> words) const;

  // Whether the checksum of the envelope is right, once all words are there.
  Result<void> check_envelope(std::span<const std::uint64_t> words) const;

 private:
  using Head = std::array<std::byte, kEnvelopeHeaderBytes + kFilterShapeBytes>;

  FilterPages(const Head& head, const FilterIdentity& identity, Bytes index);
  Result<void> check_page(std::uint64_t page, ByteView bytes) const;

  Head head_;
  FilterIdentity identity_;
  KeyHasher hasher_;
  FilterFileLayout layout_;
  Bytes index_;  // as in the file, with the opening checksum
};

}  // namespace peel::wire
