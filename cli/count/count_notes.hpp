// What a reader of counts must know beside them, in sentences.
#pragma once

#include "peel/invertible/counted_stream.hpp"

#include "cli/count/listed_keys.hpp"
#include "cli/count/stream_count.hpp"

#include <string>
#include <vector>

namespace peel::cli {

std::vector<std::string> notes_on(const CountSummary& summary, const StreamDescription& description);
// Of counts that are not listed now.
std::vector<std::string> notes_on_saved(const SizedStream& saved);

}  // namespace peel::cli
