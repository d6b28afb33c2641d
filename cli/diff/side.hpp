// One side of a diff: a source, and how its records become rows that both sides spell alike.
#pragma once

#include "peel/hashing/key_hasher.hpp"
#include "peel/reconcile/row_tally.hpp"
#include "peel/rows/canonical_row.hpp"
#include "peel/wire/envelope.hpp"

#include "sources/source.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace peel::cli {

class DiffSide {
 public:
  // Whole lines.
  explicit DiffSide(std::unique_ptr<sources::RowSource> source) : source_(std::move(source)) {}
  // Rows of a table.
  DiffSide(std::unique_ptr<sources::RowSource> source, rows::RowFields fields)
      : source_(std::move(source)), encoder_(std::in_place, std::move(fields)) {}

  sources::RowSource& source() { return *source_; }
  const sources::RowSource& source() const { return *source_; }

  // A row of a batch of this source. Valid until the next call. A line is its own key.
  rows::CanonicalRow row(const sources::RowBatch& batch, std::size_t i,
                         rows::Spelling spelling = rows::Spelling::left_out) {
    if (encoder_) return encoder_->encode({batch.fields(i), batch.tags(i), batch.raw(i)}, spelling);
    const ByteView line = as_bytes(batch.raw(i));
    return {line, line.size()};
  }

  // Calls use(batch) for each batch from here to the end of the source, or until somebody sets `stop`.
  template <class Use>
  Result<void> read(Use use, const std::atomic<bool>& stop) {
    sources::RowBatch batch;
    while (!stop.load(std::memory_order_relaxed)) {
      if (auto read = source_->next(batch); !read) return read;
      if (batch.empty()) return {};
      if (auto checked = check(batch); !checked) return checked;
      if (Result<void> used = use(batch); !used) return used;
    }
    return {};
  }
  template <class Use>
  Result<void> read(Use use) {
    return read(std::move(use), std::atomic<bool>(false));
  }

  // Fails with `unsupported` if the rows turn out to be a sketch. A file shows it beforehand, a named pipe
  // does not.
  Result<void> check(const sources::RowBatch& batch) const {
    if (batch.line(0) != 1 || !wire::begins_like_envelope(as_bytes(batch.raw(0)))) return {};
    return failure(ErrorCode::unsupported, source_->name() +
                                               " holds a file that peel wrote, in a pipe; accepted is "
                                               "its name, or - for standard input");
  }

 private:
  std::unique_ptr<sources::RowSource> source_;
  std::optional<rows::RowEncoder> encoder_;
};

// Left and right, to be addressed by side.
struct DiffSides {
  DiffSide& left;
  DiffSide& right;

  DiffSide& operator[](reconcile::Side side) const { return side == reconcile::Side::left ? left : right; }

  // Of the pass under way; what they will be at its end, if that is known.
  std::uint64_t bytes_read() const { return left.source().bytes_read() + right.source().bytes_read(); }
  std::optional<std::uint64_t> size() const {
    const auto a = left.source().size();
    const auto b = right.source().size();
    return a && b ? std::optional(*a + *b) : std::nullopt;
  }
};

}  // namespace peel::cli
