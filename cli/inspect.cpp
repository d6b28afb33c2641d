// peel inspect FILE: what is inside a file that peel wrote. Looks at everything, changes nothing, and prints
// no bytes of the contents but names of columns and the most frequent texts.
#include "cli/output/counter_inspection.hpp"
#include "cli/output/counting_filter_inspection.hpp"
#include "cli/output/filter_inspection.hpp"
#include "cli/output/frequency_inspection.hpp"
#include "cli/output/inspection.hpp"
#include "cli/output/inspection_words.hpp"
#include "cli/output/summary_inspection.hpp"
#include "cli/verb.hpp"

#include <memory>
#include <string>
#include <utility>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutInspect = R"(Examples:
  peel inspect table.peel             kind, hashing, shape, fill, and whether it lists
  peel inspect - < table.peel         the same, from standard input
  peel inspect --json table.peel      the same, for programs

Nothing is changed, and of the contents no more is printed than names of
columns and, of heavy texts, the five most frequent. The exit status is 0 also for a table that does not list completely:
that is a finding. It is 2 for a file that is damaged, or that nobody can have
filled honestly.
)";

struct InspectOptions {
  std::string file;
  bool json = false;
};

// Both list in place: a copy would take as much memory again.
Inspection look_at_table(PeelFile file) {
  const std::uint64_t in_use = cells_in_use(file.table());
  const auto estimate = file.is_sketch() ? std::optional(file.sketch()->strata.estimate()) : std::nullopt;
  Listing listing = file.table().consume();
  return {std::move(file), in_use, std::move(listing), estimate};
}

CounterInspection look_at_counts(PeelFile file) {
  CountedStream& stream = *file.counts();
  const std::uint64_t in_use = cells_in_use(stream.counter.cells(), stream.counter.shape().cell_words());
  const StrataEstimate estimate = stream.distinct.estimate();
  CounterListing listing = stream.counter.consume();
  return {std::move(file), in_use, std::move(listing), estimate};
}

// That a table cannot be listed is a finding; that nobody can have filled it honestly is trouble.
template <class Seen>
Status print(const Seen& seen, const InspectOptions& options, Output& output) {
  options.json ? print_as_json(seen, output) : print_as_text(seen, output);
  return seen.listing.outcome == ListingOutcome::malformed ? Status::trouble : Status::done;
}

Result<Status> run(const InspectOptions& options, Output& output) {
  auto file = decode_peel_file(options.file);
  if (!file) return failure(file.error());
  if (file->filter() != nullptr) {
    const FilterInspection seen = look_at_filter(std::move(*file));
    options.json ? print_as_json(seen, output) : print_as_text(seen, output);
    return Status::done;
  }
  if (const auto seen = look_at_cells(*file)) {
    options.json ? print_as_json(*seen, output) : print_as_text(*seen, output);
    return Status::done;
  }
  if (const auto seen = look_at_frequencies(*file)) {
    options.json ? print_as_json(*seen, output) : print_as_text(*seen, output);
    return Status::done;
  }
  if (const auto seen = look_at_summary(*file)) {
    options.json ? print_as_json(*seen, output) : print_as_text(*seen, output);
    return Status::done;
  }
  return file->counts() != nullptr ? print(look_at_counts(std::move(*file)), options, output)
                                   : print(look_at_table(std::move(*file)), options, output);
}

}  // namespace

void add_inspect(Command& peel) {
  const auto options = std::make_shared<InspectOptions>();
  Command& verb = peel.add_verb("inspect", "What is inside a file that peel wrote");
  verb.more = kMoreAboutInspect;
  verb.add({"FILE", options->file, "A .peel file, or - for standard input", "", Option::Rule::required});
  verb.add({"--json", options->json, "One object for the file, then a summary of its listing"});
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
