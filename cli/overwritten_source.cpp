#include "cli/overwritten_source.hpp"

#include "sources/sqlite/location.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace peel::cli {

namespace {

// Whether this path leads to the file that standard input was redirected from.
bool is_standard_input(const std::string& path) {
  struct stat input {};
  struct stat there {};
  return ::fstat(STDIN_FILENO, &input) == 0 && ::stat(path.c_str(), &there) == 0 && S_ISREG(there.st_mode) &&
         input.st_dev == there.st_dev && input.st_ino == there.st_ino;
}

tl::unexpected<Error> would_replace(const std::string& option, const std::string& out) {
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: that is the file to be read, and would be replaced; accepted is "
                             "another name",
                             option, out));
}

}  // namespace

Result<void> check_source_kept(const std::string& source, const std::string& option, const std::string& out) {
  namespace fs = std::filesystem;
  if (out == "-") return {};
  if (source == "-")
    return is_standard_input(out) ? Result<void>(would_replace(option, out)) : Result<void>();
  const auto database = sources::sqlite::locate(source);
  if (!database) return failure(database.error());
  const std::string path = *database ? (*database)->path : source;
  std::error_code nothing_there;
  if (!fs::is_regular_file(out, nothing_there) || !fs::equivalent(path, out, nothing_there)) return {};
  return would_replace(option, out);
}

}  // namespace peel::cli
