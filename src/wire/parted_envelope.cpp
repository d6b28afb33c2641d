#include "peel/wire/parted_envelope.hpp"

#include "checksum.hpp"
#include "core/assert.hpp"
#include "envelope_header.hpp"
#include "envelope_layout.hpp"
#include "wire/malformed.hpp"

#include <string>

namespace peel::wire {

namespace {

constexpr std::size_t kBlockLengthAt = 4;
constexpr std::size_t kBlockChecksumAt = 8;

// Of all bytes of a block but the checksum itself. That of the head is the seed, so that a block of another
// file does not pass.
std::uint64_t block_checksum(std::uint64_t head_checksum, const std::byte* header, ByteView content) {
  RunningChecksum sum(head_checksum);
  sum.add(ByteView(header, kBlockChecksumAt));
  sum.add(content);
  return sum.value();
}

std::string block_in_words(std::uint64_t number) {
  return "block " + std::to_string(number);
}

Result<std::uint64_t> declared_block(ByteView header, std::uint64_t expected) {
  PEEL_ASSERT(header.size() >= kBlockHeaderBytes);
  const std::uint64_t number = load_le(header.data(), 4);
  if (number != expected) {
    return malformed(block_in_words(number) + " where " + block_in_words(expected) + " comes next");
  }
  const std::uint64_t length = load_le(header.data() + kBlockLengthAt, 4);
  if (length > kMaxBlockBytes) {
    return malformed(block_in_words(number) + " has " + std::to_string(length) +
                     " bytes; accepted are up to " + std::to_string(kMaxBlockBytes));
  }
  return kBlockHeaderBytes + length;
}

}  // namespace

Bytes seal_head(const PartedHead& head) {
  PEEL_ASSERT(version_of(head.kind) == kPartedVersion);
  Bytes sealed(kEnvelopeHeaderBytes);
  sealed.reserve(kEnvelopeHeaderBytes + head.shape.size() + head.description.size());
  const Envelope envelope{.kind = head.kind,
                          .version = kPartedVersion,
                          .hash_family = head.hash_family,
                          .seed = head.seed,
                          .shape = head.shape};
  write_header(envelope, head.description.size(), sealed.data());
  sealed.insert(sealed.end(), head.shape.begin(), head.shape.end());
  sealed.insert(sealed.end(), head.description.begin(), head.description.end());
  store_le(sealed.data() + layout::kChecksumAt, envelope_checksum(sealed));
  return sealed;
}

Result<OpenedHead> open_head(ByteView bytes) {
  const auto declared = declared_size(bytes);
  if (!declared) return failure(declared.error());
  const Envelope envelope = read_header(bytes.data());
  if (envelope.version != kPartedVersion) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope.kind)) +
                                               " (" + std::string(name_of(envelope.kind)) +
                                               ") has no blocks");
  }
  if (*declared > bytes.size()) {
    return malformed("cut short: the head has " + std::to_string(*declared) + " bytes, " +
                     std::to_string(bytes.size()) + " are there");
  }
  const ByteView head = bytes.first(static_cast<std::size_t>(*declared));
  const std::uint64_t computed = envelope_checksum(head);
  if (auto right = check_sum(head.data(), computed); !right) return failure(right.error());
  const auto shape_length = static_cast<std::size_t>(load_le(head.data() + layout::kShapeLengthAt, 4));
  const ByteView behind = head.subspan(kEnvelopeHeaderBytes);
  return OpenedHead{{.kind = envelope.kind,
                     .hash_family = envelope.hash_family,
                     .seed = envelope.seed,
                     .shape = behind.first(shape_length),
                     .description = behind.subspan(shape_length)},
                    *declared,
                    computed};
}

BlockWriter::BlockWriter(ByteView sealed_head)
    : head_checksum_(load_le(sealed_head.data() + layout::kChecksumAt)) {}

void BlockWriter::append(ByteView content, Bytes& file) {
  PEEL_ASSERT(content.size() <= kMaxBlockBytes);
  const std::size_t at = file.size();
  file.resize(at + kBlockHeaderBytes);
  store_le(file.data() + at, number_++, 4);
  store_le(file.data() + at + kBlockLengthAt, content.size(), 4);
  store_le(file.data() + at + kBlockChecksumAt, block_checksum(head_checksum_, file.data() + at, content));
  file.insert(file.end(), content.begin(), content.end());
}

Result<std::uint64_t> BlockReader::declared_size(ByteView header) const {
  return declared_block(header, number_);
}

Result<ByteView> BlockReader::next(ByteView bytes) {
  const std::string name = block_in_words(number_);
  if (bytes.size() < kBlockHeaderBytes) {
    return malformed("cut short: the header of " + name + " has " + std::to_string(kBlockHeaderBytes) +
                     " bytes, " + std::to_string(bytes.size()) + " are there");
  }
  const auto size = declared_size(bytes);
  if (!size) return failure(size.error());
  if (*size > bytes.size()) {
    return malformed("cut short: " + name + " has " + std::to_string(*size) + " bytes, " +
                     std::to_string(bytes.size()) + " are there");
  }
  const ByteView content =
      bytes.subspan(kBlockHeaderBytes, static_cast<std::size_t>(*size) - kBlockHeaderBytes);
  if (load_le(bytes.data() + kBlockChecksumAt) != block_checksum(head_checksum_, bytes.data(), content)) {
    return malformed("the checksum of " + name +
                     " does not match: its bytes were changed after peel wrote them, or are of another file");
  }
  ++number_;
  return content;
}

Result<FileExtent> FileExtent::from(ByteView header) {
  const auto declared = wire::declared_size(header);
  if (!declared) return failure(declared.error());
  FileExtent extent(*declared);
  extent.has_blocks_ = read_header(header.data()).version == kPartedVersion;
  return extent;
}

std::uint64_t FileExtent::bytes(ByteView first_bytes) {
  while (has_blocks_) {
    if (first_bytes.size() < end_) return end_;
    if (first_bytes.size() - end_ < kBlockHeaderBytes) return end_ + kBlockHeaderBytes;
    const auto block = declared_block(first_bytes.subspan(static_cast<std::size_t>(end_)), number_);
    if (!block) {
      has_blocks_ = false;  // what follows is no block: the file need not be read any further
      break;
    }
    end_ += *block;
    ++number_;
  }
  return end_;
}

}  // namespace peel::wire
