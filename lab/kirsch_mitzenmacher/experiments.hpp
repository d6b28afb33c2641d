// The experiments of [Kirsch, Mitzenmacher]: multilevel tables and their summaries.
#pragma once

#include "lab/experiment.hpp"

#include <span>

namespace peel::lab::kirsch_mitzenmacher {

std::span<const Experiment> experiments();

Outcome table_1a(const RunOptions& options);
Outcome table_1b(const RunOptions& options);
Outcome filters_of_100k(const RunOptions& options);
Outcome interpolation(const RunOptions& options);

Outcome crisis(const RunOptions& options);
Outcome small_table_crises(const RunOptions& options);
Outcome crisis_by_slots(const RunOptions& options);
Outcome skew(const RunOptions& options);
Outcome division(const RunOptions& options);

Outcome single_filter_hashes(const RunOptions& options);
Outcome single_filter_cells(const RunOptions& options);
Outcome million_of_table_1(const RunOptions& options);
Outcome million_of_variant(const RunOptions& options);
Outcome calculator(const RunOptions& options);

Outcome song(const RunOptions& options);

// What the paper leaves to later work.
Outcome turnover(const RunOptions& options);
Outcome turnover_crises(const RunOptions& options);
Outcome misled_by_turnover(const RunOptions& options);
Outcome buckets(const RunOptions& options);
Outcome plans(const RunOptions& options);

}  // namespace peel::lab::kirsch_mitzenmacher
