// What peel inspect says of parts that several kinds of files have.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"
#include "peel/core/counted_part.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/placement.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include "cli/inspect/inspection.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace peel::cli {

// The beginning: kind, version, and hashing where a kind has any.
void say_head(const std::string& kind, const PeelFile& file, Inspection& seen);
// The same with a row behind the kind that says what was read.
void say_head(const std::string& kind, const std::string& source, const PeelFile& file, Inspection& seen);
// The same for structures that count, whose JSON goes on with size and checksum.
void say_counting_head(const std::string& kind, const PeelFile& file, Inspection& seen);

// An estimate must stay below this to be a number of items.
inline constexpr double kMostItems = 1e18;
std::uint64_t rounded_items(double items);

// Cells that are not all zeros.
std::uint64_t cells_in_use(std::span<const std::uint64_t> words, unsigned cell_words);
std::uint64_t cells_in_use(const Iblt& table);

// Says for example "field 2 between ',' of each".
std::string part_in_words(const CountedPart& part);
Json part_as_json(const CountedPart& part);
std::string placement_in_words(const Placement& placement);
std::string layout_in_words(const FilterShape& shape);
std::string hashes_in_words(HashCount hashes);
std::string items_in_words(const analysis::ItemEstimate& items);
std::string strata_in_words(const StrataEstimator& strata);
Json strata_as_json(const StrataEstimator& strata);
std::string estimate_in_words(const StrataEstimate& estimate);
Json estimate_as_json(const StrataEstimate& estimate);

// What a sketch stands for.
std::string source_in_words(const SketchDescription& description, std::int64_t rows);
Json description_as_json(const SketchDescription& description, std::int64_t rows);
// The end: what is listed. Nobody can have filled cells honestly that are malformed: that is trouble.
void say_listing(const Listing& listing, Inspection& seen);

}  // namespace peel::cli
