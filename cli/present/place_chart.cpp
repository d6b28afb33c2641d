#include "cli/present/place_chart.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <utility>

namespace peel::cli {

namespace {

// Place 1 is the first of bin 0.
std::int64_t bin_of(std::int64_t place, int shift) {
  const bool is_least = place == std::numeric_limits<std::int64_t>::min();
  return (is_least ? place : place - 1) >> shift;
}

// How many bins it is from one to the other, both included.
std::uint64_t bins_between(std::int64_t first, std::int64_t last) {
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
}

std::uint64_t total_of(const PlaceChart::Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

void PlaceChart::add(ChangeKind kind, std::int64_t place) {
  last_ = std::max(last_, place);
  ++bins_[bin_of(place, shift_)][static_cast<std::size_t>(kind)];
  while (bins_between(bins_.begin()->first, bins_.rbegin()->first) > kMostBins) widen();
}

void PlaceChart::widen() {
  std::map<std::int64_t, Counts> wider;
  for (const auto& [bin, counts] : bins_) {
    Counts& sum = wider[bin >> 1];
    for (std::size_t kind = 0; kind < counts.size(); ++kind) sum[kind] += counts[kind];
  }
  bins_ = std::move(wider);
  ++shift_;
}

PlaceChart::Bins PlaceChart::bins(std::uint64_t rows) const {
  constexpr std::int64_t kMostPlacesPerRow = 4;
  constexpr std::uint64_t kMostRows = std::uint64_t{1} << 60;
  if (empty()) return {};
  const auto last_row = static_cast<std::int64_t>(std::min(rows, kMostRows));
  const bool is_dense =
      bins_.begin()->first >= 0 && last_ <= std::max<std::int64_t>(kMostPlacesPerRow * last_row, kMostBins);
  PlaceChart shown = *this;
  if (is_dense) shown.last_ = std::max(last_, last_row);
  const auto first_bin = [&] { return is_dense ? 0 : shown.bins_.begin()->first; };
  const auto last_bin = [&] { return bin_of(shown.last_, shown.shift_); };
  while (bins_between(first_bin(), last_bin()) > kMostBins) shown.widen();
  const auto first_place =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(first_bin()) << shown.shift_) + 1;
  Bins result{first_place, std::uint64_t{1} << shown.shift_,
              std::vector<Counts>(bins_between(first_bin(), last_bin())), shown.last_};
  for (const auto& [bin, counts] : shown.bins_)
    result.counts[static_cast<std::size_t>(bin - first_bin())] = counts;
  return result;
}

std::string svg_of(const PlaceChart::Bins& bins, const std::string& words) {
  std::uint64_t most = 1;
  for (const PlaceChart::Counts& counts : bins.counts) most = std::max(most, total_of(counts));
  std::string out =
      fmt::format("<svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">",
                  bins.counts.size(), words);
  for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
    double top = 100;
    for (const ChangeKind kind : kChangeKinds) {
      const std::uint64_t count = bins.counts[bin][static_cast<std::size_t>(kind)];
      if (count == 0) continue;
      // What is there is seen, however little it is.
      constexpr double kLeast = 3;
      const double height = std::max(kLeast, (100 - kChangeKinds.size() * kLeast) *
                                                 static_cast<double>(count) / static_cast<double>(most));
      top -= height;
      out += fmt::format(R"(<rect class="{}" x="{}.06" y="{:.1f}" width=".88" height="{:.1f}"/>)",
                         name_of(kind), bin, top, height);
    }
  }
  return out + "</svg>";
}

std::string script_json_of(const PlaceChart::Bins& bins) {
  std::string out = fmt::format("{{\"from\":{},\"width\":{},\"bins\":[", bins.from, bins.width);
  for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
    if (bin > 0) out += ',';
    out += fmt::format("[{}]", fmt::join(bins.counts[bin], ","));
  }
  return out + "]}";
}

}  // namespace peel::cli
