#include "cli/top/top_options.hpp"

#include "peel/analysis/heavy_hitters.hpp"

#include "cli/hashing.hpp"
#include "cli/numbers.hpp"
#include "cli/shared_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

constexpr ByteWidth kAddressWidth{16};
// What --share makes room for by itself, at most: some hundred megabytes, if so many keys come.
constexpr ItemCount kMostRoomUnasked{std::uint64_t{1} << 22};

Result<void> check_majority(const TopOptions& options) {
  const char* const unfit = options.first_of_choosing() != nullptr    ? options.first_of_choosing()
                            : options.first_of_following() != nullptr ? options.first_of_following()
                            : options.capacity                        ? "--capacity"
                            : options.text_bytes                      ? "--text-bytes"
                            : options.hash                            ? "--hash"
                            : options.seed                            ? "--seed"
                            : options.save                            ? "--save"
                                                                      : nullptr;
  if (unfit == nullptr) return {};
  return refused(fmt::format("--majority looks for one key and counts it exactly; leave out {}", unfit));
}

Result<void> check_save(const TopOptions& options) {
  const char* const unfit = options.first_of_choosing() != nullptr    ? options.first_of_choosing()
                            : options.first_of_following() != nullptr ? options.first_of_following()
                            : options.json                            ? "--json"
                            : options.null                            ? "-z"
                                                                      : nullptr;
  if (unfit == nullptr) return {};
  return refused(
      fmt::format("{} is for printing, and --save writes a file instead; leave one of them out", unfit));
}

bool is_time(const std::string& text) {
  return text.ends_with('s') || text.ends_with('m') || text.ends_with('h');
}

Result<sources::HalfLife> half_life(Argument argument) {
  if (is_time(argument.text)) {
    if (const auto time = duration(argument)) return sources::HalfLife{.time = *time};
  } else if (const auto lines = whole_number(argument, {1, ~std::uint64_t{0}})) {
    return sources::HalfLife{.lines = *lines};
  }
  return refused(fmt::format("{} {}: accepted are numbers of lines from 1 up, and {}, such as 10s or 5m",
                             argument.option, argument.text, kAcceptedTimes));
}

}  // namespace

const char* TopOptions::first_of_counting() const {
  if (const char* const given = part.first(); given != nullptr) return given;
  return capacity ? "--capacity" : text_bytes ? "--text-bytes" : hash ? "--hash" : seed ? "--seed" : nullptr;
}

const char* TopOptions::first_of_choosing() const {
  return first ? "-n" : share ? "--share" : nullptr;
}

const char* TopOptions::first_of_following() const {
  return follow ? "-f" : interval ? "--interval" : half_life ? "--half-life" : nullptr;
}

void add_top_options(Command& verb, TopOptions& options) {
  verb.add({"FILE", options.file,
            "A file of lines, or one that --save or peel merge wrote; - or nothing is standard input"});
  verb.add({"-n,--first", options.first, "Print the N most frequent (default 10)", "N"});
  verb.add({"--share", options.share, "Print all that have this share, such as 1% or 0.01", "P"});
  verb.add({"--majority", options.majority, "Print the key of more than half of the lines, if there is one"});
  add_counted_part(verb, options.part);
  verb.add(
      {"-f,--follow", options.follow, "Wait for more lines at the end, and show the table as it changes"});
  verb.add({"--interval", options.interval, "Time between two tables with -f (default 1s)", "TIME"});
  verb.add({"--half-life", options.half_life,
            "Halve all counts after so many lines, or with -f after some time, such as 10s or 5m", "SPAN"});
  verb.add({"--json", options.json, "One object for each key, then a summary"});
  add_null(verb, options.null);
  verb.add({"--capacity", options.capacity,
            "Distinct keys to make room for (default 8192, or more if --share needs it)", "N"});
  verb.add(
      {"--text-bytes", options.text_bytes, "Keep only the first N bytes of a longer key (default 256)", "N"});
  verb.add({"--save", options.save, "Write what was counted to a file, for merge and top", "OUT"});
  verb.add({"--like", options.like, "Count for --save what another such file does, alike", "FILE"});
  add_hashing(verb, options.hash, options.seed);
  add_color(verb, options.colour);
  add_progress(verb, options.progress);
}

Result<void> check_top_options(const TopOptions& options) {
  if (options.first && options.share) return refused("-n and --share exclude each other; give one of them");
  if (options.majority) {
    if (auto fits = check_majority(options); !fits) return fits;
  }
  if (options.like && !options.save) return refused("--like needs --save, the file to write");
  if (options.save) {
    if (auto fits = check_save(options); !fits) return fits;
  }
  if (options.interval && !options.follow)
    return refused("--interval needs -f, which shows one table after another");
  if (options.half_life && is_time(*options.half_life) && !options.follow)
    return refused("--half-life in time needs -f; accepted without it is a number of lines");
  if (options.follow && options.progress == "always")
    return refused("-f has no end that --progress could show; leave one of them out");
  return {};
}

Result<TopPlan> plan_of(const TopOptions& options) {
  const auto part = line_part(options.part);
  if (!part) return failure(part.error());
  TopPlan plan{.part = *part};
  if (part->keys == CountedPart::Keys::addresses) {
    if (options.text_bytes) return refused("--text-bytes is for text; with --ip every key is kept whole");
    plan.shape.text_width = kAddressWidth;
  }
  if (options.capacity) {
    const auto keys = whole_number({"--capacity", *options.capacity}, {1, kMaxHeavyCapacity});
    if (!keys) return failure(keys.error());
    plan.shape.capacity = ItemCount(*keys);
  } else if (options.share) {
    const auto share = Share::from({"--share", *options.share});
    if (!share) return failure(share.error());
    const auto enough = std::min(analysis::heavy_capacity_for(share->most_keys()), kMostRoomUnasked);
    plan.shape.capacity = std::max(plan.shape.capacity, enough);
  }
  if (options.text_bytes) {
    const auto bytes = whole_number({"--text-bytes", *options.text_bytes}, {1, kMaxTextWidth});
    if (!bytes) return failure(bytes.error());
    plan.shape.text_width = ByteWidth(*bytes);
  }
  const auto hashing = hashing_choice({options.hash, options.seed});
  if (!hashing) return failure(hashing.error());
  plan.family = hashing->family;
  plan.seed = hashing->seed;
  return plan;
}

Result<TopView> view_of(const TopOptions& options) {
  TopView view;
  if (options.first) {
    const auto first = whole_number({"-n", *options.first}, {0, ~std::uint64_t{0}});
    if (!first) return failure(first.error());
    view.first = ItemCount(*first);
  }
  if (options.share) {
    const auto share = Share::from({"--share", *options.share});
    if (!share) return failure(share.error());
    view.share = *share;
  }
  const auto colour = wants_colour(options.colour);
  if (!colour) return failure(colour.error());
  if (*colour) view.colour = Colour::on;
  const char* const unfit = options.json                 ? "--json"
                            : options.follow             ? "-f"
                            : options.colour == "always" ? "--color always"
                                                         : nullptr;
  if (options.null && unfit != nullptr) return refused(no_null_beside(unfit));
  if (options.json) view.format = TopView::Format::json;
  if (options.null) view.line_end = LineEnd::null;
  return view;
}

Result<sources::FollowPlan> follow_plan_of(const TopOptions& options) {
  sources::FollowPlan plan;
  if (options.interval) {
    const auto interval = duration({"--interval", *options.interval});
    if (!interval) return failure(interval.error());
    plan.interval = *interval;
  }
  if (options.half_life) {
    const auto half = half_life({"--half-life", *options.half_life});
    if (!half) return failure(half.error());
    plan.half_life = *half;
  }
  return plan;
}

}  // namespace peel::cli
