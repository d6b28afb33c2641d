// Summaries of all kinds beside std::map. The input is a small program: sizes, then keys to note, to forget
// and to ask for. Every summary is given the same keys; those that cannot forget keep what was noted.
#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

constexpr std::uint64_t kKeys = 32;

KeyHash hash_of(std::uint64_t key) {
  static const KeyHasher kHasher(HashFamily::fast, Seed(1));
  return kHasher(key);
}

template <class Summary>
std::unique_ptr<TableSummary> owned(Result<Summary> summary) {
  fuzz::claim(summary.has_value(), "every summary in these ranges exists");
  return std::make_unique<Summary>(std::move(*summary));
}

SingleFilterShape read_single(Script& script, std::uint64_t sub_tables, CellPacking packing) {
  const std::uint64_t hashes = 1 + script.below(20), group = 1 + script.below(40);
  const auto shape = SingleFilterShape::from({.cells = CellCount(hashes * group),
                                              .hashes = HashCount(hashes),
                                              .sub_tables = SegmentCount(sub_tables),
                                              .packing = packing});
  fuzz::claim(shape.has_value(), "every shape in these ranges exists");
  return *shape;
}

std::vector<FilterShape> read_filters(Script& script, std::uint64_t sub_tables, BitWidth bits) {
  std::vector<FilterShape> shapes;
  for (std::uint64_t j = 0; j < sub_tables; ++j) {
    const FilterLayout layout = kFilterLayouts[script.below(3)];
    const std::uint64_t blocks = 1 + script.below(layout == FilterLayout::classic ? 200 : 8);
    const auto shape = FilterShape::from({.layout = layout,
                                          .cells = CellCount(blocks * cells_in_block(layout, bits)),
                                          .hashes = HashCount(1 + script.below(20)),
                                          .cell_bits = bits});
    fuzz::claim(shape.has_value(), "every shape in these ranges exists");
    shapes.push_back(*shape);
  }
  return shapes;
}

std::vector<std::unique_ptr<TableSummary>> read_summaries(Script& script, std::uint64_t sub_tables) {
  std::vector<std::unique_ptr<TableSummary>> all;
  all.push_back(
      owned(InterpolationSummary::make(BitWidth(8 + script.below(54)), ItemCount(script.below(9)))));
  for (const CellPacking packing : {CellPacking::six_values, CellPacking::three_bits})
    all.push_back(owned(SingleFilterSummary::make(read_single(script, sub_tables, packing))));
  all.push_back(
      owned(CountingSingleFilterSummary::make(read_single(script, sub_tables, CellPacking::counters))));
  all.push_back(owned(MultipleFilterSummary::make(read_filters(script, sub_tables, BitWidth(1)))));
  all.push_back(owned(CountingMultipleFilterSummary::make(read_filters(script, sub_tables, BitWidth(4)))));
  return all;
}

std::uint64_t saturated(const TableSummary& summary) {
  if (const auto* const single = dynamic_cast<const CountingSingleFilterSummary*>(&summary))
    return single->saturated().value;
  std::uint64_t count = 0;
  if (const auto* const several = dynamic_cast<const CountingMultipleFilterSummary*>(&summary)) {
    for (const CountingBloomFilter& filter : several->filters()) count += filter.saturated().value;
  }
  return count;
}

std::vector<Level> all_answers(const TableSummary& summary) {
  std::vector<KeyHash> hashes;
  std::vector<Level> levels(kKeys);
  for (std::uint64_t key = 0; key < kKeys; ++key) hashes.push_back(hash_of(key));
  summary.where(hashes, levels);
  for (std::uint64_t key = 0; key < kKeys; ++key)
    fuzz::claim(levels[key] == summary.where(hashes[key]), "batches answer as single keys do");
  return levels;
}

// A summary and the keys that it knows.
class Subject {
 public:
  explicit Subject(std::unique_ptr<TableSummary> summary) : summary_(std::move(summary)) {}

  void note(std::uint64_t key, Level level) {
    if (!noted_.emplace(key, level).second) return;
    summary_->note(hash_of(key), level);
  }

  // Of a key that was not noted only where that is plain: else the caller is to blame.
  void forget(std::uint64_t key, Level level) {
    const auto found = noted_.find(key);
    if (found == noted_.end()) {
      if (!summary_->where(hash_of(key)).is_none()) return;
      fuzz::claim(summary_->forget(hash_of(key), level) == Erased::was_absent, "what is in none is refused");
      return;
    }
    const Erased outcome = summary_->forget(hash_of(key), found->second);
    fuzz::claim((outcome == Erased::erased) == summary_->can_forget(), "what was noted can be forgotten");
    if (outcome == Erased::erased) noted_.erase(found);
  }

  // Noting a key and forgetting it again leaves every answer as it was.
  void there_and_back(std::uint64_t key, Level level) {
    if (!summary_->can_forget() || noted_.contains(key)) return;
    const std::vector<Level> before = all_answers(*summary_);
    const std::uint64_t saturated_before = saturated(*summary_);
    note(key, level);
    const bool restores = saturated(*summary_) == saturated_before;
    forget(key, level);
    fuzz::claim(!restores || all_answers(*summary_) == before, "forgetting undoes noting");
  }

  void become_a_clone() {
    const std::vector<Level> before = all_answers(*summary_);
    summary_ = summary_->clone();
    fuzz::claim(all_answers(*summary_) == before, "a clone answers as its model does");
  }

  void clear() {
    summary_->clear();
    noted_.clear();
    for (const Level level : all_answers(*summary_)) fuzz::claim(level.is_none(), "nothing is left");
  }

  void claim_promises() const {
    const std::vector<Level> answers = all_answers(*summary_);
    for (const auto& [key, level] : noted_)
      fuzz::claim(answers[key] >= level, "a noted key is never denied, nor said to be lower than it is");
  }

 private:
  std::unique_ptr<TableSummary> summary_;
  std::map<std::uint64_t, Level> noted_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, std::min<std::size_t>(size, 160))));
  const std::uint64_t sub_tables = 1 + script.below(5);
  std::vector<Subject> subjects;
  for (auto& summary : read_summaries(script, sub_tables)) subjects.emplace_back(std::move(summary));
  int slow = 0;  // operations that ask for all keys
  while (!script.ended()) {
    const std::uint64_t operation = script.below(8), key = script.below(kKeys);
    const Level level(1 + script.below(sub_tables));
    if (operation >= 5 && ++slow > 4) continue;
    for (Subject& subject : subjects) {
      switch (operation) {
        case 0:
        case 1:
        case 2:
          subject.note(key, level);
          break;
        case 3:
        case 4:
          subject.forget(key, level);
          break;
        case 5:
          subject.there_and_back(key, level);
          break;
        case 6:
          subject.become_a_clone();
          break;
        default:
          if (key % 8 == 0) subject.clear();
          subject.claim_promises();
      }
    }
  }
  for (const Subject& subject : subjects) subject.claim_promises();
  return 0;
}
