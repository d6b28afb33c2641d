#include "cli/kept_source.hpp"

#include "sources/sqlite/location.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace peel::cli {

Result<void> check_source_kept(const std::string& source, const std::string& option, const std::string& out) {
  namespace fs = std::filesystem;
  if (source == "-" || out == "-") return {};
  const auto database = sources::sqlite::locate(source);
  if (!database) return failure(database.error());
  const std::string path = *database ? (*database)->path : source;
  std::error_code nothing_there;
  if (!fs::is_regular_file(out, nothing_there) || !fs::equivalent(path, out, nothing_there)) return {};
  return failure(ErrorCode::invalid_argument,
                 fmt::format("{} {}: that is the file to be read, and would be replaced; accepted is "
                             "another name",
                             option, out));
}

}  // namespace peel::cli
