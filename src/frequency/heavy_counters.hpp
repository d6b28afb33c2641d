// What HeavyHitters and HeavyTexts share, beside the table: making room, uniting, decay, the threshold of n /
// k.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/uint128.hpp"
#include "peel/frequency/counter_table.hpp"
#include "peel/frequency/heavy_hitters.hpp"

#include "frequency/cells.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace peel {

// For a table that is too full: more memory, up to what the capacity asks for, or an amount off all counters.
// Returns the amount.
std::uint64_t make_room(detail::CounterTable& table, ItemCount capacity);

// Counters of two summaries as those of one: what both have is added up, and where that are more than there
// is room for, as little is taken off all of them as makes them fit. Counter has a key and a count.
template <class Counter>
struct United {
  std::vector<Counter> counters;  // by key
  std::uint64_t taken_off = 0;
};

template <class Counter>
United<Counter> united(std::vector<Counter> all, ItemCount room) {
  std::ranges::sort(all, {}, &Counter::key);
  std::vector<Counter> sums;
  for (const Counter& counter : all) {
    if (!sums.empty() && sums.back().key == counter.key) {
      sums.back().count = raised(sums.back().count, counter.count);
    } else {
      sums.push_back(counter);
    }
  }
  if (sums.size() <= room.value) return {std::move(sums), 0};
  std::vector<std::uint64_t> counts(sums.size());
  std::ranges::transform(sums, counts.begin(), &Counter::count);
  const auto next = counts.begin() + static_cast<std::ptrdiff_t>(room.value);
  std::ranges::nth_element(counts, next, std::greater());
  const std::uint64_t amount = *next;
  std::erase_if(sums, [amount](const Counter& counter) { return counter.count <= amount; });
  for (Counter& counter : sums) counter.count -= amount;
  return {std::move(sums), amount};
}

// The total divided by k, rounded up.
CopyCount heavy_threshold(CopyCount total, ItemCount k);

struct Certainty {
  CopyCount total;
  CopyCount error;
};
// Changes the counters, and returns total and error behind it.
[[nodiscard]] Result<Certainty> decayed(detail::CounterTable& table, Certainty before, Decay decay);

// Fails with `malformed` if no stream can have led to such.
[[nodiscard]] Result<void> check_sum(Uint128 counters, Certainty certainty);

}  // namespace peel
