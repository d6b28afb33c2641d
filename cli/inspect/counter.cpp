// What a file of counts says of itself.
#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"

#include <string>

namespace peel::cli {

namespace {

std::string counted_in_words(const CountedStream& stream) {
  const StreamDescription& description = stream.description;
  const bool are_addresses = description.part.keys == CountedPart::Keys::addresses;
  return fmt::format(
      "{}, {} of them without a key; {}{}", counted_signed(stream.lines, "line"),
      grouped_signed(stream.keyless), part_in_words(description.part),
      are_addresses ? std::string() : fmt::format(", up to {} bytes kept", description.key_bytes));
}

std::string counts_in_words(const CounterListing& listing) {
  const std::string keys = counted(listing.keys.size(), "key");
  if (listing.complete()) return "complete: " + keys;
  return fmt::format("{}: {}; {} cannot be resolved", name_of(listing.outcome), keys,
                     counted(listing.stuck_cells, "cell"));
}

Json stream_as_json(const CountedStream& stream) {
  Json object = part_as_json(stream.description.part);
  object["key_bytes"] = stream.description.key_bytes;
  object["lines"] = stream.lines;
  object["keyless"] = stream.keyless;
  return object;
}

}  // namespace

void say(CountedStream& stream, const PeelFile& file, Inspection& seen) {
  const CounterShape shape = stream.counter.shape();
  const std::uint64_t in_use = cells_in_use(stream.counter.cells(), shape.cell_words());
  const StrataEstimate estimate = stream.distinct.estimate();
  const CounterListing listing = stream.counter.consume();
  say_head("counter (distinct keys and how often each came)", counted_in_words(stream), file, seen);
  seen.say("shape", "{} cells in {}; {}-byte keys", grouped(shape.cells().value),
           placement_in_words(shape.placement()), shape.key_width().value);
  seen.say("cells", "{} bytes each in memory, {}{}", 8 * shape.cell_words(), name_of(shape.variant()),
           shape.keeps_a_key() ? fmt::format(", the {} key kept", name_of(shape.kept())) : std::string());
  seen.say("bytes", "{}", grouped(file.bytes));
  seen.say("fill", "{} of {} cells in use, gross total {} (insertions plus deletions)", grouped(in_use),
           grouped(shape.cells().value), grouped(stream.counter.gross_total()));
  seen.say("strata", "{}", strata_in_words(stream.distinct));
  seen.say("estimate", "{}", listing.complete() ? "not needed: all are listed" : estimate_in_words(estimate));
  seen.say("checksum", "right");
  seen.say("listing", "{}", counts_in_words(listing));
  seen.file.update(Json{{"variant", name_of(shape.variant())},
                        {"kept", shape.keeps_a_key() ? Json(name_of(shape.kept())) : Json(nullptr)},
                        {"placement", name_of(shape.placement().kind())},
                        {"sub_tables", shape.placement().sub_tables().value},
                        {"cells", shape.cells().value},
                        {"hashes", shape.hashes().value},
                        {"key_width", shape.key_width().value},
                        {"bytes", file.bytes},
                        {"cells_in_use", in_use},
                        {"gross_total", stream.counter.gross_total()},
                        {"checksum", "right"},
                        {"description", stream_as_json(stream)},
                        {"strata", strata_as_json(stream.distinct)}});
  seen.summary.update(Json{{"complete", listing.complete()},
                           {"outcome", name_of(listing.outcome)},
                           {"listed", listing.keys.size()},
                           {"stuck_cells", listing.stuck_cells},
                           {"estimate", estimate_as_json(estimate)}});
  if (listing.outcome == ListingOutcome::malformed) seen.status = Status::trouble;
}

}  // namespace peel::cli
