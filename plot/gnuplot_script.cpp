// The script that gnuplot reads. Numbers are data blocks inside it; text is quoted so that none of it can be
// a command, and shown as it is (noenhanced).
#include "plot/gnuplot.hpp"
#include "plot/range.hpp"
#include "plot/series_style.hpp"
#include "plot/svg_layout.hpp"
#include "plot/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace peel::plot {

namespace {

std::string number(double value) {
  return shortest_text(value);
}

// In double quotes, with every character that means anything to gnuplot as an octal number.
std::string quoted(std::string_view text) {
  constexpr std::string_view kPlain = " ,.;:-+=*/()[]<>!?#&|~%'";
  std::string safe = "\"";
  for (const std::string& character : characters_of(text)) {
    const char first = character[0];
    const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    const bool is_digit = first >= '0' && first <= '9';
    if (character.size() > 1 || is_letter || is_digit || kPlain.find(first) != std::string_view::npos) {
      safe += character;
    } else {
      safe += '\\';
      for (const int shift : {6, 3, 0}) safe += static_cast<char>('0' + ((first >> shift) & 7));
    }
  }
  return safe + "\"";
}

// A place on the canvas: gnuplot counts from below, in shares of the whole.
std::string share(double part) {
  constexpr double kPrecision = 100'000;
  return "screen " + number(std::round(part * kPrecision) / kPrecision);
}
std::string across(double pixels) {
  return share(pixels / kSvgWidth);
}
std::string down(double pixels, const SvgLayout& layout) {
  return share(1 - pixels / layout.height);
}

std::string tick_list(const std::vector<Tick>& ticks, const Range& range) {
  std::string list;
  const auto add = [&list](const std::string& entry) { list += (list.empty() ? "" : ", ") + entry; };
  for (const Tick& tick : ticks) {
    const std::string label = tick.is_power ? "10^{" + std::to_string(tick.exponent) + "}" : tick.label;
    add("\"" + label + "\" " + number(tick.value));
  }
  // Short ticks between decades that follow each other show what kind of axis this is.
  constexpr std::size_t kMostDecades = 8;
  const bool has_decades = range.scale == Scale::logarithmic && ticks.size() >= 2 &&
                           ticks.size() <= kMostDecades && ticks[1].value > 9 * ticks[0].value &&
                           ticks[1].value < 11 * ticks[0].value;
  if (!has_decades) return list;
  for (double decade = ticks[0].value / 10; decade < range.high; decade *= 10) {
    for (int digit = 2; digit < 10; ++digit) {
      if (range.shows(digit * decade)) add("\"\" " + number(digit * decade) + " 1");
    }
  }
  return list;
}

std::string axis_commands(const std::string& name, const Range& range, const std::vector<Tick>& ticks) {
  std::string text;
  double low = range.low;
  double high = range.high;
  if (range.scale == Scale::logarithmic) {
    // gnuplot compares logarithms, and a tick at the very end would fall victim to rounding.
    constexpr double kSlack = 1e-9;
    low *= 1 - kSlack;
    high *= 1 + kSlack;
    text += "set logscale " + name + " 10\n";
  }
  text += "set " + name + "range [" + number(low) + ":" + number(high) + "]\n";
  return text + "set " + name + "tics (" + tick_list(ticks, range) + ")\n";
}

// Title and labels, line by line.
std::string text_commands(const SvgLayout& layout) {
  std::string text;
  const auto put = [&](const std::string& words, double x, double y, const std::string& more) {
    text += "set label " + quoted(words) + " at " + across(x) + ", " + down(y, layout) +
            " center noenhanced" + more + "\n";
  };
  const double middle = (layout.left + layout.right) / 2;
  double line = kSvgLine;
  for (const std::string& words : layout.title) {
    put(words, kSvgWidth / 2, line, " font \"sans-serif,14\"");
    line += kSvgLine;
  }
  line = layout.legend_top + 4 - kSvgLine * static_cast<double>(layout.x_label.size());
  for (const std::string& words : layout.x_label) {
    put(words, middle, line, "");
    line += kSvgLine;
  }
  line = kSvgLine;
  for (const std::string& words : layout.y_label) {
    put(words, line, (layout.top + layout.bottom) / 2, " rotate by 90");
    line += kSvgLine;
  }
  return text;
}

std::string mark_commands(const SvgLayout& layout, const Range& x) {
  constexpr double kNearAnEnd = 0.12;
  std::string text;
  for (const auto& [mark, name_at] : layout.marks) {
    const std::string at = "first " + number(mark.x);
    const double position = x.position_of(mark.x);
    const char* side = "center";
    if (position < kNearAnEnd) side = "left";
    if (position > 1 - kNearAnEnd) side = "right";
    text += fmt::format(
        "set arrow from {0}, graph 0 to {0}, graph 1 nohead back lw 1 dt (6,4) lc rgb \"#707070\"\n", at);
    text += fmt::format("set label {} at {}, {} {} noenhanced tc rgb \"#404040\"\n", quoted(mark.name), at,
                        down(name_at, layout), side);
  }
  return text;
}

// Points that have a place; an empty line where one has none, which interrupts the curve.
std::string point_block(const Series& series, const Range& x, const Range& y) {
  std::string text;
  for (const Point& point : series.points) {
    const bool has_place = x.can_place(point.x) && y.can_place(point.y);
    if (has_place) {
      text += fmt::format("{} {}\n", number(point.x), number(point.y));
    } else if (!text.empty()) {
      text += "\n";
    }
  }
  return text;
}

// Intervals as x, y, low and high. On a logarithmic axis one that reaches down to 0 ends with the axis, also
// if its point is 0 itself and has no place.
std::string bar_block(const Series& series, const Range& x, const Range& y) {
  std::string text;
  for (const Point& point : series.points) {
    if (!point.low || !point.high || !x.shows(point.x)) continue;
    const bool is_logarithmic = y.scale == Scale::logarithmic;
    const double low = is_logarithmic && *point.low <= 0 ? y.low : *point.low;
    if (!y.can_place(low) || !y.can_place(*point.high) || *point.high < low) continue;
    const double middle = is_logarithmic && point.y <= 0 ? low : point.y;
    if (!y.can_place(middle)) continue;
    text += fmt::format("{} {} {} {}\n", number(point.x), number(middle), number(low), number(*point.high));
  }
  return text;
}

std::string plot_commands(const Plot& plot, const SvgLayout& layout, const Range& x, const Range& y) {
  constexpr std::string_view kBlock = "{} << end_of_data\n{}end_of_data\n";
  std::string blocks;
  std::string command = "plot NaN notitle";  // there may be nothing else
  const std::vector<SeriesStyle> styles = styles_for(plot.series);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const SeriesStyle& style = styles[i];
    const std::string title = quoted(layout.legend[i]);
    const std::string bars = bar_block(plot.series[i], x, y);
    if (!bars.empty()) {
      const std::string name = fmt::format("$bars{}", i + 1);
      blocks += fmt::format(kBlock, name, bars);
      command += fmt::format(", \\\n  {} using 1:2:3:4{} notitle", name, style.bars_as);
    }
    const std::string points = point_block(plot.series[i], x, y);
    if (points.empty()) {
      command += fmt::format(", \\\n  keyentry{} title {}", style.drawn_as, title);
    } else {
      const std::string name = fmt::format("$series{}", i + 1);
      blocks += fmt::format(kBlock, name, points);
      command += fmt::format(", \\\n  {} using 1:2{} title {}", name, style.drawn_as, title);
    }
  }
  return blocks + command + "\n";
}

}  // namespace

std::string gnuplot_script(const Plot& plot) {
  constexpr std::size_t kMostTicks = 8;
  const Range x = x_range(plot);
  const Range y = y_range(plot);
  const std::vector<Tick> x_ticks = ticks_of(x, kMostTicks);
  const std::vector<Tick> y_ticks = ticks_of(y, kMostTicks);
  const SvgLayout layout = svg_layout(plot, x, y_ticks);

  std::string script = "set encoding utf8\n";
  script += "set terminal svg size " + number(kSvgWidth) + "," + number(layout.height) +
            " dynamic enhanced font \"sans-serif,12\" background rgb \"white\"\n";
  script += text_commands(layout);
  script += "set lmargin at " + across(layout.left) + "\n";
  script += "set rmargin at " + across(layout.right) + "\n";
  script += "set tmargin at " + down(layout.top, layout) + "\n";
  script += "set bmargin at " + down(layout.bottom, layout) + "\n";
  script += "set border 3 lw 1 lc rgb \"#404040\"\n";
  script += "set tics nomirror out scale 0.6,0.3\n";
  script += "set xtics offset 0,0.4\n";
  script += "set grid ytics lt 1 lw 0.5 lc rgb \"#d9d9d9\"\n";
  script += "set clip two\n";
  script += "set key at " + across(layout.left) + ", " + down(layout.legend_top, layout) +
            " left top Left reverse vertical maxrows " + std::to_string(layout.legend_rows) +
            " samplen 3 spacing 1 noenhanced\n";
  script += axis_commands("x", x, x_ticks) + axis_commands("y", y, y_ticks);
  script += mark_commands(layout, x);
  return script + plot_commands(plot, layout, x, y);
}

}  // namespace peel::plot
