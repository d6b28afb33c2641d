#include "plot/series_style.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace peel::plot {

namespace {

// Told apart by all common kinds of colour vision. Without yellow, which is too light for thin lines on
// white, and black, which is for what papers print.                                         [Okabe, Ito 2008]
constexpr std::array<const char*, 6> kColours{"#0072B2", "#D55E00", "#009E73",
                                              "#CC79A7", "#56B4E9", "#E69F00"};
constexpr std::array<const char*, 5> kDashes{"1", "(10,4)", "(2,3)", "(10,3,2,3)", "(10,3,2,3,2,3)"};
// gnuplot's numbers of circle, square, triangle, diamond and triangle upside down.
constexpr std::array<int, 5> kHollow{6, 4, 8, 12, 10};
constexpr std::array<int, 5> kFilled{7, 5, 9, 13, 11};

template <class List>
auto cycled(const List& list, std::size_t i) {
  return list[i % list.size()];
}

std::string coloured(const char* colour) {
  return std::string(" lc rgb \"") + colour + "\"";
}

struct Weight {
  std::string line;
  std::string point;
};

std::string bars(const std::string& colour) {
  return " with yerrorbars" + colour + " lw 0.8 ps 0";
}

// Points that are joined.
SeriesStyle joined(const Weight& weight, std::size_t i, std::size_t colour) {
  const std::string line = coloured(cycled(kColours, colour));
  const std::string point = " pt " + std::to_string(cycled(kFilled, i)) + " ps " + weight.point;
  return {" with linespoints" + line + " lw " + weight.line + point + " dt " + cycled(kDashes, i),
          bars(line)};
}

// Points on their own.
SeriesStyle hollow(std::size_t i) {
  const std::string black = coloured("black");
  return {" with points" + black + " lw 1.2 ps 1.1 pt " + std::to_string(cycled(kHollow, i)), bars(black)};
}

SeriesStyle curve(std::size_t i) {
  const std::string line = coloured(cycled(kColours, i));
  return {" with lines" + line + " lw 1.3 dt " + cycled(kDashes, i), bars(line)};
}

}  // namespace

std::vector<SeriesStyle> styles_for(const std::vector<Series>& all) {
  std::array<std::size_t, 4> seen{};
  const auto observed = static_cast<std::size_t>(
      std::ranges::count(all, Source::observed, [](const Series& series) { return series.source; }));
  std::vector<SeriesStyle> styles;
  for (const Series& series : all) {
    const std::size_t i = seen[static_cast<std::size_t>(series.source)]++;
    switch (series.source) {
      case Source::printed:
        styles.push_back(hollow(i));
        break;
      case Source::theory:
        styles.push_back(curve(i));
        break;
      case Source::observed:
        styles.push_back(joined({"0.8", "0.6"}, i, i));
        break;
      case Source::ours:
        styles.push_back(joined({"2.4", "0.9"}, i, std::max<std::size_t>(1, observed) + i));
        break;
    }
  }
  return styles;
}

}  // namespace peel::plot
