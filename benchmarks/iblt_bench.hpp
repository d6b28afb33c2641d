// What all benchmarks of one table share: random keys, an empty and a full table, and the limit's own memory.
#pragma once

#include "peel/invertible/iblt.hpp"

#include "harness.hpp"
#include "iblt_limits.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace peel::bench {

inline std::string power_of_ten(std::uint64_t n) {
  int exponent = 0;
  for (; n >= 10; n /= 10) ++exponent;
  return "10^" + std::to_string(exponent);
}

struct IbltBench {
  IbltBench(const IbltShape& table_shape, std::uint64_t key_count)
      : width(table_shape.key_width().value),
        keys(key_count * width),
        shape(table_shape),
        empty(shape, HashFamily::fast, Seed(1)),
        full(empty),
        scratch(empty),
        traffic(shape.placement(), shape.cell_words()),
        other_traffic(traffic),
        answers(key_count) {
    std::uint64_t state = key_count;
    for (std::size_t at = 0; at < keys.size(); at += 8) {
      store_le(&keys[at], scramble(state += kGolden), std::min<std::size_t>(8, keys.size() - at));
    }
    (void)full.insert(PackedPairs{keys});
  }

  ByteView key(std::size_t i) const { return ByteView(keys).subspan(i * width, width); }
  double insert_batched() {
    return timed([&] { (void)scratch.insert(PackedPairs{keys}); });
  }
  // Listing destroys, so it is given a copy, made outside the timed part.
  double list() {
    scratch = full;
    return timed([&] { keep(scratch.consume().inserted.size()); });
  }
  double limit_update() {
    return timed([&] { traffic.update(keys, width); });
  }
  double limit_read() {
    return timed([&] { keep(traffic.read(keys, width)); });
  }

  std::size_t width;
  Bytes keys;
  IbltShape shape;
  Iblt empty, full, scratch;
  CellTraffic traffic, other_traffic;
  std::vector<Lookup> answers;
};

}  // namespace peel::bench
