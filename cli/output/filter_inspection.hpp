// What a filter says of itself, as text and as JSON lines: for peel filter info and peel inspect.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"

#include "cli/output/output.hpp"
#include "cli/peel_file.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace peel::cli {

struct FilterInspection {
  PeelFile file;
  double fill;
  double current_rate;
  analysis::ItemEstimate items;
  std::optional<double> expected_rate;  // of a filter with so many items, if that can be told
  std::uint64_t capacity;               // items that it takes at a rate of 1 %
};

FilterInspection look_at_filter(PeelFile file);

// What all kinds of filters have.
std::string layout_in_words(const FilterShape& shape);
std::string items_in_words(const analysis::ItemEstimate& items);

void print_as_text(const FilterInspection& seen, Output& output);
void print_as_json(const FilterInspection& seen, Output& output);

}  // namespace peel::cli
