// What a reader of counts must know beside them, in sentences.
#pragma once

#include "peel/invertible/counted_stream.hpp"
#include "peel/sources/count_file.hpp"

#include "sources/count/stream_count.hpp"

#include <string>
#include <vector>

namespace peel::cli {

std::vector<std::string> notes_on(const sources::CountSummary& summary, const StreamDescription& description);
// The same for counts that are not listed now.
std::vector<std::string> notes_on_saved(const sources::SizedStream& saved);

}  // namespace peel::cli
