#include "cli/lab/report.hpp"

#include "peel/core/bytes.hpp"

#include "cli/lab/drawn_plots.hpp"
#include "cli/lab/html_report.hpp"
#include "cli/lab/json_report.hpp"
#include "cli/lab/markdown_report.hpp"
#include "cli/output/output_file.hpp"
#include "plot/gnuplot.hpp"

#include <filesystem>
#include <functional>
#include <system_error>

namespace peel::cli {

namespace {

Result<void> make_folder(const std::string& path) {
  std::error_code trouble;
  std::filesystem::create_directories(path, trouble);
  if (!trouble && !std::filesystem::is_directory(path, trouble)) {
    trouble = std::make_error_code(std::errc::not_a_directory);
  }
  if (!trouble) return {};
  return failure(ErrorCode::io, "cannot make the folder '" + path + "': " + trouble.message());
}

Result<void> write_file(const std::string& path, const std::function<void(Output&)>& print) {
  auto file = OutputFile::create(path);
  if (!file) return failure(file.error());
  Output output(*file);
  print(output);
  output.finish();
  return file->commit();
}

Result<void> write_file(const std::string& path, const std::string& text) {
  return write_file(path, [&](Output& output) { output.write(text); });
}

}  // namespace

Result<void> prepare_report(const std::string& folder) {
  if (auto made = make_folder(folder); !made) return made;
  if (auto made = make_folder(folder + "/plots"); !made) return made;
  const auto tried = plot::as_svg({"a plot to try it", {}, {}, {}});
  return tried ? Result<void>{} : failure(tried.error());
}

Result<void> write_report(const std::string& folder, const ReportHead& head,
                          std::span<const FinishedRun> runs) {
  const auto plots = draw_plots(runs);
  if (!plots) return failure(plots.error());
  if (auto made = make_folder(folder); !made) return made;
  if (auto made = make_folder(folder + "/plots"); !made) return made;
  const std::string in = folder + "/";
  for (const auto& [id, drawn] : *plots) {
    for (const DrawnPlot& plot : drawn) {
      if (auto written = write_file(in + plot.file, plot.svg); !written) return written;
    }
  }
  const auto print_json = [&](Output& output) {
    Tally tally;
    for (const FinishedRun& run : runs) {
      tally.add(run);
      print_run_as_json(run, output);
    }
    print_tally_as_json(tally, head.seed, output);
  };
  if (auto written = write_file(in + "report.json", print_json); !written) return written;
  if (auto written = write_file(in + "report.md", markdown_report(head, runs, *plots)); !written)
    return written;
  return write_file(in + "index.html", html_report(head, runs, *plots));
}

}  // namespace peel::cli
