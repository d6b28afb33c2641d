// From the items that come to a sub-table to those that it passes on: their distribution, in three ways.
#pragma once

#include "peel/analysis/multilevel.hpp"
#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/types.hpp"

#include <cstdint>

namespace peel::analysis {

struct SubTableShape {
  BucketCount buckets;
  SlotCount slots;
};

// What is less probable than this is cut off.
struct Cut {
  double below = kLeastCrisis * 1e-10;
};

enum class PassedBy : std::uint8_t { occupancy, independent_buckets, normal };

struct PassedOn {
  ItemDistribution distribution;
  PassedBy by;
};

// By occupancy if buckets have one slot and the effort suffices; as a normal number if it is large; else as
// independent buckets.
PassedOn passed_on(const ItemDistribution& arrivals, const SubTableShape& table, ForecastEffort effort);

// The same, each way for itself. One slot: the number of occupied buckets is a Markov chain.
ItemDistribution passed_by_occupancy(const ItemDistribution& arrivals, BucketCount buckets, Cut cut = {});
// As if buckets did not share their items: the mean is right, the spread never too small.
ItemDistribution passed_by_independent_buckets(const ItemDistribution& arrivals, const SubTableShape& table,
                                               Cut cut = {});
// Mean and variance are right, but for terms of higher order.
ItemDistribution passed_as_normal(const ItemDistribution& arrivals, const SubTableShape& table, Cut cut = {});

}  // namespace peel::analysis
