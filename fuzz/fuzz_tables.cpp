// Tables beside a std::map that does the same. The input is a small program: which table, how good its hash
// function is, then keys to store, erase and look up. Summaries are so small that they mislead often; still a
// table that calls itself verified reads one bucket for any key.
#include "peel/tables/cuckoo_table.hpp"
#include "peel/tables/known_summary.hpp"
#include "peel/tables/song_table.hpp"
#include "peel/tables/summarised_table.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

constexpr std::uint64_t kKeys = 64;

// Tells no more than `classes` keys apart.
struct CoarseHash {
  std::uint64_t classes;
  KeyHash operator()(std::uint64_t key) const {
    static const KeyHasher kHasher(HashFamily::fast, Seed(1));
    return kHasher(key % classes);
  }
};

using Cuckoo = CuckooTable<std::uint64_t, std::uint64_t, CoarseHash>;
using Song = SongTable<std::uint64_t, std::uint64_t, CoarseHash>;
using Summarised = SummarisedTable<std::uint64_t, std::uint64_t, CoarseHash>;

bool store(Cuckoo& table, std::uint64_t key, std::uint64_t value) {
  return table.insert_or_assign(key, value);
}
template <class Table>
bool store(Table& table, std::uint64_t key, std::uint64_t value) {
  return table.insert_or_assign(key, value).outcome != Stored::replaced;
}

bool erase(Song& table, std::uint64_t key) {
  return table.erase(key).outcome == Erased::erased;
}
template <class Table>
bool erase(Table& table, std::uint64_t key) {
  return table.erase(key);
}

// What only some tables can do.
void tidy(Cuckoo& table) {
  table.reserve(ItemCount(table.size().value + 9));
}
void tidy(Song& table) {
  table.relieve();
}
void tidy(Summarised& table) {
  table.verify();
  fuzz::claim(table.verified(), "what was verified says so");
}

void claim_few_reads(Summarised& table, std::uint64_t key) {
  if (!table.verified()) return;
  LookupCounts counts;
  std::as_const(table).find(key, counts);
  fuzz::claim(counts.reads <= 1, "a verified table reads one bucket");
}
template <class Table>
void claim_few_reads(Table&, std::uint64_t) {}

std::array<const std::uint64_t*, kKeys> find_all(Song& table) {
  std::array<const std::uint64_t*, kKeys> values{};
  for (std::uint64_t key = 0; key < kKeys; ++key) values[key] = table.find(key);
  return values;
}
template <class Table>
std::array<const std::uint64_t*, kKeys> find_all(Table& table) {
  std::array<std::uint64_t, kKeys> keys{};
  for (std::uint64_t key = 0; key < kKeys; ++key) keys[key] = key;
  std::array<const std::uint64_t*, kKeys> values{};
  table.find(std::span<const std::uint64_t>(keys), std::span<const std::uint64_t*>(values));
  return values;
}

template <class Table>
void claim_like(Table& table, const std::map<std::uint64_t, std::uint64_t>& model) {
  fuzz::claim(table.size().value == model.size(), "as many keys as in the model");
  const auto found = find_all(table);
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    const auto expected = model.find(key);
    fuzz::claim((found[key] != nullptr) == (expected != model.end()), "the keys of the model, and no others");
    fuzz::claim(found[key] == nullptr || *found[key] == expected->second, "with their values");
    claim_few_reads(table, key);
  }
}

template <class Table>
void run(Table table, Script& script) {
  std::map<std::uint64_t, std::uint64_t> model;
  for (std::uint64_t value = 0; !script.ended(); ++value) {
    const std::uint64_t operation = script.below(16), key = script.below(kKeys);
    if (operation < 9) {
      fuzz::claim(store(table, key, value) == !model.contains(key), "a key is new once");
      model[key] = value;
    } else if (operation < 14) {
      fuzz::claim(erase(table, key) == (model.erase(key) == 1), "what is there can be erased");
    } else if (operation == 14) {
      tidy(table);
    } else {
      claim_like(table, model);
    }
    claim_few_reads(table, key);
  }
  claim_like(table, model);
}

template <class Summary>
std::unique_ptr<TableSummary> owned(Result<Summary> summary) {
  fuzz::claim(summary.has_value(), "every summary in these ranges exists");
  return std::make_unique<Summary>(std::move(*summary));
}

SingleFilterShape cells(Script& script, CellPacking packing) {
  return *SingleFilterShape::from({.cells = CellCount(3 * (1 + script.below(60))),
                                   .hashes = HashCount(3),
                                   .sub_tables = SegmentCount(3),
                                   .packing = packing});
}

std::vector<FilterShape> filters(Script& script, BitWidth cell_bits) {
  std::vector<FilterShape> shapes;
  shapes.reserve(3);
  for (int i = 0; i < 3; ++i) {
    shapes.push_back(*FilterShape::from({.layout = FilterLayout::classic,
                                         .cells = CellCount(1 + script.below(200)),
                                         .hashes = HashCount(2),
                                         .cell_bits = cell_bits}));
  }
  return shapes;
}

std::unique_ptr<TableSummary> read_summary(Script& script) {
  switch (script.below(6)) {
    case 0:
      return owned(InterpolationSummary::make(BitWidth(8), ItemCount(script.below(9))));
    case 1:
      return owned(SingleFilterSummary::make(cells(script, CellPacking::six_values)));
    case 2:
      return owned(SingleFilterSummary::make(cells(script, CellPacking::three_bits)));
    case 3:
      return owned(CountingSingleFilterSummary::make(cells(script, CellPacking::counters)));
    case 4:
      return owned(MultipleFilterSummary::make(filters(script, BitWidth(1))));
    default:
      return owned(CountingMultipleFilterSummary::make(filters(script, BitWidth(kCountingCellBits))));
  }
}

void run_summarised(Script& script, CoarseHash hash) {
  auto summary = read_summary(script);
  const bool is_lazy = !summary->can_forget() || script.below(2) == 0;
  const Deletions deletions = is_lazy ? Deletions{DeletionRule::lazy, ItemCount(2 + script.below(20))}
                                      : Deletions{DeletionRule::counting, ItemCount(0)};
  const auto shape =
      MultilevelShape::from({.buckets = {BucketCount(1 + script.below(60)), BucketCount(9), BucketCount(4)},
                             .slots = SlotCount(1 + script.below(4))});
  auto table = Summarised::make(*shape, hash, std::move(summary), deletions);
  fuzz::claim(table.has_value(), "every table in these ranges exists");
  run(std::move(*table), script);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, std::min<std::size_t>(size, 192))));
  const std::uint64_t which = script.below(4);
  const CoarseHash hash{1 + script.number(1)};
  if (which == 0) {
    run(Cuckoo(hash), script);
  } else if (which == 1) {
    auto table = Song::make(
        {.buckets = BucketCount(1 + script.below(100)), .hashes = HashCount(1 + script.below(10))}, hash);
    run(std::move(*table), script);
  } else {
    run_summarised(script, hash);
  }
  return 0;
}
