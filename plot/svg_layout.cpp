#include "plot/svg_layout.hpp"

#include "plot/words.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

namespace peel::plot {

namespace {

constexpr double kFieldAndLabels = 400;  // the height without legend and names of marks
constexpr double kCharacter = 7;         // wider than most
constexpr double kEdge = 10;
constexpr double kRightEdge = 24;  // half of the last tick's label
constexpr double kTicksHeight = 24;

std::vector<std::string> lines_of(std::string_view text, std::size_t columns) {
  std::istringstream lines(wrapped(text, "", columns));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  return all;
}

double width_of(const std::string& text) {
  return kCharacter * static_cast<double>(characters_of(text).size());
}

std::string shortened(std::string_view name) {
  constexpr std::size_t kMost = 68;
  std::vector<std::string> characters = characters_of(name);
  const bool is_long = characters.size() > kMost;
  if (is_long) characters.resize(kMost - 3);
  std::string all;
  for (const std::string& character : characters) all += character;
  return is_long ? all + "..." : all;
}

// The marks inside, each name in the lowest line above the field where it overlaps no other.
std::vector<std::size_t> lines_of_names(const std::vector<PlacedMark>& marks, const Range& x, double field) {
  struct Name {
    std::size_t line;
    double from;
    double to;
  };
  std::vector<Name> placed;
  std::vector<std::size_t> lines;
  for (const PlacedMark& mark : marks) {
    const double length = width_of(mark.mark.name) + 2 * kCharacter;
    const double from =
        std::clamp(x.position_of(mark.mark.x) * field - length / 2, 0.0, std::max(0.0, field - length));
    Name name{0, from, from + length};
    const auto overlaps = [&name](const Name& other) {
      return other.line == name.line && name.from < other.to && other.from < name.to;
    };
    while (std::ranges::any_of(placed, overlaps)) ++name.line;
    placed.push_back(name);
    lines.push_back(name.line);
  }
  return lines;
}

void place_legend(const Plot& plot, SvgLayout& layout) {
  constexpr double kSample = 64;  // a piece of the line before the name, and room behind
  double widest = 0;
  for (const Series& series : plot.series) {
    const std::string name = shortened(series.name);
    layout.legend.push_back(series.source == Source::ours ? name + " (ours)" : name);
    widest = std::max(widest, width_of(layout.legend.back()));
  }
  const double fitting = (layout.right - layout.left) / (kSample + widest);
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>(fitting));
  layout.legend_rows = std::max<std::size_t>(1, (plot.series.size() + columns - 1) / columns);
}

}  // namespace

SvgLayout svg_layout(const Plot& plot, const Range& x, const std::vector<Tick>& y_ticks) {
  constexpr std::size_t kTitleColumns = 72;
  constexpr std::size_t kXLabelColumns = 80;
  constexpr std::size_t kYLabelColumns = 44;
  constexpr double kPowerWidth = 4 * kCharacter;
  SvgLayout layout;
  layout.title = lines_of(plot.title, kTitleColumns);
  layout.x_label = lines_of(plot.x.label, kXLabelColumns);
  layout.y_label = lines_of(plot.y.label, kYLabelColumns);
  double widest = 0;
  for (const Tick& tick : y_ticks) {
    widest = std::max(widest, tick.is_power ? kPowerWidth : width_of(tick.label));
  }
  layout.left = kEdge + kSvgLine * static_cast<double>(layout.y_label.size()) + widest + 2 * kEdge;
  layout.right = kSvgWidth - kRightEdge;

  for (const Mark& mark : plot.marks) {
    if (x.shows(mark.x)) layout.marks.push_back({{shortened(mark.name), mark.x}, 0});
  }
  const std::vector<std::size_t> name_lines = lines_of_names(layout.marks, x, layout.right - layout.left);
  std::size_t mark_lines = 0;
  for (const std::size_t line : name_lines) mark_lines = std::max(mark_lines, line + 1);
  const double marks_height = kSvgLine * static_cast<double>(mark_lines);
  layout.top = kEdge + kSvgLine * static_cast<double>(layout.title.size()) + marks_height + kEdge / 2;
  for (std::size_t i = 0; i < layout.marks.size(); ++i) {
    layout.marks[i].name_at = layout.top - kSvgLine * (static_cast<double>(name_lines[i]) + 0.5);
  }

  place_legend(plot, layout);
  const double legend_height = kSvgLine * static_cast<double>(layout.legend_rows) + kEdge;
  layout.height = kFieldAndLabels + legend_height + marks_height;
  layout.legend_top = layout.height - legend_height;
  layout.bottom =
      layout.legend_top - kTicksHeight - kSvgLine * static_cast<double>(layout.x_label.size()) - kEdge / 2;
  return layout;
}

}  // namespace peel::plot
