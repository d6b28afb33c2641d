// peel count [FILE]: the distinct keys of a stream, and how often each came.
#include "peel/wire/counter_codec.hpp"

#include "cli/count/count_input.hpp"
#include "cli/count/count_notes.hpp"
#include "cli/count/count_options.hpp"
#include "cli/count/count_room.hpp"
#include "cli/input.hpp"
#include "cli/notes.hpp"
#include "cli/output/output_file.hpp"
#include "cli/overwritten_source.hpp"
#include "cli/progress_watch.hpp"
#include "cli/verb.hpp"
#include "sources/count/stream_count.hpp"

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutCount = R"(Examples:
  peel count access.log                       how often each line occurs, like sort | uniq -c
  peel count --field 9 -n 10 access.log       the ten most frequent values of field 9
  peel count --ip auth.log                    by IPv4 or IPv6 address, wherever it stands
  tail -n 100000 x.log | peel count --ip -    what comes through a pipe, in bounded memory
  peel count --ip --save a.peel a.log         a file of counts; one for each machine or hour
  peel merge a.peel b.peel -o all.peel        their sum
  peel count -n 10 all.peel                   and what is in it

Memory is bounded by the number of distinct keys that there is room for, and not by
how long the file is: 1,000,000 unless --capacity or --memory says otherwise. A line
may have 64 MiB, and takes a few times its length. Of more keys, as many as possible
are listed, and peel says how many could not be and which size would do; the exit
status is then 1. A file that is given without a size is counted again with the size
that would do, up to 256 MiB.

--memory is that of the counter. To list it takes up to about 90 bytes more for
each key that it holds, and the text of the keys of a file up to another 256 MiB.

Among the kinds of counters, moment counters are the smallest for files, whose keys
are digests, and standard ones for keys of more than 8 bytes that are kept.
One-key, even-odd and combined counters share out the count of a cell by trying,
and give up beyond 4,096.

A file is read twice: its keys are counted by digest, and then looked up and
counted again, so that what is printed was verified. What comes through a pipe is
read once; keys of up to --key-bytes bytes are kept, and longer ones appear as #
and their digest. Keys that could be taken for something else are in quotes, "a\tb":
see peel help formats. With -z they never are.
)";

using sources::SizedStream;

Result<Status> list_counts(PeelFile file, const CountOptions& options, const CountView& view,
                           Output& output) {
  const char* const given = options.save ? "--save" : options.like ? "--like" : options.first_of_counting();
  if (given != nullptr) {
    return refused(fmt::format("{} is for counting lines, and {} holds counts; leave it out", given,
                               spoken_name(file.path)));
  }
  CountedStream& stream = *file.as<CountedStream>();
  const ItemCount capacity = capacity_of(stream.counter.shape());
  SizedStream sized{std::move(stream), capacity};
  auto listed = sources::list_stream(sized);
  if (!listed) {
    return failure(listed.error().code(),
                   fmt::format("{}: {}", spoken_name(file.path), listed.error().sentence()));
  }
  listed->summary.passes = 0;
  return report(*listed, sized.stream.description, view, output);
}

Result<SizedStream> stream_to_save(const CountOptions& options) {
  if (!options.like) {
    auto request = request_of(options);
    if (!request) return failure(request.error());
    if (auto sized = settle_size(*request, sources::CountedAs::slots); !sized) return failure(sized.error());
    // The size does not depend on the stream: files of several machines are to add up.
    return sources::empty_stream(*request, request->seed.value_or(kDefaultSeed), std::nullopt);
  }
  if (const char* const given = options.first_of_counting(); given != nullptr) {
    return refused(
        fmt::format("--like takes size, keys, hash and seed from the other file; leave out {}", given));
  }
  if (*options.like == "-" && options.file == "-") {
    return refused("only one of FILE and --like can be -, standard input");
  }
  const auto other = read_counts(*options.like);
  if (!other) return failure(other.error());
  const CountedStream& model = *other->as<CountedStream>();
  return SizedStream{empty_like(model), capacity_of(model.counter.shape())};
}

Result<Status> save(sources::LineSource& lines, const CountOptions& options, reconcile::Watch& watch,
                    Output& output) {
  if (const char* const given = options.first_of_printing(); given != nullptr) {
    return refused(
        fmt::format("{} is for printing, and --save writes a file instead; leave one of them out", given));
  }
  if (auto kept = check_source_kept(options.file, "--save", *options.save); !kept)
    return failure(kept.error());
  auto stream = stream_to_save(options);
  if (!stream) return failure(stream.error());
  if (auto filled = add_lines(stream->stream, lines, watch); !filled) return failure(filled.error());
  const auto bytes = wire::encode(stream->stream);
  if (!bytes) {
    const bool is_too_empty = bytes.error().code() == ErrorCode::limit_exceeded;
    return failure(bytes.error().code(),
                   bytes.error().sentence() + (is_too_empty ? "; give a smaller --capacity" : ""));
  }
  if (auto written = write_result(options.save, *bytes, output); !written) return failure(written.error());
  say_notes(notes_on_saved(*stream));
  return Status::done;
}

Result<Status> count_and_print(sources::LineSource& lines, const CountOptions& options, const CountView& view,
                               reconcile::Watch& watch, Output& output) {
  auto request = request_of(options);
  if (!request) return failure(request.error());
  const auto keys =
      lines.size() && !request->one_pass ? sources::CountedAs::digests : sources::CountedAs::slots;
  if (auto sized = settle_size(*request, keys); !sized) return failure(sized.error());
  const auto counted = sources::count_lines(lines, *request, watch);
  if (!counted) return failure(counted.error());
  return report(*counted, request->description, view, output);
}

Result<Status> run(const CountOptions& options, Output& output) {
  const auto mode = progress_mode(options.progress);
  if (!mode) return failure(mode.error());
  const auto view = view_of(options);
  if (!view) return failure(view.error());
  if (options.like && !options.save) return refused("--like needs --save, the file to write");
  auto input = open_count_input(options.file);
  if (!input) return failure(input.error());
  if (auto* const counts = std::get_if<PeelFile>(&*input))
    return list_counts(std::move(*counts), options, *view, output);
  sources::LineSource& lines = *std::get<std::unique_ptr<sources::LineSource>>(*input);
  ProgressWatch watch(*mode);
  if (options.save) return save(lines, options, watch, output);
  return count_and_print(lines, options, *view, watch, output);
}

}  // namespace

void add_count(Command& peel) {
  const auto options = std::make_shared<CountOptions>();
  Command& verb = peel.add_verb("count", "Count distinct keys exactly, in bounded memory");
  verb.more = kMoreAboutCount;
  add_count_options(verb, *options);
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
