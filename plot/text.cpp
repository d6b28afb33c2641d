#include "plot/text.hpp"

#include "plot/range.hpp"
#include "plot/words.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>

namespace peel::plot {

namespace {

constexpr char kBlank = ' ';
constexpr char kInterval = '|';
constexpr char kMark = ':';
constexpr char kSeveral = '&';

// Each source has characters of its own, so that one sees from a distance what was printed and what was run.
// When they are used up, letters follow.
std::string_view characters_of(Source source) {
  switch (source) {
    case Source::printed:
      return "oOQD";
    case Source::theory:
      return ".~-_";
    case Source::observed:
      return "*x+v";
    case Source::ours:
      return "#@$%";
  }
  return "";
}

std::string characters_for(const std::vector<Series>& all) {
  std::string chosen;
  for (const Series& series : all) {
    std::string wanted(characters_of(series.source));
    wanted += "abcdefghijklmnprstuwyzABCEFGHIJKLMNPRSTUVWXYZ0123456789";
    const std::size_t found = wanted.find_first_not_of(chosen);
    chosen += found == std::string::npos ? '?' : wanted[found];
  }
  return chosen;
}

// Places of characters inside the axes; row 0 is the highest.
class Field {
 public:
  Field(const Range& x, const Range& y, std::size_t columns, std::size_t rows)
      : x_(x), y_(y), columns_(columns), lines_(rows, std::string(columns, kBlank)) {}

  const std::vector<std::string>& lines() const { return lines_; }
  bool has_several() const { return has_several_; }

  std::size_t column_of(double x) const { return place(x_.position_of(x), columns_); }
  std::size_t row_of(double y) const { return lines_.size() - 1 - place(y_.position_of(y), lines_.size()); }

  void draw_mark(double x) {
    for (std::size_t row = 0; row < lines_.size(); row += 2) lines_[row][column_of(x)] = kMark;
  }

  // From y to y in one column, as far as it is inside.
  void draw_interval(double x, double low, double high) {
    if (!x_.shows(x) || !y_.can_place(high) || high < y_.low || low > y_.high) return;
    const std::size_t bottom = low < y_.low ? lines_.size() - 1 : row_of(low);  // also if it has no place
    const std::size_t top = high > y_.high ? 0 : row_of(high);
    for (std::size_t row = top; row <= bottom; ++row) lines_[row][column_of(x)] = kInterval;
  }

  // A curve between two points that have a place: straight on the axes as they are drawn, without gaps.
  void draw_line(const Point& from, const Point& to, char character) {
    const double x = x_.position_of(from.x);
    const double y = y_.position_of(from.y);
    const double width = x_.position_of(to.x) - x;
    const double height = y_.position_of(to.y) - y;
    const Part part = inside(x, width).common_with(inside(y, height));
    if (part.first > part.last) return;
    const double share = part.last - part.first;
    const double steps =
        std::ceil(std::max({share * std::abs(width) * static_cast<double>(columns_ - 1),
                            share * std::abs(height) * static_cast<double>(lines_.size() - 1), 1.0}));
    for (double step = 0; step <= steps; ++step) {
      const double along = part.first + share * step / steps;
      draw_on_line(place(x + along * width, columns_), place(y + along * height, lines_.size()), character);
    }
  }

  void draw_point(const Point& point, char character, const std::string& points) {
    if (!x_.shows(point.x) || !y_.shows(point.y)) return;
    char& there = lines_[row_of(point.y)][column_of(point.x)];
    const bool is_taken = there == kSeveral || points.find(there) != std::string::npos;
    if (is_taken && there != character) {
      there = kSeveral;
      has_several_ = true;
    } else {
      there = character;
    }
  }

 private:
  static std::size_t place(double position, std::size_t places) {
    return static_cast<std::size_t>(
        std::lround(std::clamp(position, 0.0, 1.0) * static_cast<double>(places - 1)));
  }

  // A part of the way from 0 to 1; nothing if it ends before it starts.
  struct Part {
    double first;
    double last;
    Part common_with(const Part& other) const {
      return {std::max(first, other.first), std::min(last, other.last)};
    }
  };

  // The part of the way on which start + way * length is between 0 and 1.
  static Part inside(double start, double length) {
    if (length == 0) return start >= 0 && start <= 1 ? Part{0, 1} : Part{1, 0};
    const double at_zero = -start / length;
    const double at_one = (1 - start) / length;
    return Part{0, 1}.common_with({std::min(at_zero, at_one), std::max(at_zero, at_one)});
  }

  // Where two curves run on top of each other, they take turns.
  void draw_on_line(std::size_t column, std::size_t row_from_below, char character) {
    char& there = lines_[lines_.size() - 1 - row_from_below][column];
    const bool is_free = there == kBlank || there == kMark || there == kInterval;
    if (is_free || column % 2 == 1) there = character;
  }

  Range x_;
  Range y_;
  std::size_t columns_;
  std::vector<std::string> lines_;
  bool has_several_ = false;
};

// First what may be covered: marks, intervals, curves, points.
void draw_series(const Plot& plot, const std::string& characters, const Range& x, const Range& y,
                 Field& field) {
  std::string points;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (plot.series[i].source != Source::theory) points += characters[i];
    for (const Point& point : plot.series[i].points) {
      if (point.low && point.high) field.draw_interval(point.x, *point.low, *point.high);
    }
  }
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (plot.series[i].source != Source::theory) continue;
    const Point* before = nullptr;
    for (const Point& point : plot.series[i].points) {
      const bool has_place = x.can_place(point.x) && y.can_place(point.y);
      if (has_place) field.draw_line(before == nullptr ? point : *before, point, characters[i]);
      before = has_place ? &point : nullptr;
    }
  }
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (plot.series[i].source == Source::theory) continue;
    for (const Point& point : plot.series[i].points) field.draw_point(point, characters[i], points);
  }
}

// Puts texts around their columns, each into the first line where it has room; lines from top to bottom.
class LabelLines {
 public:
  explicit LabelLines(std::size_t columns) : columns_(columns) {}

  std::size_t put(std::size_t column, std::string text, std::size_t most_lines) {
    text.resize(std::min(text.size(), columns_));
    const std::size_t half = text.size() / 2;
    const std::size_t start = std::min(column > half ? column - half : 0, columns_ - text.size());
    for (std::size_t i = 0; i < most_lines; ++i) {
      if (i == lines_.size()) lines_.emplace_back(columns_, kBlank);
      // A space on either side keeps neighbours apart.
      const std::size_t from = start == 0 ? 0 : start - 1;
      const std::size_t length = text.size() + 2;
      if (lines_[i].substr(from, length).find_first_not_of(kBlank) != std::string::npos) continue;
      lines_[i].replace(start, text.size(), text);
      return i;
    }
    return most_lines;
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::size_t columns_;
  std::vector<std::string> lines_;
};

std::string label_of(const Tick& tick) {
  return tick.is_power ? "10^" + std::to_string(tick.exponent) : tick.label;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(kBlank) + 1);
  return line + "\n";
}

// In the middle of so many columns behind the margin.
std::string centred(const std::string& text, std::size_t margin, std::size_t columns) {
  std::istringstream lines(wrapped(text, "", columns));
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = columns > line.size() ? (columns - line.size()) / 2 : 0;
    all += without_trailing_blanks(std::string(margin + space, kBlank) + line);
  }
  return all;
}

std::string legend(const Plot& plot, const std::string& characters, std::size_t columns) {
  std::string text;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const std::string name = plain(series.name) + " (" + std::string(name_of(series.source)) + ")";
    text += wrapped(name, std::string("  ") + characters[i] + "  ", columns);
  }
  return text;
}

}  // namespace

std::string as_text(const Plot& plot, TextSize size) {
  constexpr std::size_t kLeastColumns = 32;
  constexpr std::size_t kLeastRows = 4;
  constexpr std::size_t kRowsPerTick = 2;
  constexpr std::size_t kColumnsPerTick = 9;
  const std::size_t columns = std::max(size.columns, kLeastColumns);
  const std::size_t rows = std::max(size.rows, kLeastRows);
  const Range x = x_range(plot);
  const Range y = y_range(plot);

  const std::vector<Tick> y_ticks = ticks_of(y, rows / kRowsPerTick);
  std::size_t margin = 0;  // of the labels of the y axis, and the axis itself
  for (const Tick& tick : y_ticks) margin = std::max(margin, label_of(tick).size());
  margin += 2;
  const std::size_t width = columns - std::min(margin, columns / 2);

  Field field(x, y, width, rows);
  LabelLines mark_names(width);
  for (const Mark& mark : plot.marks) {
    if (!x.shows(mark.x)) continue;
    field.draw_mark(mark.x);
    mark_names.put(field.column_of(mark.x), plain(mark.name), plot.marks.size());
  }
  const std::string characters = characters_for(plot.series);
  draw_series(plot, characters, x, y, field);

  std::vector<std::string> left(rows, std::string(margin - 1, kBlank) + "|");
  for (const Tick& tick : y_ticks) {
    const std::string label = label_of(tick);
    left[field.row_of(tick.value)] = std::string(margin - 2 - label.size(), kBlank) + label + " +";
  }
  std::string axis(width, '-');
  LabelLines x_labels(columns);
  for (const Tick& tick : ticks_of(x, width / kColumnsPerTick)) {
    const std::size_t column = field.column_of(tick.value);
    if (x_labels.put(column + margin, label_of(tick), 1) == 0) axis[column] = '+';
  }

  std::string text = plot.title.empty() ? "" : wrapped(plain(plot.title), "", columns) + "\n";
  text += wrapped(plain(plot.y.label), "", columns);
  for (const std::string& names : mark_names.lines()) {
    text += without_trailing_blanks(std::string(margin, kBlank) + names);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    text += without_trailing_blanks(left[row] + field.lines()[row]);
  }
  text += std::string(margin - 1, kBlank) + "+" + axis + "\n";
  for (const std::string& labels : x_labels.lines()) text += without_trailing_blanks(labels);
  text += centred(plain(plot.x.label), margin, width) + "\n";
  text += legend(plot, characters, columns);
  if (field.has_several()) text += std::string("  ") + kSeveral + "  more than one of these\n";
  return text;
}

}  // namespace peel::plot
