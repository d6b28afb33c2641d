#include "cli/filter/key_form.hpp"

#include "cli/input.hpp"
#include "cli/output/printable.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace peel::cli {

FilterKeys form_of(const KeyOptions& options) {
  return options.part.ip ? FilterKeys::addresses : FilterKeys::text;
}

Result<KeyOptions> options_like(const AskedFilter& filter, const KeyOptions& given) {
  KeyOptions options = given;
  if (filter.keys() == FilterKeys::addresses) options.part.ip = true;
  if (filter.keys() == FilterKeys::text && options.part.ip) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} holds keys as text, and --ip writes them as addresses in one spelling; "
                               "leave out --ip, or build the filter with --ip",
                               spoken_name(filter.name())));
  }
  return options;
}

void note_if_unknown(const AskedFilter& filter, const KeyOptions& given) {
  if (filter.keys() != FilterKeys::unknown) return;
  const std::string note =
      fmt::format("note: {} does not say whether its keys are text or addresses; they are taken for {}",
                  spoken_name(filter.name()), name_of(form_of(given)));
  std::fprintf(stderr, "%s\n", printable(note).c_str());
}

}  // namespace peel::cli
