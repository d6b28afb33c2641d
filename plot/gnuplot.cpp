#include "plot/gnuplot.hpp"

#include "plot/child_process.hpp"
#include "plot/words.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace peel::plot {

namespace {

// The last line that says anything: gnuplot repeats the command first.
std::string last_words(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  const std::size_t newline = text.rfind('\n');
  if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return plain(text);
}

std::string xml_text(std::string_view text) {
  std::string safe;
  for (const std::string& character : characters_of(text)) {
    if (character == "<") {
      safe += "&lt;";
    } else if (character == "&") {
      safe += "&amp;";
    } else {
      safe += character;
    }
  }
  return safe;
}

// The document's own title, which a screen reader speaks, is that of the plot rather than of the program.
void name_after(const Plot& plot, std::string& svg) {
  const auto replace = [&svg](std::string_view from, std::string_view to, const std::string& with) {
    const std::size_t start = svg.find(from);
    if (start == std::string::npos) return;
    const std::size_t end = svg.find(to, start);
    if (end != std::string::npos) svg.replace(start, end + to.size() - start, with);
  };
  replace("<title>", "</title>", "<title>" + xml_text(plot.title) + "</title>");
  replace("<desc>", "</desc>\n", "");
}

}  // namespace

Result<std::string> as_svg(const Plot& plot) {
  // -d: no settings of the user, so that a plot looks alike everywhere.
  auto drawn = run_child({"gnuplot", "-d"}, gnuplot_script(plot));
  if (!drawn) {
    return failure(ErrorCode::io,
                   drawn.error().sentence() + "; SVG plots need it: install the package gnuplot-nox");
  }
  const std::size_t end = drawn->output.rfind("</svg>");
  if (!drawn->succeeded || end == std::string::npos) {
    const std::string why = last_words(drawn->complaints);
    return failure(ErrorCode::io, "gnuplot does not draw '" + plain(plot.title) +
                                      "': " + (why.empty() ? "it ended without a word" : why));
  }
  std::string svg = std::move(drawn->output);
  svg.resize(end);
  svg += "</svg>\n";
  name_after(plot, svg);
  return svg;
}

}  // namespace peel::plot
