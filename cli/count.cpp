// peel count [FILE]: the distinct keys of a stream, and how often each came.
#include "cli/count/count_options.hpp"
#include "cli/count/file_count.hpp"
#include "cli/count/stream_count.hpp"
#include "cli/random_seed.hpp"
#include "cli/verb.hpp"
#include "sources/line_source.hpp"

#include <memory>
#include <string>
#include <utility>

namespace peel::cli {

namespace {

constexpr const char* kMore = R"(Examples:
  peel count access.log                       how often each line occurs, like sort | uniq -c
  peel count --field 9 -n 10 access.log       the ten most frequent values of field 9
  peel count --ip auth.log                    by IPv4 or IPv6 address, wherever it stands
  tail -n 100000 x.log | peel count --ip -    what comes through a pipe, in bounded memory

Memory is bounded by the number of distinct keys that there is room for, not by
their length: 1,000,000 unless --capacity or --memory says otherwise. Beyond it,
as many keys as possible are listed, and peel says how many could not be and which
size would do; the exit status is then 1. A file that is given without a size is
counted again with the size that would do, up to 256 MiB.

A file is read twice: its keys are counted by digest, and then looked up and
counted again, so that what is printed was verified. What comes through a pipe is
read once; keys of up to --key-bytes bytes are kept, and longer ones appear as #
and their digest.
)";

// A file that can be read again is, unless its keys are to be kept in the counter.
bool reads_twice(const sources::LineSource& source, const CountOptions& options) {
  return source.size() && !options.key_bytes;
}

Result<Status> run(const CountOptions& options, Output& output) {
  const auto mode = progress_mode(options.progress);
  if (!mode) return failure(mode.error());
  const auto plan = plan_of(options);
  if (!plan) return failure(plan.error());
  const auto view = view_of(options);
  if (!view) return failure(view.error());
  auto file = sources::InputFile::open(options.file, sources::InputFile::Passes::one);
  if (!file) return failure(file.error());
  sources::LineSource source(std::move(*file), sources::ReadingLimits());
  const Progress progress(*mode);
  if (reads_twice(source, options)) {
    const auto counted = count_file(source, *plan, progress);
    if (!counted) return failure(counted.error());
    return report(*counted->keys, counted->summary, plan->description, *view, output);
  }
  auto stream = planned_stream(*plan, source, plan->seed ? *plan->seed : random_seed());
  if (!stream) return failure(stream.error());
  if (auto filled = fill(*stream, source, progress); !filled) return failure(filled.error());
  const auto listed = list(*stream);
  if (!listed) return failure(listed.error());
  return report(*listed->keys, listed->summary, plan->description, *view, output);
}

}  // namespace

void add_count(CLI::App& app, Verb& chosen) {
  const auto options = std::make_shared<CountOptions>();
  CLI::App* verb = app.add_subcommand("count", "Count distinct keys exactly, in bounded memory");
  verb->footer(kMore);
  add_count_options(*verb, *options);
  verb->callback(
      [options, &chosen] { chosen = [options](Output& output) { return run(*options, output); }; });
}

}  // namespace peel::cli
