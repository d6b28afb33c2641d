// What peel inspect says of parts that several kinds of files have.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/placement.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include "cli/output/json.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace peel::cli {

// Cells that are not all zeros.
std::uint64_t cells_in_use(std::span<const std::uint64_t> words, unsigned cell_words);
std::uint64_t cells_in_use(const Iblt& table);

std::string digits_of(Seed seed);
// As in "field 2 between ',' of each".
std::string part_in_words(const CountedPart& part);
Json part_as_json(const CountedPart& part);
std::string placement_in_words(const Placement& placement);
std::string strata_in_words(const StrataEstimator& strata);
std::string estimate_in_words(const StrataEstimate& estimate);
Json strata_as_json(const StrataEstimator& strata);
Json estimate_as_json(const StrataEstimate& estimate);

}  // namespace peel::cli
