// PlaceChart: where changes fall in the data. Counts them in stretches of equal length, whose number stays
// below kMostBins: when a place does not fit, stretches become twice as long. So it takes places as they come
// and needs no more memory for many.
#pragma once

#include "cli/present/shown_change.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace peel::cli {

class PlaceChart {
 public:
  static constexpr std::size_t kMostBins = 128;
  // By kind of change, as ChangeKind numbers them.
  using Counts = std::array<std::uint64_t, kChangeKinds.size()>;

  // From the first place to the last one shown; each bin holds `width` places.
  struct Bins {
    std::int64_t from = 1;
    std::uint64_t width = 1;
    std::vector<Counts> counts = {};
    std::int64_t last = 1;  // place; the last bin may reach beyond it
  };

  void add(ChangeKind kind, std::int64_t place);
  bool empty() const { return bins_.empty(); }

  // Of data with so many rows. If places are about as many, as lines of a file are, the bins reach from the
  // first to the last of them; else from the first change to the last.
  Bins bins(std::uint64_t rows) const;

 private:
  void widen();

  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();  // place
  int shift_ = 0;                                                 // a bin has 2^shift_ places
  std::map<std::int64_t, Counts> bins_;                           // by number; place 1 is in bin 0
};

// As an inline SVG of these bins; `words` are read out in place of it.
std::string svg_of(const PlaceChart::Bins& bins, const std::string& words);
// As cli/present/html/chart.js reads it.
std::string script_json_of(const PlaceChart::Bins& bins);

}  // namespace peel::cli
