// reconcile: what differs between two data sets, at the cost of the difference where that can be, and in any
// order of their rows. Two sources that can both be read need no size from the caller:
//
//   in step   equal rows at the same place are passed over; if that works to the end, it is all
//   sketch    both sides fill a table of row digests at the same time, and the difference of the tables is
//             listed. A second pass fetches the rows in question; by key, where the source has an index
//   exact     every row against every other, spilled beyond the memory allowed: for small data, and for
//             differences that are a large share of it
//
// A sketch takes the place of either side, or of both. It lists as much as it has room for.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"

#include <cstdint>

namespace peel::reconcile {

struct Options {
  Method method = Method::automatic;  // or sketch, or exact; of two sources that can be read
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  // A fresh one for each comparison, that nobody else knows: whoever writes a source could otherwise choose
  // rows that hide each other.
  Seed seed = {};
  // Where rows wait that do not fit into memory. Without one, a comparison that needs it fails with
  // `limit_exceeded`.
  Spill* spill = nullptr;
};

// Hands every change to the sink: what turns a row of the left side into one of the right side. Whatever was
// listed is checked against the rows that are then found, so a wrong listing is never believed. Fails if a
// side cannot be read or summarised, or as the watch and the sink do. A difference that could not be found
// completely is no failure: the report says so.
Result<Report> reconcile(Endpoint& left, Endpoint& right, const Terms& terms, const Options& options,
                         ChangeSink& sink, Watch& watch);

}  // namespace peel::reconcile
