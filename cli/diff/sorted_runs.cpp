#include "cli/diff/sorted_runs.hpp"

#include <array>
#include <functional>
#include <queue>
#include <tuple>

namespace peel::cli {

namespace {

using reconcile::RowChange;

constexpr std::size_t kKindAt = 0;
constexpr std::size_t kOrderAt = 1;
constexpr std::size_t kCountAt = 9;
constexpr std::size_t kLeftSizeAt = 17;
constexpr std::size_t kLeftKeyAt = 25;
constexpr std::size_t kRightKeyAt = 33;
constexpr std::size_t kRowsAt = 41;

RowChange change_of(ByteView record) {
  const std::size_t left_size = load_le(&record[kLeftSizeAt]);
  const ByteView rows = record.subspan(kRowsAt);
  return {static_cast<RowChange::Kind>(record[kKindAt]),
          {rows.first(left_size), load_le(&record[kLeftKeyAt])},
          {rows.subspan(left_size), load_le(&record[kRightKeyAt])},
          load_le(&record[kCountAt]),
          load_le(&record[kOrderAt])};
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
  store_le(&head[kOrderAt], change.order);
  store_le(&head[kCountAt], change.count);
  store_le(&head[kLeftSizeAt], change.left.bytes.size());
  store_le(&head[kLeftKeyAt], change.left.key_size);
  store_le(&head[kRightKeyAt], change.right.key_size);
  SpilledRecords& run = runs_.back();
  const std::uint64_t before = run.waiting_bytes();
  run.append({head, change.left.bytes, change.right.bytes});
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
