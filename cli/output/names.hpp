// Names of the library's choices, as --json prints them; in_words makes them readable.
#pragma once

#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/placement.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/invertible/strata_estimator.hpp"
#include "peel/wire/iblt_codec.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

std::string_view name_of(HashFamily family);
std::string_view name_of(PlacementKind placement);
std::string_view name_of(CellArithmetic arithmetic);
std::string_view name_of(CellChecks checks);
std::string_view name_of(wire::IbltForm form);
std::string_view name_of(ListingOutcome outcome);
std::string_view name_of(SketchDescription::Items items);
std::string_view name_of(StrataEstimate::Basis basis);
std::vector<std::string_view> names_of(const IbltFaults& faults);

// With spaces for underscores.
std::string in_words(std::string_view name);

}  // namespace peel::cli
