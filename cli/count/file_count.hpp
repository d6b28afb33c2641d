// Counting a file that can be read again. Keys go into the counter as digests of 64 bits, the smallest there
// is. A second pass then finds the text of each listed digest, and counts again: what is printed was
// verified.
//
// Two texts with one digest are noticed by the other half of their hashes, of 128 bits in all.
#pragma once

#include "peel/core/result.hpp"

#include "cli/count/count_plan.hpp"
#include "cli/count/found_texts.hpp"
#include "cli/count/listed_keys.hpp"
#include "cli/progress.hpp"
#include "sources/line_source.hpp"

#include <memory>

namespace peel::cli {

struct CountedFile {
  std::unique_ptr<FoundTexts> keys;
  CountSummary summary;
};

// The file outlives what is returned.
Result<CountedFile> count_file(sources::LineSource& file, const CountPlan& plan, const Progress& progress);

}  // namespace peel::cli
