#include "summary_bench.hpp"

#include "peel/tables/multilevel_places.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>

namespace peel::bench {

namespace {

[[noreturn]] void give_up(const char* reason) {
  std::fprintf(stderr, "peel-bench: %s\n", reason);
  std::abort();
}

}  // namespace

SummaryBench::SummaryBench(const MultilevelShape& table, std::unique_ptr<TableSummary> summary,
                           ItemCount keys)
    : summary_(std::move(summary)), keys_(keys.value) {
  OccupancyTable occupied(table);
  occupancy_bits_ = static_cast<double>(table.total_slots().value) / static_cast<double>(keys_);
  std::vector<Level> levels(keys_);
  const std::uint64_t asked = std::min(keys_, kMostAsked), stride = keys_ / asked;
  for (std::uint64_t key = 0; key < keys_; ++key) {
    const KeyHash hash = hasher_(key);
    const auto place = occupied.first_free(hash, table);
    if (!place) give_up("a key found no place in the table");
    occupied.take(place->slot);
    levels[key] = place->level;
    summary_->note(hash, place->level);
    if (key % stride == 0 && hits_.size() < asked) {
      hits_.push_back(hash);
      hit_levels_.push_back(place->level);
    }
  }
  for (std::uint64_t key = keys_; key < keys_ + asked; ++key) misses_.push_back(hasher_(key));
  answers_.resize(asked);
  look_for_mistakes(levels);
}

void SummaryBench::ask(std::uint64_t first, ItemCount count) {
  std::vector<KeyHash> hashes;
  for (std::uint64_t i = 0; i < count.value; ++i) hashes.push_back(hasher_(first + i));
  summary_->where(hashes, std::span(answers_).first(count.value));
}

void SummaryBench::look_for_mistakes(const std::vector<Level>& levels) {
  for (std::uint64_t first = 0; first < keys_; first += answers_.size()) {
    const std::uint64_t count = std::min(answers_.size(), keys_ - first);
    ask(first, ItemCount(count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (answers_[i].is_none()) give_up("a summary denies a key that was noted");
      mistakes_.failures += answers_[i] != levels[first + i] ? 1U : 0U;
    }
  }
  std::uint64_t affirmed = 0;
  for (std::uint64_t first = 0; first < kAbsent; first += answers_.size()) {
    ask(keys_ + first, ItemCount(answers_.size()));
    for (const Level level : answers_) affirmed += level.is_none() ? 0U : 1U;
  }
  mistakes_.false_positives = static_cast<double>(affirmed) / kAbsent;
}

double SummaryBench::bits_per_key() const {
  return static_cast<double>(summary_->bytes()) * 8 / static_cast<double>(keys_);
}

double SummaryBench::batched(const std::vector<KeyHash>& hashes) {
  return timed([&] { summary_->where(hashes, answers_); });
}

double SummaryBench::one_by_one(const std::vector<KeyHash>& hashes) {
  return timed([&] {
    for (std::size_t i = 0; i < hashes.size(); ++i) answers_[i] = summary_->where(hashes[i]);
  });
}

double SummaryBench::note_hits() {
  return timed([&] {
    for (std::size_t i = 0; i < hits_.size(); ++i) summary_->note(hits_[i], hit_levels_[i]);
  });
}

double SummaryBench::forget_hits() {
  return timed([&] {
    for (std::size_t i = 0; i < hits_.size(); ++i) keep(summary_->forget(hits_[i], hit_levels_[i]));
  });
}

double SummaryBench::note() {
  if (summary_->can_forget()) forget_hits();
  return note_hits();
}

double SummaryBench::forget() {
  const double time = forget_hits();
  note_hits();
  return time;
}

}  // namespace peel::bench
