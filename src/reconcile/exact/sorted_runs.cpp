#include "reconcile/exact/sorted_runs.hpp"

#include <array>
#include <functional>
#include <queue>

namespace peel::reconcile {

namespace {

// A record: the kind and the count of a change, what is said of either row, then the bytes of both.
constexpr std::size_t kKindAt = 0;
constexpr std::size_t kCountAt = 1;
constexpr std::size_t kLeftAt = 9;
// Whether the row is there, its order, and the sizes of its bytes, of its key and of its spelling.
constexpr std::size_t kRowHeadBytes = 33;
constexpr std::size_t kRightAt = kLeftAt + kRowHeadBytes;
constexpr std::size_t kRowsAt = kRightAt + kRowHeadBytes;

void put_row_head(const KnownRow& known, std::byte* to) {
  to[0] = std::byte{known.is_whole()};
  store_le(to + 1, known.order.value_or(0));
  store_le(to + 9, known.row.bytes.size());
  store_le(to + 17, known.row.key_size);
  store_le(to + 25, known.row.spelled.size());
}

// Takes the row from the front of `rest`.
KnownRow take_row(const std::byte* head, ByteView& rest) {
  if (head[0] == std::byte{0}) return {};
  const std::size_t size = load_le(head + 9);
  const std::size_t spelled_size = load_le(head + 25);
  const rows::CanonicalRow row = {rest.first(size), load_le(head + 17), rest.subspan(size, spelled_size)};
  rest = rest.subspan(size + spelled_size);
  return KnownRow::whole(row, load_le(head + 1));
}

Change change_of(ByteView record) {
  ByteView rest = record.subspan(kRowsAt);
  Change change;
  change.kind = static_cast<Change::Kind>(record[kKindAt]);
  change.left = take_row(&record[kLeftAt], rest);
  change.right = take_row(&record[kRightAt], rest);
  change.count = load_le(&record[kCountAt]);
  return change;
}

// The next change of a run, by its place in the order of all: left rows first.
struct Head {
  bool is_added;
  RowOrder order;
  std::size_t run;

  friend auto operator<=>(const Head&, const Head&) = default;
};

}  // namespace

Result<void> SortedRuns::take(const Change& change) {
  const auto is_kept = [](const KnownRow& row) {
    return row.is_whole() || row.known == KnownRow::Known::nothing;
  };
  if (!is_kept(change.left) || !is_kept(change.right)) {
    return failure(ErrorCode::unsupported,
                   "a row is known by its key or a digest alone; accepted are changes of whole rows");
  }
  std::array<std::byte, kRowsAt> head;
  head[kKindAt] = static_cast<std::byte>(change.kind);
  store_le(&head[kCountAt], change.count);
  put_row_head(change.left, &head[kLeftAt]);
  put_row_head(change.right, &head[kRightAt]);
  SpilledRecords& run = runs_.back();
  const std::uint64_t before = run.waiting_bytes();
  run.append({head, change.left.row.bytes, change.left.row.spelled, change.right.row.bytes,
              change.right.row.spelled});
  waiting_bytes_ += run.waiting_bytes() - before;
  if (waiting_bytes_ <= memory_bytes_) return {};
  for (SpilledRecords& each : runs_) {
    if (auto flushed = each.flush(); !flushed) return flushed;
  }
  waiting_bytes_ = 0;
  return {};
}

Result<void> SortedRuns::merge_into(ChangeSink& sink) const {
  std::vector<SpilledRecords::Reader> readers(runs_.begin(), runs_.end());
  std::vector<ByteView> records(readers.size());
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  const auto advance = [&](std::size_t run) -> Result<void> {
    const auto record = readers[run].next();
    if (!record) return failure(record.error());
    if (!*record) return {};
    records[run] = **record;
    const Change change = change_of(**record);
    heads.push({change.kind == Change::Kind::added, change.row().order.value_or(0), run});
    return {};
  };
  for (std::size_t run = 0; run < readers.size(); ++run) {
    if (auto advanced = advance(run); !advanced) return advanced;
  }
  while (!heads.empty()) {
    const std::size_t run = heads.top().run;
    heads.pop();
    if (auto taken = sink.take(change_of(records[run])); !taken) return taken;
    if (auto advanced = advance(run); !advanced) return advanced;
  }
  return {};
}

}  // namespace peel::reconcile
