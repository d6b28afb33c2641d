// What a rateless sketch says of itself.
#include "peel/invertible/planned_rateless.hpp"
#include "peel/invertible/rateless_decoder.hpp"

#include "cli/inspect/words.hpp"
#include "cli/numbers.hpp"
#include "cli/output/names.hpp"

#include <cmath>
#include <string>

namespace peel::cli {

namespace {

// What is left of the sketch once it was listed. About how many items are not listed is known only then.
struct ListedCells {
  Listing listing;
  std::uint64_t about_left = 0;
};

ListedCells listed(const RatelessCells& cells) {
  RatelessDecoder decoder(cells.shape(), cells.hashing());
  static_cast<void>(decoder.take(cells));  // it takes cells of its own shape, from 0 on
  ListedCells found{decoder.listing()};
  if (!found.listing.complete()) found.about_left = rounded_items(decoder.estimated_left());
  return found;
}

std::string streams_in_words(const RatelessShape& shape) {
  return shape.shards() == 1 ? "" : fmt::format(" in each of {} streams", grouped(shape.shards()));
}

}  // namespace

void say(const RatelessSketch& sketch, const PeelFile& file, Inspection& seen) {
  const RatelessCells& cells = sketch.cells;
  const RatelessShape& shape = cells.shape();
  const RatelessTotals& totals = cells.totals();
  const std::uint64_t in_use = cells_in_use(cells.words(), shape.cell_words());
  const std::uint64_t all = cells.range().size() * shape.shards();
  const std::uint64_t capacity =
      planned_rateless_capacity(shape.form(), cells.range().end).value * shape.shards();
  const ListedCells found = listed(cells);
  say_head("rateless sketch (stands for its source; every prefix of it is one too)",
           source_in_words(sketch.description, sketch.rows), file, seen);
  seen.say("shape", "{} cells{}, {}; {}-byte items; lists about {} of them", grouped(cells.range().end),
           streams_in_words(shape), name_of(shape.form()), shape.key_width().value, grouped(capacity));
  seen.say("cells", "{} bytes each in memory, {}, {}-bit checks", 8 * shape.cell_words(),
           in_words(name_of(shape.arithmetic())), shape.check_bits().value);
  seen.say("bytes", "{}", grouped(file.bytes));
  seen.say("fill", "{} of {} cells in use, gross total {} (insertions plus deletions)", grouped(in_use),
           grouped(all), grouped(totals.gross));
  seen.file.update(Json{{"form", name_of(shape.form())},
                        {"cells", cells.range().end},
                        {"streams", shape.shards()},
                        {"capacity", capacity},
                        {"item_bytes", shape.key_width().value},
                        {"arithmetic", name_of(shape.arithmetic())},
                        {"check_bits", shape.check_bits().value},
                        {"bytes", file.bytes},
                        {"cells_in_use", in_use},
                        {"net_total", totals.net},
                        {"gross_total", totals.gross},
                        {"description", description_as_json(sketch.description, sketch.rows)},
                        {"checksum", "right"}});
  seen.say("estimate", "{}",
           found.listing.complete() ? "not needed: all are listed"
                                    : fmt::format("about {} more items", grouped(found.about_left)));
  say_listing(found.listing, seen);
  if (!found.listing.complete()) seen.summary["estimate"] = Json{{"items_left", found.about_left}};
}

}  // namespace peel::cli
