// Counters of heavy hitters in numbers: how far they are off at most, and how many of them a goal needs.
//
// With room for C keys, a purge leaves r = heavy_kept(C) counters at most, and takes its amount off r + 1 or
// more. What is taken off, came: so (r + 1) * error plus all counters together is at most n, the number of
// copies [Misra, Gries 1982; Agarwal et al. 2013, Thm 2]. docs/design/0016-heavy-hitters.md
#pragma once

#include "peel/core/types.hpp"

namespace peel::analysis {

// The most counters that a purge leaves: three quarters of the room, rounded up.
ItemCount heavy_kept(ItemCount capacity);

// The error of a stream of so many copies is at most this: n / (r + 1).
CopyCount heavy_error_bound(ItemCount capacity, CopyCount total);

// All copies but those of some keys, for instance of the most frequent.
struct RestOfStream {
  CopyCount copies;
  ItemCount without;  // how many keys were left out, at most heavy_kept
};
// The error is at most this too, whatever keys are left out: rest / (r + 1 - without). In streams where few
// keys make up most of the copies it is far less.
CopyCount heavy_error_bound(ItemCount capacity, RestOfStream rest);

// The smallest capacity whose error is at most epsilon * n. With it, heavy(k) lists none that came less than
// (1 / k - epsilon) * n times; if epsilon is less than 1 / k, it lists every key that came n / k times.
ItemCount heavy_capacity_for(Rate epsilon);
// The smallest capacity with which heavy(k) lists every key that came n / k times, whatever came: its error
// is less than n / k. At least 1, and right for k up to 2^61.
ItemCount heavy_capacity_for(ItemCount k);
// The way back: error <= epsilon * n.
double heavy_epsilon(ItemCount capacity);

}  // namespace peel::analysis
