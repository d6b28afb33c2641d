// The envelope of kinds that are read in parts: a head, which says what the file is, and blocks behind it up
// to the end of the file. Each has a checksum of its own, so that whoever has received a few blocks can use
// them before the rest is there, and a file that ends behind any of its blocks is a file.
// docs/formats/envelope.md calls it version 2.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/wire/envelope.hpp"

#include <cstddef>
#include <cstdint>

namespace peel::wire {

// Views into the caller's bytes. `shape` and `description` belong to the codec of the kind.
struct PartedHead {
  Kind kind;
  HashFamily hash_family;
  Seed seed = {};
  ByteView shape = {};  // at most kMaxShapeBytes
  ByteView description = {};
};

struct OpenedHead {
  PartedHead head;
  std::uint64_t bytes = 0;  // of the head; the first block begins behind them
  std::uint64_t checksum = 0;
};

inline constexpr std::size_t kBlockHeaderBytes = 16;
inline constexpr std::uint64_t kMaxBlockBytes = std::uint64_t{1} << 28;  // without the header

Bytes seal_head(const PartedHead& head);

// Fails like open(); blocks may follow the head or not. declared_size() says how many bytes it needs.
[[nodiscard]] Result<OpenedHead> open_head(ByteView bytes);

// Seals the blocks of one file, in order: a block belongs to its head and to its place.
class BlockWriter {
 public:
  // Of a head that seal_head made.
  explicit BlockWriter(ByteView sealed_head);

  // Adds a block to the end of a file; `content` has at most kMaxBlockBytes.
  void append(ByteView content, Bytes& file);

 private:
  std::uint64_t head_checksum_;
  std::uint32_t number_ = 0;
};

// Opens them again, in order.
class BlockReader {
 public:
  explicit BlockReader(const OpenedHead& head) : head_checksum_(head.checksum) {}

  // The size of the next block with its header, as that says. `header` holds at least kBlockHeaderBytes.
  // Fails with `malformed` for another number than the next one, and for a block beyond kMaxBlockBytes.
  [[nodiscard]] Result<std::uint64_t> declared_size(ByteView header) const;

  // The content of the next block, with which `bytes` begin. Fails like that, and with `malformed` if the
  // block is cut short, was changed, or is of another file. On failure the same block is the next one.
  [[nodiscard]] Result<ByteView> next(ByteView bytes);

  std::uint64_t blocks() const { return number_; }  // opened so far

 private:
  std::uint64_t head_checksum_;
  std::uint64_t number_ = 0;
};

// How long a file is, as far as its first bytes tell, so that one of any kind can be read without reading on
// behind its end. Nothing is verified here.
class FileExtent {
 public:
  // Fails as declared_size() does.
  [[nodiscard]] static Result<FileExtent> from(ByteView header);

  // The file has so many bytes, given its first ones. If blocks come behind a head, it may also end before:
  // behind the last block that is whole. Each call takes at least as many bytes as the one before.
  std::uint64_t bytes(ByteView first_bytes);

 private:
  explicit FileExtent(std::uint64_t end) : end_(end) {}

  std::uint64_t end_;  // of the blocks that were seen
  bool has_blocks_ = false;
  std::uint64_t number_ = 0;
};

}  // namespace peel::wire
