// peel top [FILE]: the most frequent keys of a stream, with bounds on how often each came.
#include "peel/sources/open.hpp"
#include "peel/wire/heavy_texts_codec.hpp"

#include "cli/input.hpp"
#include "cli/line_input.hpp"
#include "cli/notes.hpp"
#include "cli/numbers.hpp"
#include "cli/output/output_file.hpp"
#include "cli/overwritten_source.hpp"
#include "cli/progress_watch.hpp"
#include "cli/top/top_follow.hpp"
#include "cli/top/top_options.hpp"
#include "cli/top/top_report.hpp"
#include "cli/verb.hpp"
#include "sources/top/heavy_fill.hpp"

#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutTop = R"(Examples:
  peel top access.log                         the ten most frequent lines, with shares
  peel top --ip -n 20 access.log              the twenty most frequent addresses
  peel top --field 7 --share 1% access.log    every path with 1% of the requests or more
  peel top -f --ip access.log                 the same table, drawn again as lines come
  peel top -f --half-life 5m access.log       of the last minutes: older lines count less
  peel top --majority --field 9 access.log    the key of more than half of the lines
  peel top --ip --save a.peel a.log           a file for each machine or hour
  peel merge a.peel b.peel -o all.peel        their sum
  peel top all.peel                           and what is frequent in it

There is room for --capacity keys and their counts. As long as no more distinct keys
come, counts are exact. Beyond that, rare keys make room for each other, and each
printed count has bounds, which are certain: lower..upper. The count itself is the
upper bound. It is the best guess: it is exact for a key that was there before room
ran out, as frequent keys mostly were. With --half-life that guess is rounded to the
nearest whole number, lower bounds are rounded down and upper ones up; shares are not
rounded so.

No key is missed that came more often than upper - lower. --share makes room enough to
print every key that has this share, and none that has less by more than that
difference. With another --capacity, or in a saved file, the difference may be as large
as the share; then keys can be missing, a note says so, and the status is 1. What was
printed without bounds is exact. A note on standard error says how large they can be.

Keys that could be taken for something else are in quotes, "a\tb": see peel help
formats. With -z they never are, and records end with NUL.

With -f a file is read like tail -F does, also when it is truncated or replaced.
Ctrl-C ends it, with the last table. With --half-life, all counts are halved at
every such time or number of lines, so that the table is that of a moving window.

Exit status:
  0  done
  1  --majority: there is no key of more than half of the lines;
     --share: keys that have it may be missing, for want of room
  2  trouble
)";

Result<HeavyStream> empty_stream(const TopPlan& plan, Seed seed) {
  auto texts = HeavyTexts::make(plan.shape, plan.family, seed);
  if (!texts) return failure(texts.error());
  return HeavyStream{.part = plan.part, .texts = std::move(*texts)};
}

tl::unexpected<Error> no_heavy_texts(const PeelFile& file) {
  return other_kind(file, "are lines, and what peel top --save writes");
}

Result<Status> show_saved(const PeelFile& file, const TopOptions& options, const TopView& view,
                          Output& output) {
  const HeavyStream* const stream = file.as<HeavyStream>();
  if (stream == nullptr) return no_heavy_texts(file);
  const char* const given = options.save                              ? "--save"
                            : options.majority                        ? "--majority"
                            : options.first_of_following() != nullptr ? options.first_of_following()
                                                                      : options.first_of_counting();
  if (given != nullptr) {
    return refused(fmt::format("{} is for counting lines, and {} holds what was counted; leave it out", given,
                               spoken_name(file.path)));
  }
  return report(table_of(*stream, view, {}), spoken_name(file.path), view, output);
}

Result<HeavyStream> stream_to_save(const TopOptions& options) {
  if (!options.like) {
    const auto plan = plan_of(options);
    if (!plan) return failure(plan.error());
    return empty_stream(*plan, plan->seed.value_or(kDefaultSeed));
  }
  if (const char* const given = options.first_of_counting(); given != nullptr) {
    return refused(
        fmt::format("--like takes size, keys, hash and seed from the other file; leave out {}", given));
  }
  if (*options.like == "-" && options.file == "-")
    return refused("only one of FILE and --like can be -, standard input");
  const auto other = decode_peel_file(*options.like);
  if (!other) return failure(other.error());
  const HeavyStream* const model = other->as<HeavyStream>();
  if (model == nullptr) return no_heavy_texts(*other);
  const TopPlan plan{
      .part = model->part, .shape = model->texts.shape(), .family = model->texts.hasher().family()};
  return empty_stream(plan, model->texts.hasher().seed());
}

Result<Status> save(sources::LineSource& lines, const TopOptions& options, reconcile::Watch& watch,
                    Output& output) {
  if (auto kept = check_source_kept(options.file, "--save", *options.save); !kept)
    return failure(kept.error());
  auto stream = stream_to_save(options);
  if (!stream) return failure(stream.error());
  if (auto filled = add_lines(*stream, lines, {}, watch); !filled) return failure(filled.error());
  const auto bytes = wire::encode(*stream);
  if (!bytes) return failure(bytes.error());
  if (auto written = write_result(options.save, *bytes, output); !written) return failure(written.error());
  say_notes(notes_on(table_of(*stream, {.first = ItemCount(0)}, {})));
  return Status::done;
}

Result<Status> count_and_show(sources::LineSource& lines, const TopOptions& options, const TopView& view,
                              reconcile::Watch& watch, Output& output) {
  const auto plan = plan_of(options);
  if (!plan) return failure(plan.error());
  const auto halving = follow_plan_of(options);
  if (!halving) return failure(halving.error());
  auto stream = empty_stream(*plan, plan->seed ? *plan->seed : sources::random_seed());
  if (!stream) return failure(stream.error());
  const auto fading = add_lines(*stream, lines, halving->half_life, watch);
  if (!fading) return failure(fading.error());
  return report(table_of(*stream, view, *fading), lines.name(), view, output);
}

Result<Status> show_majority(sources::LineSource& lines, const TopOptions& options, const TopView& view,
                             reconcile::Watch& watch, Output& output) {
  const auto plan = plan_of(options);
  if (!plan) return failure(plan.error());
  const auto majority = majority_of(lines, plan->part, watch);
  if (!majority) return failure(majority.error());
  report(table_of(*majority, plan->part), lines.name(), view, output);
  if (majority->key) return Status::done;
  if (view.format == TopView::Format::text)
    say_notes({fmt::format("no key is that of more than half of {} lines", grouped(majority->total))});
  return Status::different;
}

Result<Status> follow_file(const TopOptions& options, const TopView& view, Output& output) {
  const auto plan = plan_of(options);
  if (!plan) return failure(plan.error());
  const auto how = follow_plan_of(options);
  if (!how) return failure(how.error());
  auto stream = empty_stream(*plan, plan->seed ? *plan->seed : sources::random_seed());
  if (!stream) return failure(stream.error());
  if (is_peel_file(options.file))
    return refused(fmt::format("-f is for lines, and {} is a file of peel's; leave it out", options.file));
  return follow(options.file, *stream, *how, view, output);
}

Result<Status> run(const TopOptions& options, Output& output) {
  if (auto fit = check_top_options(options); !fit) return failure(fit.error());
  const auto mode = progress_mode(options.progress);
  if (!mode) return failure(mode.error());
  const auto view = view_of(options);
  if (!view) return failure(view.error());
  if (options.follow) return follow_file(options, *view, output);
  using Passes = sources::InputFile::Passes;
  auto input = open_line_input(options.file, options.majority ? Passes::several : Passes::one);
  if (!input) return failure(input.error());
  if (const auto* const saved = std::get_if<PeelFile>(&*input))
    return show_saved(*saved, options, *view, output);
  sources::LineSource& lines = *std::get<std::unique_ptr<sources::LineSource>>(*input);
  ProgressWatch watch(*mode);
  if (options.save) return save(lines, options, watch, output);
  if (options.majority) return show_majority(lines, options, *view, watch, output);
  return count_and_show(lines, options, *view, watch, output);
}

}  // namespace

void add_top(Command& peel) {
  const auto options = std::make_shared<TopOptions>();
  Command& verb = peel.add_verb("top", "Find the most frequent keys of a stream, with bounds");
  verb.more = kMoreAboutTop;
  add_top_options(verb, *options);
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
