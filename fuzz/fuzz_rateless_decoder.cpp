// Decoding of difference cells that nobody filled honestly, in any portions. The input is a small program: a
// shape, items to add or take out, cells to copy or overwrite, and where to cut the stream.
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/rateless_cells.hpp"
#include "peel/invertible/rateless_decoder.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

constexpr std::uint64_t kMostCells = 96;
constexpr std::uint64_t kForgedTotal = kMaxGrossTotal / 2;

RatelessShape read_rateless_shape(Script& script) {
  const auto shape = RatelessShape::from(
      {.form = script.below(2) == 0 ? RatelessForm::regular : RatelessForm::irregular,
       .item_width = ByteWidth(1 + script.below(64)),
       .arithmetic = script.below(2) == 0 ? CellArithmetic::xor_sums : CellArithmetic::prime_field,
       .check_bits = BitWidth(24 + 8 * script.below(6)),
       .shard_bits = BitWidth(script.below(3))});
  fuzz::claim(shape.has_value(), "every shape in these ranges exists");
  return *shape;
}

// Items are named by one byte, so that programs meet the same again.
Bytes item_named(std::uint64_t name, std::uint64_t width) {
  Bytes bytes(width);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(name + 31 * i);
  return bytes;
}

// The sign and the power of two of `times` come from one byte.
void add_item(Script& script, RatelessCells& cells) {
  const Bytes item = item_named(script.number(1), cells.shape().key_width().value);
  const std::uint64_t byte = script.number(1);
  const unsigned power = cells.shape().tolerates_duplicates() ? static_cast<unsigned>(byte % 20) : 0;
  const auto times = std::int64_t{1} << power;
  fuzz::claim(cells.add(item, byte >= 128 ? -times : times).has_value(), "cells take any item");
}

// Puts anything into a cell: one of the others, or any number.
void forge_cell(Script& script, const RatelessShape& shape, std::vector<std::uint64_t>& words) {
  const std::size_t cell_words = shape.cell_words(), cells = words.size() / cell_words;
  const std::size_t to = script.number(2) % cells;
  if (script.below(2) == 0) {
    const std::size_t from = script.number(2) % cells;
    if (from != to) std::copy_n(&words[from * cell_words], cell_words, &words[to * cell_words]);
    return;
  }
  const std::size_t word = script.number(1) % cell_words;
  words[to * cell_words + word] =
      script.number(8) & (word == shape.check_offset() ? shape.check_mask() : ~std::uint64_t{0});
}

// Cells that some items made honestly and someone then changed. What no items can make is refused: then the
// honest ones.
RatelessCells read_cells(Script& script, const RatelessShape& shape) {
  auto cells = RatelessCells::empty(shape, KeyHasher(HashFamily::fast, Seed(script.number(1))),
                                    {0, 1 + script.number(1) % kMostCells});
  fuzz::claim(cells.has_value(), "such a range exists");
  for (std::uint64_t left = script.below(64); left > 0; --left) add_item(script, *cells);
  std::vector<std::uint64_t> words(cells->words().begin(), cells->words().end());
  for (std::uint64_t left = script.below(16); left > 0; --left) forge_cell(script, shape, words);
  RatelessTotals totals = cells->totals();
  if (std::ranges::equal(words, cells->words())) return std::move(*cells);
  totals.gross = kForgedTotal;
  const std::size_t stream_words = words.size() / shape.shards();
  std::uint64_t net = 0;
  for (std::size_t at = 0; at < words.size(); at += stream_words) net += words[at];
  totals.net = static_cast<std::int64_t>(net);
  auto forged = RatelessCells::from_cells(shape, cells->hashing(), cells->range(), totals, std::move(words));
  return forged ? std::move(*forged) : std::move(*cells);
}

// The listing put back must be what the totals say, if it is called complete.
void claim_complete_means_all(const RatelessCells& cells, const Listing& listing) {
  auto made = RatelessCells::empty(cells.shape(), cells.hashing(), cells.range());
  for (const auto* const entries : {&listing.inserted, &listing.deleted}) {
    for (std::size_t i = 0; i < entries->size(); ++i) {
      const auto times = static_cast<std::int64_t>(entries->multiplicity(i));
      if (!made->add(entries->key(i), entries == &listing.inserted ? times : -times))
        return;  // beyond limits
    }
  }
  fuzz::claim(made->totals().net == cells.totals().net &&
                  made->totals().digest_low == cells.totals().digest_low &&
                  made->totals().digest_high == cells.totals().digest_high,
              "a complete listing has the digest of the whole");
  fuzz::claim(std::ranges::equal(made->words(), cells.words()), "a complete listing makes the same cells");
}

void decode_in_portions(Script& script, const RatelessCells& cells) {
  RatelessDecoder decoder(cells.shape(), cells.hashing());
  for (std::uint64_t first = 0; first < cells.range().end;) {
    const std::uint64_t end = std::min(cells.range().end, first + 1 + script.number(1));
    fuzz::claim(decoder.take(*cells.part({first, end})).has_value(),
                "a decoder takes the cells that come next");
    fuzz::claim(decoder.listed() <= 2 * end * cells.shape().shards(), "no more removals than cells");
    fuzz::claim(decoder.estimated_left() >= 0, "what is left is not negative");
    first = end;
  }
  const Listing listing = decoder.listing();
  fuzz::claim(listing.complete() == (decoder.outcome() == RatelessOutcome::complete),
              "listing and outcome agree");
  if (listing.complete()) claim_complete_means_all(cells, listing);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, size)));
  const RatelessShape shape = read_rateless_shape(script);
  decode_in_portions(script, read_cells(script, shape));
  return 0;
}
