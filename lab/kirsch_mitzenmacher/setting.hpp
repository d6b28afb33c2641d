// The setting of the paper's section 8: its two multilevel tables, how they fill, and its summaries.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/analysis/multilevel.hpp"
#include "peel/analysis/single_filter_shape.hpp"
#include "peel/analysis/summary_failure.hpp"

#include "lab/experiment.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace peel::lab::kirsch_mitzenmacher {

// A table and how it fills with so many items.
struct ForecastTable {
  MultilevelShape shape;
  ItemCount items;
  analysis::MultilevelForecast forecast;

  analysis::FilledTable filled() const { return {shape, forecast}; }
};

MultilevelShape table_shape(const std::vector<std::uint64_t>& buckets, SlotCount slots = SlotCount(1));
ForecastTable forecast_table(const MultilevelShape& shape, ItemCount items);

// Made once; that of the larger takes about a second.
const ForecastTable& table_of_10k();
const ForecastTable& table_of_100k();

// The table of the smaller, in every part larger or smaller.
MultilevelShape paper_proportions(ItemCount items, double slots_per_item);

// Three cells in a byte where they tell at most five sub-tables apart, else three bits each, as in the paper.
// As many of the cells are used as is a multiple of the hashes.
SingleFilterShape single_filter(CellCount cells, HashCount hashes, const MultilevelShape& table);

// Classic filters, the first with 7 hashes and the others with 49.
std::vector<FilterShape> multiple_filters(const std::vector<std::uint64_t>& bits);

inline constexpr HashCount kPaperHashes{15};
inline constexpr CellCount kPaperCells10k{120'000};
inline constexpr CellCount kPaperCells100k{1'200'000};

// Six filters for six sub-tables, where the paper prints five, and the third of the size that is meant.
std::vector<FilterShape> paper_filters_10k();
std::vector<FilterShape> mended_filters_100k();

// A number that the paper derives, and half a unit of its last digit.
Printed derived(const char* number, double rounding);
// One that a program of the authors' put out, of which only the result is known.
Printed computed_by_authors(const char* number, double rounding);

// Of a number that is never negative.
plot::Point plotted(double x, const Estimate& observed);

inline double real(std::uint64_t count) {
  return static_cast<double>(count);
}

// "1.25" with so many decimals.
std::string decimal(double number, int decimals);

}  // namespace peel::lab::kirsch_mitzenmacher
