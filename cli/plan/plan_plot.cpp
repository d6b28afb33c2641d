#include "cli/plan/plan_plot.hpp"

#include "cli/output/output_file.hpp"
#include "cli/output/plot_size.hpp"
#include "plot/gnuplot.hpp"
#include "plot/text.hpp"
#include "plot/words.hpp"

#include <fmt/format.h>
#include <string_view>

namespace peel::cli {

namespace {

constexpr std::string_view kSuffix = ".svg";

Json as_json(const plot::Axis& axis) {
  return {{"label", axis.label}, {"scale", axis.scale == plot::Scale::linear ? "linear" : "logarithmic"}};
}

Json as_json(const plot::Plot& plot) {
  Json series = Json::array();
  for (const plot::Series& each : plot.series) {
    Json points = Json::array();
    for (const plot::Point& point : each.points)
      points.push_back(Json::array({json_number(point.x), json_number(point.y)}));
    series.push_back({{"name", each.name}, {"source", plot::name_of(each.source)}, {"points", points}});
  }
  Json marks = Json::array();
  for (const plot::Mark& mark : plot.marks)
    marks.push_back({{"name", mark.name}, {"x", json_number(mark.x)}});
  return {{"title", plot.title},
          {"x", as_json(plot.x)},
          {"y", as_json(plot.y)},
          {"series", series},
          {"marks", marks}};
}

}  // namespace

void add_plot_option(Command& kind, PlotWish& wish) {
  kind.add({"--plot", wish, "The curve around the plan too: in characters, or in a file", "[FILE.svg]",
            Option::Rule::word_is_optional});
}

Result<PlanPlot> PlanPlot::make(const PlotWish& wish, const std::function<plot::Plot()>& curve) {
  PlanPlot made;
  if (!wish) return made;
  made.is_in_file_ = !wish->empty();
  if (made.is_in_file_ && !wish->ends_with(kSuffix)) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("--plot {}: accepted are names of files that end in {}, or no name for "
                               "a plot in characters",
                               *wish, kSuffix));
  }
  made.plot_ = curve();
  if (!made.is_in_file_) return made;
  const auto svg = plot::as_svg(*made.plot_);
  if (!svg) return failure(svg.error());
  auto file = OutputFile::create(*wish);
  if (!file) return failure(file.error());
  if (const auto written = file->write(as_bytes(*svg)); !written) return failure(written.error());
  if (const auto committed = file->commit(); !committed) return failure(committed.error());
  return made;
}

Status PlanPlot::print_below(Output& output) const {
  if (plot_ && !is_in_file_) output.write("\n" + plot::as_text(*plot_, text_plot_size()));
  return Status::done;
}

Status PlanPlot::print_with(Json plan, Output& output) const {
  if (plot_) plan["plot"] = as_json(*plot_);
  write_json_line(output, plan);
  return Status::done;
}

}  // namespace peel::cli
