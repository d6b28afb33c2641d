// Two sources of rows compared, or a source and a sketch, or two sketches.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/sources/open.hpp"

#include "cli/diff/diff_options.hpp"
#include "cli/output/output.hpp"
#include "cli/status.hpp"

#include <memory>

namespace peel::cli {

// Those of the two sides that are sketches.
struct SketchedSides {
  std::unique_ptr<reconcile::SketchEndpoint> left = {};
  std::unique_ptr<reconcile::SketchEndpoint> right = {};

  const reconcile::SketchEndpoint* known() const { return left ? left.get() : right.get(); }
};

// Adds what mends it where two sketches do not combine.
Error with_remedy(const Error& error, const reconcile::Endpoint& left, const reconcile::Endpoint& right);

Result<Status> diff_rows(const DiffOptions& options, const DiffChoices& choices,
                         const sources::Argument& left, const sources::Argument& right,
                         SketchedSides sketches, Output& output);

}  // namespace peel::cli
