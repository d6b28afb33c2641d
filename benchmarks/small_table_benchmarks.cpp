// The smallest tables for a thousand keys: what their receiver does. docs/theory/compact-tables.md sets these
// times beside those of a sketch of sums of powers.
#include "peel/analysis/listing_failure.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "iblt_bench.hpp"
#include "iblt_benchmarks.hpp"

#include <memory>

namespace peel::bench {

namespace {

constexpr std::uint64_t kKeys = 1'000;

struct Smallest {
  std::uint64_t hashes;
  double failure;
  const char* name;
};

struct SentTable : IbltBench {
  explicit SentTable(const IbltShape& smallest) : IbltBench(smallest, kKeys), sent(*wire::encode(full)) {}
  double read_and_list() {
    return timed([&] { keep(wire::decode_iblt(sent)->consume().inserted.size()); });
  }

  Bytes sent;
};

std::unique_ptr<SentTable> table_of(const Smallest& smallest) {
  const HashCount hashes(smallest.hashes);
  const SegmentCount sub_tables(smallest.hashes);
  return std::make_unique<SentTable>(*IbltShape::from(
      {.cells = analysis::fewest_cells(ItemCount(kKeys), hashes, sub_tables, *Rate::from(smallest.failure)),
       .hashes = hashes,
       .check_bits = BitWidth(24)}));
}

void add_table(Suite& suite, const Smallest& smallest) {
  const Lazy<SentTable> table([=] { return table_of(smallest); });
  const std::string tail = std::string(", ") + smallest.name + ", 10^3";
  const auto limit = [table] { return table->limit_update(); };
  suite.add({"list" + tail, kKeys, [table] { return table->list(); }, limit});
  suite.add({"read compact and list" + tail, kKeys, [table] { return table->read_and_list(); }, limit});
}

}  // namespace

void add_small_table_benchmarks(Suite& suite) {
  for (const Smallest& smallest :
       {Smallest{3, 1e-2, "smallest for 1e-2 (k=3)"}, Smallest{4, 1e-4, "smallest for 1e-4 (k=4)"}}) {
    suite.group([=](Suite& s) { add_table(s, smallest); });
  }
}

}  // namespace peel::bench
