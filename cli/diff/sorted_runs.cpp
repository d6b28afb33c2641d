#include "cli/diff/sorted_runs.hpp"

#include <array>
#include <functional>
#include <queue>
#include <tuple>

namespace peel::cli {

namespace {

using reconcile::RowChange;

constexpr std::size_t kKindAt = 0;
constexpr std::size_t kRunOrderAt = 1;
constexpr std::size_t kCountAt = 9;
constexpr std::size_t kLeftAt = 17;   // three sizes of the left row: its bytes, its key, its spelling
constexpr std::size_t kRightAt = 41;  // and of the right one
constexpr std::size_t kRowsAt = 65;   // the bytes of both

void put_sizes(const rows::CanonicalRow& row, std::byte* to) {
  store_le(to, row.bytes.size());
  store_le(to + 8, row.key_size);
  store_le(to + 16, row.spelled.size());
}

// Takes the row from the front of `rest`.
rows::CanonicalRow take_row(const std::byte* sizes, ByteView& rest) {
  const std::size_t size = load_le(sizes);
  const std::size_t spelled_size = load_le(sizes + 16);
  const rows::CanonicalRow row = {rest.first(size), load_le(sizes + 8), rest.subspan(size, spelled_size)};
  rest = rest.subspan(size + spelled_size);
  return row;
}

RowChange change_of(ByteView record) {
  ByteView rest = record.subspan(kRowsAt);
  RowChange change;
  change.kind = static_cast<RowChange::Kind>(record[kKindAt]);
  change.left = take_row(&record[kLeftAt], rest);
  change.right = take_row(&record[kRightAt], rest);
  change.count = load_le(&record[kCountAt]);
  change.order = load_le(&record[kRunOrderAt]);
  return change;
}

// The next change of a run, by its place in the order of all: left rows first.
struct Head {
  bool is_added;
  reconcile::RowOrder order;
  std::size_t run;

  friend auto operator<=>(const Head&, const Head&) = default;
};

}  // namespace

Result<void> SortedRuns::take(const RowChange& change) {
  std::array<std::byte, kRowsAt> head;
  head[kKindAt] = static_cast<std::byte>(change.kind);
  store_le(&head[kRunOrderAt], change.order);
  store_le(&head[kCountAt], change.count);
  put_sizes(change.left, &head[kLeftAt]);
  put_sizes(change.right, &head[kRightAt]);
  SpilledRecords& run = runs_.back();
  const std::uint64_t before = run.waiting_bytes();
  run.append({head, change.left.bytes, change.left.spelled, change.right.bytes, change.right.spelled});
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
    const RowChange change = change_of(**record);
    heads.push({change.kind == RowChange::Kind::added, change.order, run});
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

}  // namespace peel::cli
