#include "sources/text/row_rewriter.hpp"

#include "sources/byte_search.hpp"

#include <algorithm>

namespace peel::sources {

namespace {

using reconcile::Change;

constexpr std::uint64_t kPurpose = 0x647565;  // "due"
constexpr std::uint64_t kBytesForEach = 128;  // of a row that is remembered: its place, its pointers

}  // namespace

RowRewriter::RowRewriter(reconcile::RowReader& rows, const RecordMaker& maker, RecordOutput& output,
                         RewritingLimits limits, const reconcile::Watch& watch)
    : rows_(rows),
      source_(dynamic_cast<BlockSource&>(rows.source())),
      maker_(maker),
      output_(output),
      memory_bytes_(limits.memory_bytes),
      watch_(watch),
      due_(0, KeyedHash{KeyHasher(HashFamily::fast, limits.seed.derive(kPurpose))}) {}

Result<void> RowRewriter::take(const Change& change) {
  if (change.kind != Change::Kind::added) return edit(change);
  if (auto copied = copy_rest(); !copied) return copied;
  const auto record = maker_.made(change.right.row);
  if (!record) return failure(record.error());
  for (std::uint64_t i = 0; i < change.count; ++i) {
    if (auto appended = output_.append(*record); !appended) return appended;
  }
  return {};
}

Result<void> RowRewriter::finish() {
  if (auto copied = copy_rest(); !copied) return copied;
  return output_.finish();
}

// The row at hand, with more of the file fetched if need be; none at the end.
Result<std::optional<RowRewriter::Row>> RowRewriter::look() {
  using Found = BlockSource::Ahead::Found;
  for (;;) {
    const auto ahead = source_.row_at(0);
    if (ahead.found == Found::end) return std::nullopt;
    if (ahead.found == Found::row) {
      const std::string_view all = source_.unread().substr(0, ahead.stretch.bytes);
      const auto begin = static_cast<std::size_t>(ahead.raw.data() - all.data());
      const std::string_view before = all.substr(0, begin);
      return Row{before, ahead.raw, all.substr(begin + ahead.raw.size()),
                 source_.line() + count_newlines(before), ahead.stretch};
    }
    if (ahead.found == Found::unreadable) {  // reading it says why
      if (auto read = source_.take(batch_, 1); !read) return failure(read.error());
    }
    if (auto going = watch_.may_go_on(source_.name()); !going) return failure(going.error());
    if (auto fetched = source_.fetch(); !fetched) return failure(fetched.error());
  }
}

// Passes over the row at hand and gives it in canonical bytes. What look() gave stays valid.
Result<rows::CanonicalRow> RowRewriter::read_row() {
  if (auto read = source_.take(batch_, 1); !read) return failure(read.error());
  return rows_.row(batch_, 0);
}

// The row at hand has no change of its own: it stays, unless it equals one that is to be removed again.
Result<void> RowRewriter::pass(const Row& row) {
  if (auto put = output_.put(row.before); !put) return put;
  if (due_.empty()) {
    source_.pass_over(row.stretch);
    return output_.keep(row.record, row.end);
  }
  const auto canonical = read_row();
  if (!canonical) return failure(canonical.error());
  const auto found = due_.find(std::string(as_text(canonical->bytes)));
  if (found == due_.end()) return output_.keep(row.record, row.end);
  output_.note_end(row.end);
  if (--found->second == 0) {
    due_bytes_ -= found->first.size() + kBytesForEach;
    due_.erase(found);
  }
  return {};
}

Result<void> RowRewriter::edit(const Change& change) {
  const std::uint64_t order = change.left.order.value_or(0);
  auto row = look();
  for (; row && *row && (*row)->line < order; row = look()) {
    if (auto passed = pass(**row); !passed) return passed;
  }
  if (!row) return failure(row.error());
  if (!*row || (*row)->line != order) return not_as_compared(order);
  const auto canonical = read_row();
  if (!canonical) return failure(canonical.error());
  if (!std::ranges::equal(canonical->bytes, change.left.row.bytes)) return not_as_compared(order);
  if (auto put = output_.put((*row)->before); !put) return put;
  if (change.kind == Change::Kind::changed) {
    const auto record = maker_.changed((*row)->record, change);
    if (!record) return failure(record.error());
    return output_.keep(*record, (*row)->end);
  }
  output_.note_end((*row)->end);
  return change.count > 1 ? remember(change) : Result<void>();
}

// The first of several rows was removed: the others are still to come.
Result<void> RowRewriter::remember(const Change& change) {
  due_bytes_ += change.left.row.bytes.size() + kBytesForEach;
  if (due_bytes_ > memory_bytes_) {
    return failure(ErrorCode::limit_exceeded,
                   "too many rows of " + source_.name() +
                       " are to be removed several times, and to remember them takes "
                       "more than the " +
                       std::to_string(memory_bytes_) + " bytes of memory allowed; nothing was written");
  }
  due_.emplace(as_text(change.left.row.bytes), change.count - 1);
  return {};
}

Result<void> RowRewriter::copy_rest() {
  if (has_copied_rest_) return {};
  has_copied_rest_ = true;
  auto row = look();
  for (; row && *row; row = look()) {
    if (auto passed = pass(**row); !passed) return passed;
  }
  if (!row) return failure(row.error());
  if (!due_.empty()) return not_as_compared(source_.line());
  return output_.put(source_.unread());  // empty lines
}

tl::unexpected<Error> RowRewriter::not_as_compared(std::uint64_t line) const {
  return failure(ErrorCode::io,
                 source_.name() + ", line " + std::to_string(line) +
                     ": this is not the row that was compared; the file changed meanwhile, and "
                     "nothing was written");
}

}  // namespace peel::sources
