#include "filter_pages.hpp"

#include "checksum.hpp"
#include "core/assert.hpp"
#include "envelope_header.hpp"
#include "envelope_layout.hpp"
#include "wire/malformed.hpp"
#include "word_bytes.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr std::array<std::byte, kPageBytes> kZeros{};

// Over the header but its own checksum, the shape, and the checksums of pages.
std::uint64_t opening_checksum(ByteView head, ByteView page_checksums) {
  RunningChecksum sum;
  sum.add(head.first(layout::kChecksumAt));
  sum.add(head.subspan(kEnvelopeHeaderBytes));
  sum.add(page_checksums);
  return sum.value();
}

// Of everything but the checksum itself. `before` is what lies between shape and cells.
std::uint64_t whole_checksum(ByteView head, ByteView before, std::span<const std::uint64_t> words) {
  RunningChecksum sum;
  sum.add(head.first(layout::kChecksumAt));
  sum.add(head.subspan(kEnvelopeHeaderBytes));
  sum.add(before);
  const auto added = for_each_piece(words, kPieceWords, [&](ByteView page) -> Result<void> {
    sum.add(page);
    return {};
  });
  PEEL_ASSERT(added.has_value());
  return sum.value();
}

std::string name_of_filter(Kind kind) {
  return kind == Kind::counting_filter   ? "counting filter"
         : kind == Kind::spectral_filter ? "spectral filter"
                                         : "filter";
}

tl::unexpected<Error> wrong_shape_length(std::uint64_t bytes) {
  return malformed("the shape of a filter has " + std::to_string(kFilterShapeBytes) + " bytes, not " +
                   std::to_string(bytes));
}

class BytesInMemory final : public PageReader {
 public:
  explicit BytesInMemory(ByteView bytes) : bytes_(bytes) {}

  std::uint64_t size() const override { return bytes_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::byte> room) override {
    std::ranges::copy(bytes_.subspan(offset, room.size()), room.begin());
    return {};
  }

 private:
  ByteView bytes_;
};

}  // namespace

FilterFileLayout::FilterFileLayout(const FilterShape& shape)
    : cell_bytes_(shape.bytes()), pages_((cell_bytes_ + kPageBytes - 1) / kPageBytes) {
  cells_at_ = kIndexAt + index_bytes();
  // So that pages of the file are pages of the disk.
  if (pages_ > 1) cells_at_ = (cells_at_ + kPageBytes - 1) / kPageBytes * kPageBytes;
}

Result<void> write_filter(const FilterParts& parts, const ByteSink& sink) {
  const FilterFileLayout file(parts.identity.shape);
  ByteWriter shape;
  put_filter_shape(parts.identity, shape);
  Bytes head(file.cells_at());
  write_header({.kind = parts.kind,
                .hash_family = parts.hasher.family(),
                .seed = parts.hasher.seed(),
                .shape = shape.view()},
               file.payload_bytes(), head.data());
  std::ranges::copy(shape.view(), head.data() + kEnvelopeHeaderBytes);
  const ByteView up_to_shape = ByteView(head).first(file.index_at());
  std::byte* const index = head.data() + file.index_at();
  std::byte* at = index + 8;
  auto done = for_each_piece(parts.words, kPageWords, [&](ByteView page) -> Result<void> {
    store_le(at, checksum(page));
    at += 8;
    return {};
  });
  PEEL_ASSERT(done.has_value() && at == index + file.index_bytes());
  store_le(index, opening_checksum(up_to_shape, {index + 8, at}));
  store_le(head.data() + layout::kChecksumAt,
           whole_checksum(up_to_shape, ByteView(head).subspan(file.index_at()), parts.words));
  done = sink(head);
  if (!done) return done;
  return for_each_piece(parts.words, kPieceWords, sink);
}

Bytes written_filter(const FilterParts& parts) {
  Bytes bytes;
  bytes.reserve(FilterFileLayout(parts.identity.shape).file_bytes());
  const auto written = write_filter(parts, [&](ByteView piece) -> Result<void> {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return {};
  });
  PEEL_ASSERT(written.has_value());  // memory takes everything
  return bytes;
}

FilterPages::FilterPages(const Head& head, const FilterIdentity& identity, Bytes index)
    : head_(head),
      identity_(identity),
      hasher_(read_header(head.data()).hash_family, read_header(head.data()).seed),
      layout_(identity.shape),
      index_(std::move(index)) {}

Result<FilterPages> FilterPages::open(PageReader& file, Kind kind) {
  Head head{};
  const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), head.size()));
  if (auto read = file.read(0, std::span(head).first(there)); !read) return failure(read.error());
  const ByteView header = ByteView(head).first(std::min(there, kEnvelopeHeaderBytes));
  if (auto fits = check_size(header, file.size()); !fits) return failure(fits.error());
  const Envelope envelope = read_header(head.data());
  if (envelope.kind != kind) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope.kind)) +
                                               " is not " + std::to_string(static_cast<unsigned>(kind)) +
                                               " (" + name_of_filter(kind) + ")");
  }
  const std::uint64_t shape_bytes = load_le(head.data() + layout::kShapeLengthAt, 4);
  if (shape_bytes != kFilterShapeBytes) return wrong_shape_length(shape_bytes);
  const auto identity = decode_filter_shape(kind, ByteView(head).subspan(kEnvelopeHeaderBytes));
  if (!identity) return failure(identity.error());
  const FilterFileLayout parts(identity->shape);
  if (parts.file_bytes() != file.size()) {
    return malformed("a filter of this shape takes a file of " + std::to_string(parts.file_bytes()) +
                     " bytes; this one has " + std::to_string(file.size()));
  }
  Bytes index(parts.cells_at() - parts.index_at());
  if (auto read = file.read(parts.index_at(), index); !read) return failure(read.error());
  const ByteView page_checksums = ByteView(index).first(parts.index_bytes()).subspan(8);
  if (load_le(index.data()) != opening_checksum(head, page_checksums)) {
    return malformed(
        "the opening checksum does not match: header, shape or index were changed after peel wrote them");
  }
  const ByteView padding = ByteView(index).subspan(parts.index_bytes());
  if (!std::ranges::equal(padding, ByteView(kZeros).first(padding.size())))
    return malformed("the bytes between index and cells are not all 0");
  return FilterPages(head, *identity, std::move(index));
}

Result<void> FilterPages::check_page(std::uint64_t page, ByteView bytes) const {
  if (load_le(index_.data() + 8 * (1 + page)) == checksum(bytes)) return {};
  const std::uint64_t at = layout_.cells_at() + page * kPageBytes;
  return malformed("page " + std::to_string(page) + " of " + std::to_string(count()) + ", bytes " +
                   std::to_string(at) + " to " + std::to_string(at + bytes.size() - 1) +
                   ": its checksum does not match; it was changed after peel wrote it");
}

Result<void> FilterPages::read(Run run, PageReader& file, std::span<std::uint64_t> words) const {
  PEEL_ASSERT(words.size() == shape().words() && run.first + run.count <= count());
  const std::uint64_t first_word = run.first * kPageWords;
  const auto room = words.subspan(first_word, std::min(run.count * kPageWords, words.size() - first_word));
  const auto bytes = std::as_writable_bytes(room);
  auto done = file.read(layout_.cells_at() + run.first * kPageBytes, bytes);
  for (std::uint64_t i = 0; done && i < run.count; ++i) {
    const std::uint64_t at = i * kPageBytes;
    done = check_page(run.first + i, ByteView(bytes).subspan(at, std::min(kPageBytes, bytes.size() - at)));
  }
  swap_where_needed(room);
  const std::uint64_t used = shape().cells().value * shape().cell_bits().value % kLaneBits;
  if (done && run.first + run.count == count() && used != 0 && words.back() >> used != 0)
    done = malformed("a bit is set behind the last cell; accepted are zeros");
  if (!done) std::ranges::fill(room, 0);
  return done;
}

Result<void> FilterPages::check_envelope(std::span<const std::uint64_t> words) const {
  return check_sum(head_.data(), whole_checksum(head_, index_, words));
}

Result<DecodedFilter> read_filter(ByteView bytes, Kind kind) {
  const auto envelope = wire::open(bytes);
  if (!envelope) return failure(envelope.error());
  BytesInMemory file(bytes);
  const auto pages = FilterPages::open(file, kind);
  if (!pages) return failure(pages.error());
  DecodedFilter filter{pages->hasher(), pages->identity(), AlignedWords(pages->shape().words())};
  if (auto read = pages->read({0, pages->count()}, file, filter.words.span()); !read)
    return failure(read.error());
  return filter;
}

}  // namespace peel::wire
