#include "cli/sync/sync_options.hpp"

#include "cli/numbers.hpp"
#include "cli/shared_options.hpp"
#include "cli/terminal.hpp"
#include "cli/tree/tree_options.hpp"

#include <cstdio>

namespace peel::cli {

Result<SyncChoices> choices_of(const SyncOptions& options) {
  SyncChoices choices;
  if (options.max_delete) {
    const auto limit = DeleteLimit::parse(*options.max_delete);
    if (!limit) return failure(limit.error());
    choices.max_delete = *limit;
  }
  if (options.limit) {
    const auto limit =
        whole_number({"--limit", *options.limit}, {0, std::numeric_limits<std::uint64_t>::max()});
    if (!limit) return failure(limit.error());
    choices.limit = *limit;
  }
  if (options.memory) {
    const auto memory =
        byte_size({"--memory", *options.memory}, {std::uint64_t{1} << 20, std::uint64_t{1} << 50});
    if (!memory) return failure(memory.error());
    choices.memory_bytes = *memory;
  }
  const auto colour = wants_colour(options.colour);
  if (!colour) return failure(colour.error());
  const char* const unfit = options.json ? "--json" : options.colour == "always" ? "--color always" : nullptr;
  if (options.null && unfit != nullptr) return refused(no_null_beside(unfit));
  choices.style = {*colour ? Colour::on : Colour::off, is_terminal(stdout)};
  if (options.null) choices.style = {.line_end = LineEnd::null};
  const auto progress = progress_mode(options.progress);
  if (!progress) return failure(progress.error());
  choices.progress = *progress;
  return choices;
}

void add_sync_options(Command& verb, SyncOptions& options) {
  verb.add(
      {"LEFT", options.left,
       "What RIGHT shall equal: lines, .csv, .tsv, .jsonl, a database, a folder, ssh://...; - is standard "
       "input",
       "", Option::Rule::required});
  verb.add({"RIGHT", options.right, "The file, database or folder that is changed; ssh://HOST/..., too", "",
            Option::Rule::required});
  verb.add({"--apply", options.apply, "Change RIGHT; without, only say what would be done"});
  verb.add({"--max-delete", options.max_delete,
            "Write nothing if more rows or entries would be removed; a number, or like 10%", "N"});
  add_source_options(verb, options.source);
  add_pair_options(verb, options.source);
  add_tree_options(verb, options.source.tree);
  add_far_options(verb, options.source);
  verb.add({"--json", options.json, "One object for each change, then a summary"});
  add_null(verb, options.null);
  verb.add({"-q,--quiet", options.quiet, "Say nothing; the exit status tells"});
  verb.add({"--limit", options.limit, "Show at most so many changes; all are made", "N"});
  verb.add({"--memory", options.memory,
            "Beyond this, rows wait on disk; the longest row is a quarter of it (default 64M)", "SIZE"});
  add_color(verb, options.colour);
  add_progress(verb, options.progress);
}

}  // namespace peel::cli
