#include "reconcile/exact/exact_comparison.hpp"

#include "reconcile/exact/sorted_runs.hpp"

#include <array>

namespace peel::reconcile {

namespace {

constexpr std::uint64_t kPartitions = 64;
constexpr unsigned kMostDepth = 3;  // 64^4 partitions: what still does not fit is one key

// What comparing such records takes at its worst: themselves, their bytes in a tally that grows by doubling,
// and for each an entry, its slots, its key's group and its change.
std::uint64_t tally_bytes(std::uint64_t records, std::uint64_t bytes) {
  constexpr std::uint64_t kForEach = 500;
  constexpr std::uint64_t kTimesItsBytes = 4;
  return kForEach * records + kTimesItsBytes * bytes;
}

constexpr std::size_t kSideAt = 0;
constexpr std::size_t kOrderAt = 1;
constexpr std::size_t kKeySizeAt = 9;
constexpr std::size_t kRowSizeAt = 17;
constexpr std::size_t kRowAt = 25;  // and behind it the row as it is spelled

struct RowRecord {
  Side side;
  RowOrder order;
  rows::CanonicalRow row;
};

RowRecord row_of(ByteView record) {
  const std::uint64_t size = load_le(&record[kRowSizeAt]);
  return {static_cast<Side>(record[kSideAt]),
          load_le(&record[kOrderAt]),
          {record.subspan(kRowAt, size), load_le(&record[kKeySizeAt]), record.subspan(kRowAt + size)}};
}

Result<RowTally> tallied(const SpilledRecords& records, Seed seed) {
  RowTally tally(seed);
  SpilledRecords::Reader reader(records);
  for (;;) {
    const auto record = reader.next();
    if (!record) return failure(record.error());
    if (!*record) return tally;
    const RowRecord row = row_of(**record);
    tally.add(row.side, row.row, row.order);
  }
}

// Asks from time to time whether changes may still be handed on.
class WatchedSink : public ChangeSink {
 public:
  WatchedSink(ChangeSink& sink, const Watch& watch, const std::string& name)
      : sink_(sink), watch_(watch), name_(name) {}

  Result<void> take(const Change& change) override {
    if (taken_++ % kChangesPerAnswer == 0) {
      if (auto going = watch_.may_go_on(name_); !going) return going;
    }
    return sink_.take(change);
  }

 private:
  static constexpr std::uint64_t kChangesPerAnswer = 1024;
  ChangeSink& sink_;
  const Watch& watch_;
  const std::string& name_;
  std::uint64_t taken_ = 0;
};

std::vector<SpilledRecords> empty_partitions(Spill& spill) {
  std::vector<SpilledRecords> partitions;
  partitions.reserve(kPartitions);
  for (std::uint64_t i = 0; i < kPartitions; ++i) partitions.emplace_back(spill);
  return partitions;
}

}  // namespace

ExactComparison::ExactComparison(std::string name, std::uint64_t memory_bytes, Seed seed, Spill& spill,
                                 unsigned depth)
    : name_(std::move(name)),
      memory_bytes_(memory_bytes),
      seed_(seed),
      spill_(spill),
      depth_(depth),
      hasher_(HashFamily::fast, seed.derive(depth + 1)),
      partitions_(empty_partitions(spill)) {}

Result<void> ExactComparison::add(Side side, const rows::CanonicalRow& row, RowOrder order) {
  std::array<std::byte, kRowAt> head;
  head[kSideAt] = static_cast<std::byte>(side);
  store_le(&head[kOrderAt], order);
  store_le(&head[kKeySizeAt], row.key_size);
  store_le(&head[kRowSizeAt], row.bytes.size());
  return add_record(row.key(), {head, row.bytes, row.spelled});
}

Result<void> ExactComparison::add_record(ByteView key, std::initializer_list<ByteView> parts) {
  SpilledRecords& partition = partitions_[hasher_(key).low % kPartitions];
  const std::uint64_t before = partition.waiting_bytes();
  partition.append(parts);
  waiting_bytes_ += partition.waiting_bytes() - before;
  ++waiting_records_;
  return tally_bytes(waiting_records_, waiting_bytes_) > memory_bytes_ ? spill() : Result<void>();
}

Result<void> ExactComparison::spill() {
  for (SpilledRecords& partition : partitions_) {
    if (auto flushed = partition.flush(); !flushed) return flushed;
  }
  spilled_bytes_ += waiting_bytes_;
  waiting_bytes_ = 0;
  waiting_records_ = 0;
  return {};
}

Result<void> ExactComparison::finish(ChangeSink& sink, const Watch& watch) {
  WatchedSink watched(sink, watch, name_);
  return spilled_bytes_ == 0 ? finish_in_memory(watched, watch) : finish_spilled(watched, watch);
}

Result<void> ExactComparison::finish_in_memory(ChangeSink& sink, const Watch& watch) {
  RowTally tally(seed_);
  for (SpilledRecords& partition : partitions_) {
    if (auto going = watch.may_go_on(name_); !going) return going;
    const auto part = tallied(partition, seed_);
    if (!part) return failure(part.error());
    tally.add(*part);
    partition = SpilledRecords(spill_);
  }
  return tally.hand_on(sink);
}

// Each partition gives its changes in order, and they are merged.
Result<void> ExactComparison::finish_spilled(ChangeSink& sink, const Watch& watch) {
  SortedRuns runs(memory_bytes_ / 4, spill_);
  for (SpilledRecords& partition : partitions_) {
    runs.begin_run();
    if (auto compared = compare(partition, runs, watch); !compared) return compared;
    partition = SpilledRecords(spill_);
  }
  return runs.merge_into(sink);
}

Result<void> ExactComparison::compare(SpilledRecords& partition, ChangeSink& sink, const Watch& watch) {
  if (auto going = watch.may_go_on(name_); !going) return going;
  if (tally_bytes(partition.records(), partition.bytes()) > memory_bytes_ && depth_ < kMostDepth) {
    return compare_in_parts(partition, sink, watch);
  }
  const auto tally = tallied(partition, seed_);
  if (!tally) return failure(tally.error());
  return tally->hand_on(sink);
}

Result<void> ExactComparison::compare_in_parts(SpilledRecords& partition, ChangeSink& sink,
                                               const Watch& watch) {
  ExactComparison parts(name_, memory_bytes_, seed_, spill_, depth_ + 1);
  SpilledRecords::Reader reader(partition);
  for (;;) {
    const auto record = reader.next();
    if (!record) return failure(record.error());
    if (!*record) break;
    if (auto added = parts.add_record(row_of(**record).row.key(), {**record}); !added) return added;
  }
  return parts.finish(sink, watch);
}

}  // namespace peel::reconcile
