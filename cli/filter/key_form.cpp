#include "cli/filter/key_form.hpp"

#include "cli/input.hpp"
#include "cli/output/printable.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace peel::cli {

Result<sources::FilterFile> open_filter(const std::string& path) {
  auto filter = sources::FilterFile::open(path);
  if (filter || filter.error().code() != ErrorCode::incompatible) return filter;
  return failure(ErrorCode::incompatible, filter.error().sentence() + ", as peel filter build writes it");
}

FilterKeys form_of(const KeyOptions& options) {
  return options.part.ip ? FilterKeys::addresses : FilterKeys::text;
}

Result<KeyOptions> options_like(const sources::FilterFile& filter, const KeyOptions& given) {
  KeyOptions options = given;
  if (filter.keys() == FilterKeys::addresses) options.part.ip = true;
  if (filter.keys() == FilterKeys::text && options.part.ip) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} holds keys as text, and --ip writes them as addresses in one spelling; "
                               "leave out --ip, or build the filter with --ip",
                               spoken_name(filter.path())));
  }
  return options;
}

void note_if_unknown(const sources::FilterFile& filter, const KeyOptions& given) {
  if (filter.keys() != FilterKeys::unknown) return;
  const std::string note =
      fmt::format("note: {} does not say whether its keys are text or addresses; they are taken for {}",
                  spoken_name(filter.path()), name_of(form_of(given)));
  std::fprintf(stderr, "%s\n", printable(note).c_str());
}

}  // namespace peel::cli
