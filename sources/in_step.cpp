#include "sources/in_step.hpp"

#include "sources/block_source.hpp"
#include "sources/byte_search.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace peel::sources {

namespace {

constexpr std::size_t kRowsAhead = 64;

// Rows handed on before step may count as lost, and the share of those passed over that they may then be:
// where rows repeat, a partner is always near, and looking for it again and again would cost more than it
// saves.
constexpr std::uint64_t kHandedOnFreely = 256;
constexpr std::uint64_t kPassedOverPerHandedOn = 4;

// The next rows of one source, found one after the other as they are asked for.
class RowsAhead {
 public:
  explicit RowsAhead(BlockSource& source) : source_(source) {}

  struct Row {
    std::size_t begin;  // in the unread bytes, which keep their order when more are fetched
    std::size_t size;
    std::size_t hash;
    bool is_end;  // the end of the source stands behind its last row and equals only another end
  };

  // Row `index` from here; null if there is none in the buffer. A row that cannot be read ends the view, and
  // so does the buffer: it is filled, but grows for no row but the next.
  Result<const Row*> at(std::size_t index) {
    while (rows_.size() <= index && !is_closed_) {
      const auto ahead = source_.row_at(scanned_);
      using Found = BlockSource::Ahead::Found;
      if (ahead.found == Found::row) {
        const auto begin = static_cast<std::size_t>(ahead.raw.data() - source_.unread().data());
        rows_.push_back({begin, ahead.raw.size(), std::hash<std::string_view>()(ahead.raw), false});
        scanned_ += ahead.stretch.bytes;
      } else if (ahead.found == Found::end) {
        rows_.push_back({0, 0, 0, true});
        is_closed_ = true;
      } else if (ahead.found == Found::incomplete && (source_.has_room() || rows_.empty())) {
        if (auto fetched = source_.fetch(); !fetched) return failure(fetched.error());
      } else {
        is_closed_ = true;
      }
    }
    return index < rows_.size() ? &rows_[index] : nullptr;
  }

  std::string_view raw(const Row& row) const { return source_.unread().substr(row.begin, row.size); }

 private:
  BlockSource& source_;
  std::vector<Row> rows_;
  std::size_t scanned_ = 0;
  bool is_closed_ = false;
};

// How many rows each side has before the two agree again, and whether they agree in being at their end.
struct Meeting {
  std::size_t left;
  std::size_t right;
  bool is_end;
};

class SideBySide {
 public:
  SideBySide(BlockSource& left, BlockSource& right, UnmatchedRows& unmatched)
      : left_(left), right_(right), unmatched_(unmatched) {}

  Result<InStep> run() {
    for (;;) {
      const auto readable = pass_equal_bytes();
      if (!readable) return failure(readable.error());
      if (!*readable || handed_on_ > kHandedOnFreely + passed_over_ / kPassedOverPerHandedOn)
        return InStep::lost;
      const auto meeting = find_meeting();
      if (!meeting) return failure(meeting.error());
      if (!*meeting) return InStep::lost;
      if (auto handed = hand_on(**meeting); !handed) return failure(handed.error());
      if ((*meeting)->is_end) return InStep::to_the_end;
      pass_one_row();
    }
  }

 private:
  // Passes over rows while bytes are equal; false at a row that cannot be read.
  Result<bool> pass_equal_bytes() {
    for (;;) {
      if (auto going = unmatched_.may_go_on(); !going) return failure(going.error());
      const std::size_t equal = common_prefix(left_.unread(), right_.unread());
      // Both stand at the beginning of a row, so what one side finds in equal bytes holds for the other.
      const auto within = left_.rows_within(equal);
      const bool left_is_used_up = equal == left_.unread().size();
      const bool right_is_used_up = equal == right_.unread().size();
      left_.pass_over(within.rows);
      right_.pass_over(within.rows);
      passed_over_ += within.rows.rows;
      if (!within.is_readable) return false;
      if (!left_is_used_up && !right_is_used_up) return true;
      if ((left_is_used_up && left_.at_end()) || (right_is_used_up && right_.at_end())) return true;
      if (left_is_used_up) {
        if (auto fetched = left_.fetch(); !fetched) return failure(fetched.error());
      }
      if (right_is_used_up) {
        if (auto fetched = right_.fetch(); !fetched) return failure(fetched.error());
      }
    }
  }

  // The equal rows with the fewest rows before them.
  Result<std::optional<Meeting>> find_meeting() {
    RowsAhead left_rows(left_);
    RowsAhead right_rows(right_);
    for (std::size_t before = 0; before <= 2 * (kRowsAhead - 1); ++before) {
      const std::size_t first = before < kRowsAhead ? 0 : before - (kRowsAhead - 1);
      for (std::size_t i = first; i <= std::min(before, kRowsAhead - 1); ++i) {
        const auto left = left_rows.at(i);
        if (!left) return failure(left.error());
        if (*left == nullptr) break;
        const auto right = right_rows.at(before - i);
        if (!right) return failure(right.error());
        if (*right == nullptr || (*left)->hash != (*right)->hash || (*left)->is_end != (*right)->is_end)
          continue;
        if ((*left)->is_end || left_rows.raw(**left) == right_rows.raw(**right)) {
          return Meeting{i, before - i, (*left)->is_end};
        }
      }
    }
    return std::nullopt;
  }

  Result<void> hand_on(const Meeting& meeting) {
    const auto take = [this](BlockSource& source, std::size_t count, auto&& receive) -> Result<void> {
      while (count > 0) {
        if (auto taken = source.take(batch_, count); !taken) return taken;
        if (auto received = receive(batch_); !received) return received;
        handed_on_ += batch_.size();
        count -= batch_.size();
      }
      return {};
    };
    if (auto done = take(left_, meeting.left, [this](const auto& rows) { return unmatched_.left(rows); });
        !done) {
      return done;
    }
    return take(right_, meeting.right, [this](const auto& rows) { return unmatched_.right(rows); });
  }

  // The rows at which both sides meet. Their bytes are equal, but not always what is around them: the ends of
  // their lines, empty lines before them.
  void pass_one_row() {
    left_.pass_over(left_.row_at(0).stretch);
    right_.pass_over(right_.row_at(0).stretch);
    ++passed_over_;
  }

  BlockSource& left_;
  BlockSource& right_;
  UnmatchedRows& unmatched_;
  RowBatch batch_;
  std::uint64_t passed_over_ = 0;
  std::uint64_t handed_on_ = 0;
};

}  // namespace

Result<InStep> pass_in_step(RowSource& left, RowSource& right, UnmatchedRows& unmatched) {
  auto* const left_blocks = dynamic_cast<BlockSource*>(&left);
  auto* const right_blocks = dynamic_cast<BlockSource*>(&right);
  if (left_blocks == nullptr || right_blocks == nullptr || !left_blocks->reads_like(*right_blocks)) {
    return InStep::lost;
  }
  return SideBySide(*left_blocks, *right_blocks, unmatched).run();
}

}  // namespace peel::sources
