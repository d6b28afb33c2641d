// peel filter build SOURCE... -o FILTER: the keys of a source in a few bits each.
#include "peel/wire/filter_codec.hpp"

#include "cli/filter/build_remarks.hpp"
#include "cli/filter/filter_size.hpp"
#include "cli/filter/filter_verbs.hpp"
#include "cli/filter/key_form.hpp"
#include "cli/filter/key_input.hpp"
#include "cli/filter_layout.hpp"
#include "cli/hashing.hpp"
#include "cli/memory_there.hpp"
#include "cli/numbers.hpp"
#include "cli/output/output_file.hpp"
#include "cli/overwritten_source.hpp"
#include "cli/progress_watch.hpp"
#include "cli/shared_options.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace peel::cli {

namespace {

using sources::KeySource;
using sources::Passes;

constexpr const char* kMoreAboutBuild = R"(Examples:
  peel filter build bad.txt -o bad.peel                 lines, at 1 false positive in 100
  peel filter build --rate 1e-4 bad.txt -o bad.peel     at 1 in 10,000
  peel filter build --column email users.csv -o u.peel  a column of a table
  peel filter build "sqlite:shop.db?table=users" --column email -o u.peel
  peel filter build --ip access.log -o seen.peel        the addresses of a log
  zcat big.gz | peel filter build --items 1e9 - -o b.peel
  peel filter build --like b.peel today.txt -o t.peel   to be merged with b.peel

Without --items, and without --bits and --hashes, a source is read twice: first
to count its distinct keys, then to fill a filter of the size that they call for.
What comes through a pipe is copied to a temporary file meanwhile.

A file is lines, whatever its name ends in, unless --column, or --input csv or tsv,
says that it is a table. Lines that are appended meanwhile, to one of the first 64
files, are left out.

The key of a line is its bytes without the line feed, that of a cell its text, so
that a column can be asked with lines. Cells that are NULL, and lines without such
a field or address, are passed over.
)";

struct BuildOptions {
  std::vector<std::string> sources;
  KeyOptions keys;
  std::optional<std::string> rate, items, bits, hashes, layout, like, hash, seed, out;
  std::string progress = "auto";

  // The first that was given of those that --like stands for; null if none was.
  const char* first_of_shape() const {
    return rate     ? "--rate"
           : items  ? "--items"
           : bits   ? "--bits"
           : hashes ? "--hashes"
           : layout ? "--layout"
           : hash   ? "--hash"
           : seed   ? "--seed"
                    : nullptr;
  }
};

Result<void> add_numbers(const BuildOptions& options, FilterSize& size) {
  constexpr std::uint64_t kMostItems = std::uint64_t{1} << 43;
  if (options.items) {
    const auto items = whole_number({"--items", *options.items}, {1, kMostItems});
    if (!items) return failure(items.error());
    size.items = ItemCount(*items);
  }
  if (options.bits) {
    if (options.rate) return refused("--rate and --bits exclude each other; give one of them");
    const auto bits = whole_number({"--bits", *options.bits}, {1, 8 * kMaxFilterBytes});
    if (!bits) return failure(bits.error());
    size.bits = *bits;
  }
  if (options.hashes) {
    const bool is_classic = size.layout == FilterLayout::classic;
    const auto hashes =
        whole_number({"--hashes", *options.hashes}, {1, is_classic ? kMaxClassicHashes : kMaxBlockedHashes});
    if (!hashes) return failure(hashes.error());
    size.hashes = HashCount(*hashes);
  }
  return {};
}

Result<FilterSize> size_of(const BuildOptions& options) {
  const std::string rate_text = options.rate.value_or("0.01");
  const auto rate = probability({"--rate", rate_text});
  if (!rate) return failure(rate.error());
  FilterSize size{.rate = *rate};
  const std::string layout_text = options.layout.value_or("line");
  const auto layout = filter_layout({"--layout", layout_text});
  if (!layout) return failure(layout.error());
  size.layout = *layout;
  if (auto added = add_numbers(options, size); !added) return failure(added.error());
  return size;
}

Result<sources::OpenKeys> open_one(const std::string& path, const BuildOptions& options, Passes passes) {
  const auto argument = key_argument(path, options.keys);
  if (!argument) return failure(argument.error());
  if (argument->kind == sources::Argument::Kind::peel_file) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("{} is a file that peel wrote, and no source of keys; peel merge joins filters", path));
  }
  if (options.out) {
    if (auto kept = check_source_kept(path, "-o", *options.out); !kept) return failure(kept.error());
  }
  return open_keys(*argument, options.keys, {.passes = passes});
}

// All are opened first, so that one that cannot be is known before others are read for minutes. Many files do
// not stay open together; the first do, so that they may be renamed or grow between two passes.
Result<std::vector<KeySource>> open_sources(const BuildOptions& options, Passes passes) {
  constexpr std::size_t kMostKeptFiles = 64;
  std::vector<KeySource> sources;
  if (std::ranges::count(options.sources, "-") > 1)
    return refused("only one SOURCE can be -, standard input");
  for (const std::string& path : options.sources) {
    auto opened = open_one(path, options, passes);
    if (!opened) return failure(opened.error());
    std::error_code nothing_there;
    if (sources.size() < kMostKeptFiles || !std::filesystem::is_regular_file(path, nothing_there)) {
      sources.emplace_back(std::move(*opened));
    } else {
      sources.emplace_back([&path, &options] { return open_one(path, options, Passes::one); });
    }
  }
  return sources;
}

Result<void> write_filter(const BloomFilter& filter, const BuildOptions& options, Output& output) {
  return write_result(
      options.out, [&](const wire::ByteSink& sink) { return wire::encode_to(filter, sink); }, output);
}

Result<Status> fill_and_write(BloomFilter filter, std::vector<KeySource>& sources,
                              const BuildOptions& options, const Asked& asked, reconcile::Watch& watch,
                              Output& output) {
  filter.describe_keys(form_of(options.keys));
  const auto added = sources::add_keys(filter, sources, watch);
  if (!added) return failure(added.error());
  if (auto written = write_filter(filter, options, output); !written) return failure(written.error());
  say_what_is_odd(*added, filter, asked);
  return Status::done;
}

Result<Status> build_like(BuildOptions options, reconcile::Watch& watch, Output& output) {
  if (const char* const given = options.first_of_shape(); given != nullptr) {
    return refused(
        fmt::format("--like takes size, layout, hash and seed from the other filter; leave out {}", given));
  }
  if (*options.like == "-" && std::ranges::count(options.sources, "-") > 0)
    return refused("only one of SOURCE and --like can be -, standard input");
  const auto other = open_filter(*options.like);
  if (!other) return failure(other.error());
  auto keys = options_like(*other, options.keys);
  if (!keys) return failure(keys.error());
  options.keys = std::move(*keys);
  auto sources = open_sources(options, Passes::one);
  if (!sources) return failure(sources.error());
  auto filter = BloomFilter::make(other->shape(), other->hasher().family(), other->hasher().seed());
  if (!filter) return failure(filter.error());
  return fill_and_write(std::move(*filter), *sources, options, Asked{}, watch, output);
}

Result<Status> run(const BuildOptions& options, Output& output) {
  const auto mode = progress_mode(options.progress);
  if (!mode) return failure(mode.error());
  ProgressWatch watch(*mode);
  if (auto ok = check_key_options(options.keys); !ok) return failure(ok.error());
  if (options.like) return build_like(options, watch, output);
  auto size = size_of(options);
  if (!size) return failure(size.error());
  const auto hasher = file_hasher({options.hash, options.seed});
  if (!hasher) return failure(hasher.error());
  auto sources = open_sources(options, size->needs_items() ? Passes::several : Passes::one);
  if (!sources) return failure(sources.error());
  const Asked asked{size->items, size->bits ? std::nullopt : std::optional(size->rate)};
  if (size->needs_items()) {
    const auto items = sources::count_keys(*sources, *hasher, watch);
    if (!items) return failure(items.error());
    size->items = *items;
  }
  const auto shape = shape_of(*size);
  if (!shape) return failure(shape.error());
  if (auto there = check_memory_there("a filter of this size", shape->bytes()); !there)
    return failure(there.error());
  auto filter = BloomFilter::make(*shape, hasher->family(), hasher->seed());
  if (!filter) return failure(filter.error());
  return fill_and_write(std::move(*filter), *sources, options, asked, watch, output);
}

}  // namespace

void add_filter_build(Command& filter) {
  const auto options = std::make_shared<BuildOptions>();
  Command& verb = filter.add_verb("build", "Put the keys of a source into a filter");
  verb.more = kMoreAboutBuild;
  verb.add({"SOURCE", options->sources,
            "Lines, sqlite:PATH?table=T, a table (with --column), or - for standard input", "",
            Option::Rule::required});
  verb.add({"-o,--output", options->out, "The file to write, or - for standard output", "OUT"});
  verb.add({"--rate", options->rate, "How many of other keys may be affirmed (default 0.01)", "P"});
  verb.add({"--items", options->items, "Distinct keys to make room for (default: they are counted)", "N"});
  verb.add({"--bits", options->bits, "Bits of the filter, instead of a rate", "M"});
  verb.add({"--hashes", options->hashes, "Bits that a key sets (default: the best number)", "K"});
  verb.add({"--layout", options->layout,
            "Where a key has its bits: in a cache line, 32 bytes, or anywhere (default line)",
            "line|register|classic"});
  add_key_options(verb, options->keys);
  verb.add(
      {"--where", options->keys.where, "Only rows for which this SQL condition holds; of databases", "SQL"});
  verb.add({"--like", options->like, "Size, layout, hash and seed as those of another filter", "FILTER"});
  add_hashing(verb, options->hash, options->seed);
  add_progress(verb, options->progress);
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
