// Files of filters in memory, and damaged ones, for the tests of their codec and of reading in place.
#pragma once

#include "peel/wire/page_reader.hpp"

#include "wire/checksum.hpp"
#include "wire/filter_pages.hpp"
#include "wire/golden_filters.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace peel::test {

inline constexpr std::size_t kFilterIndexAt = kShapeAt + wire::kFilterShapeBytes;

class FileInMemory final : public wire::PageReader {
 public:
  explicit FileInMemory(Bytes bytes) : bytes_(std::move(bytes)) {}

  std::uint64_t size() const override { return bytes_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::byte> room) override {
    if (offset + room.size() > bytes_.size()) return failure(ErrorCode::io, "the file ends too early");
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), room.size(), room.begin());
    bytes_read_ += room.size();
    return {};
  }

  std::uint64_t bytes_read() const { return bytes_read_; }
  Bytes& bytes() { return bytes_; }

 private:
  Bytes bytes_;
  std::uint64_t bytes_read_ = 0;
};

// All checksums of a file of this shape put right, as a hostile sender would.
inline Bytes with_right_checksums(Bytes bytes, const FilterShape& shape) {
  const wire::FilterFileLayout file(shape);
  std::byte* const index = bytes.data() + file.index_at();
  for (std::uint64_t page = 0; page < file.pages(); ++page) {
    const std::uint64_t at = file.cells_at() + page * wire::kPageBytes;
    const ByteView cells =
        ByteView(bytes).subspan(at, std::min<std::size_t>(wire::kPageBytes, bytes.size() - at));
    store_le(index + 8 * (1 + page), wire::checksum(cells));
  }
  wire::RunningChecksum opening;
  opening.add(ByteView(bytes).first(wire::layout::kChecksumAt));
  opening.add(ByteView(bytes).subspan(kShapeAt, wire::kFilterShapeBytes));
  opening.add({index + 8, file.pages() * 8});
  store_le(index, opening.value());
  store_le(bytes.data() + wire::layout::kChecksumAt, wire::envelope_checksum(bytes));
  return bytes;
}

}  // namespace peel::test
