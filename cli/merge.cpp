// peel merge FILE... -o OUT: one file that holds what all of them hold.
#include "cli/combine.hpp"
#include "cli/filter/build_remarks.hpp"
#include "cli/verb.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutMerge = R"(Examples:
  peel merge north.peel south.peel -o all.peel      one file for the data of both
  peel merge *.peel -o - | peel inspect -           look at the sum of many

The files must have one kind, shape, hash and seed; peel sketch --like makes
such a sketch, peel count --like such counts, peel top --like such heavy texts,
and peel filter build --like such a filter. Of heavy texts, one that is frequent
only in all files together is found too; peel top prints the result. Filters may
grow too full by it: peel filter info says how often the result errs, and peel
says so if it affirms more than half of all keys.
)";

struct MergeOptions {
  std::vector<std::string> files;
  std::optional<std::string> out;
};

// One file after the other, so that two are in memory at most.
Result<Status> run(const MergeOptions& options, Output& output) {
  if (std::ranges::count(options.files, "-") > 1)
    return failure(ErrorCode::invalid_argument, "only one FILE can be -, standard input");
  auto merged = decode_peel_file(options.files.front());
  if (!merged) return failure(merged.error());
  for (std::size_t i = 1; i < options.files.size(); ++i) {
    const auto other = decode_peel_file(options.files[i]);
    if (!other) return failure(other.error());
    if (auto done = combine(*merged, *other, Combination::merge); !done) return failure(done.error());
  }
  if (auto written = write_peel_file(*merged, options.out, output); !written) return failure(written.error());
  if (const auto* const filter = merged->as<BloomFilter>()) say_if_too_full(*filter);
  return Status::done;
}

}  // namespace

void add_merge(Command& peel) {
  const auto options = std::make_shared<MergeOptions>();
  Command& verb = peel.add_verb("merge", "Add files of one kind, shape and seed");
  verb.more = kMoreAboutMerge;
  verb.add(
      {"FILE", options->files, "Files that peel wrote, or - for standard input", "", Option::Rule::required});
  verb.add({"-o,--output", options->out, "The file to write, or - for standard output", "OUT"});
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
