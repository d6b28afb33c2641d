#include "cli/lab/report_head.hpp"

#include "cli/numbers.hpp"

#include <array>
#include <ctime>
#include <fmt/format.h>
#include <string>
#include <sys/utsname.h>
#include <thread>

namespace peel::cli {

namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "Clang";
constexpr int kMajor = __clang_major__, kMinor = __clang_minor__;
#else
constexpr const char* kCompiler = "GCC";
constexpr int kMajor = __GNUC__, kMinor = __GNUC_MINOR__;
#endif

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 16> text;
  text[std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc)] = '\0';
  return text.data();
}

// Its class and not its name: what a reader may compare with, and nothing of whose it is.
std::string machine() {
  struct utsname system {};
  ::uname(&system);
  return fmt::format("{}, {} {}, {} {}.{}", counted(std::thread::hardware_concurrency(), "core"),
                     system.sysname, system.machine, kCompiler, kMajor, kMinor);
}

std::string command(const LabOptions& options, std::uint64_t seed) {
  std::string text = "peel lab";
  for (const std::string& name : options.experiments) text += " " + name;
  if (options.trials) text += " --trials " + *options.trials;
  text += fmt::format(" --seed {}", seed);
  return options.experiments.empty() ? text : text + " --out DIR";
}

}  // namespace

ReportHead head_of(const LabRequest& request, const LabOptions& options) {
  return {.date = today(),
          .machine = machine(),
          .trials = request.trials.in_words(),
          .seed = request.seed,
          .version = PEEL_VERSION,
          .command = command(options, request.seed)};
}

}  // namespace peel::cli
