// One side of a diff: a source, and how its records become rows that both sides spell alike.
#pragma once

#include "peel/hashing/key_hasher.hpp"
#include "peel/reconcile/row_tally.hpp"
#include "peel/rows/canonical_row.hpp"
#include "peel/wire/envelope.hpp"

#include "sources/source.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::cli {

class DiffSide {
 public:
  // Whole lines.
  explicit DiffSide(std::unique_ptr<sources::RowSource> source) : source_(std::move(source)) {}
  // Rows of a table, told apart by `key_columns` as the source calls them; none: as a whole.
  DiffSide(std::unique_ptr<sources::RowSource> source, rows::RowFields fields,
           std::vector<std::string> key_columns = {})
      : source_(std::move(source)),
        key_columns_(std::move(key_columns)),
        encoder_(std::in_place, std::move(fields)) {}

  sources::RowSource& source() { return *source_; }
  const sources::RowSource& source() const { return *source_; }

  const std::vector<std::string>& key_columns() const { return key_columns_; }
  // Whether rows can be found by their key without a scan.
  bool finds_rows() const { return !key_columns_.empty() && source_->finds_rows_by(key_columns_); }
  // Whether the key is one column of integers, as far as the source says.
  bool key_is_integer() const;

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
      if (auto in_time = check_deadline(); !in_time) return in_time;
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

  // Reading fails with `limit_exceeded` after this.
  void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }

  // Fails with `unsupported` if the rows turn out to be a sketch. A file shows it beforehand, a named pipe
  // does not.
  Result<void> check(const sources::RowBatch& batch) const {
    if (batch.line(0) != 1 || !wire::begins_like_envelope(as_bytes(batch.raw(0)))) return {};
    return failure(ErrorCode::unsupported, source_->name() +
                                               " holds a file that peel wrote, in a pipe; accepted is "
                                               "its name, or - for standard input");
  }

 private:
  Result<void> check_deadline() const;

  std::unique_ptr<sources::RowSource> source_;
  std::vector<std::string> key_columns_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
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
