// Listing of tables that nobody filled honestly. The input is a small program: a shape, then pairs to add,
// whole cells to plant where their key belongs or where it does not, and words to overwrite.
#include "peel/invertible/iblt.hpp"
#include "peel/wire/iblt_codec.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/listing_claims.hpp"
#include "fuzz/script.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace peel;
using fuzz::Script;

// None if `choice` is 0, so that most tables without segments are partitioned.
KeyWeights read_weights(Script& script, std::uint64_t choice, std::uint64_t hashes) {
  if (choice == 0) return {};
  return {{HashCount(2 + choice % (hashes - 2)), static_cast<std::uint16_t>(1 + script.number(2) % 65'535)},
          choice % 2 == 0 ? WeightSource::hash : WeightSource::last_byte};
}

IbltShape read_shape(Script& script) {
  const std::uint64_t hashes = 2 + script.below(7);
  const std::uint64_t placement = script.number(1);
  const std::uint64_t more_segments = placement % 8;
  const auto weights =
      more_segments == 0 && hashes > 2 ? read_weights(script, placement / 8, hashes) : KeyWeights{};
  const auto shape =
      IbltShape::from({.cells = CellCount((hashes + more_segments) * (1 + script.below(48))),
                       .hashes = HashCount(hashes),
                       .segments = SegmentCount(more_segments == 0 ? 0 : hashes + more_segments),
                       .weights = weights,
                       .key_width = ByteWidth(1 + script.below(64)),
                       .value_width = ByteWidth(script.below(65)),
                       .arithmetic = static_cast<CellArithmetic>(1 + script.below(3)),
                       .checks = static_cast<CellChecks>(script.below(3)),
                       .check_bits = BitWidth(64 - script.below(57))});
  fuzz::claim(shape.has_value(), "every shape in these ranges exists");
  return *shape;
}

// Keys and values are named by one byte each, so that programs meet the same pair again.
Bytes spelled(std::uint64_t name, std::uint64_t width) {
  Bytes bytes(width);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(name + 31 * i);
  return bytes;
}

struct Pair {
  Bytes key, value;
  std::int64_t times;
};

// The sign and the power of two of `times` come from one byte.
Pair read_pair(Script& script, const IbltShape& shape) {
  Bytes key = spelled(script.number(1), shape.key_width().value);
  Bytes value = spelled(script.number(1), shape.value_width().value);
  const std::uint64_t byte = script.number(1);
  const unsigned power = shape.tolerates().duplicates ? static_cast<unsigned>(byte % 61) : 0;
  const auto times = static_cast<std::int64_t>(std::uint64_t{1} << power);
  return {std::move(key), std::move(value), byte >= 128 ? -times : times};
}

// The cells of a table, to be changed at will.
class Forgery {
 public:
  Forgery(const IbltShape& shape, const ItemHashing& hashing)
      : shape_(shape), hashing_(hashing), cells_(shape.cells().value * shape.cell_words()) {}

  void run(Script& script) {
    // A bound on steps, not on anything the table does: it keeps each input quick.
    for (int step = 0; step < 256 && !script.ended(); ++step) {
      switch (script.below(4)) {
        case 0:
          add(read_pair(script, shape_));
          break;
        case 1:
          plant(read_pair(script, shape_), script);
          break;
        case 2:
          copy_cell(script);
          break;
        default:
          overwrite(script);
          break;
      }
    }
  }

  Result<Iblt> table(std::uint64_t gross_total, const LostSubTables& lost) const {
    return Iblt::from_cells(shape_, hashing_, gross_total, lost, cells_);
  }

 private:
  Iblt alone(const Pair& pair) const {
    Iblt table(shape_, hashing_);
    fuzz::claim(table.add({pair.key, pair.value}, pair.times).has_value(), "an empty table takes any pair");
    return table;
  }

  // As an honest table would, up to a count of half the limit.
  void add(const Pair& pair) {
    auto sum = Iblt::from_cells(shape_, hashing_, kMaxGrossTotal / 2, {}, cells_);
    if (!sum || !sum->merge(alone(pair))) return;
    cells_.assign(sum->cells().begin(), sum->cells().end());
  }

  // Puts a pair into some of its cells, alone, and not into the others.
  void plant(const Pair& pair, Script& script) {
    const std::uint64_t sub_tables = script.number(1);
    const Iblt table = alone(pair);
    const std::size_t sub_table_words = cells_.size() / shape_.placement().sub_tables().value;
    const std::size_t words = shape_.cell_words();
    for (std::size_t at = 0; at < cells_.size(); at += words) {
      const auto cell = table.cells().subspan(at, words);
      if ((sub_tables >> (at / sub_table_words % 8) & 1) == 0 || cell[0] == 0) continue;
      std::ranges::copy(cell, cells_.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }

  void copy_cell(Script& script) {
    const std::size_t words = shape_.cell_words();
    const std::size_t cells = cells_.size() / words;
    const std::size_t from = script.number(2) % cells;
    const std::size_t to = script.number(2) % cells;
    if (from != to) std::copy_n(&cells_[from * words], words, &cells_[to * words]);
  }

  void overwrite(Script& script) {
    const std::size_t at = script.number(2) % cells_.size();
    const bool is_check = at % shape_.cell_words() >= shape_.check_offset();
    cells_[at] = script.number(8) & (is_check ? shape_.check_mask() : ~std::uint64_t{0});
  }

  IbltShape shape_;
  ItemHashing hashing_;
  std::vector<std::uint64_t> cells_;
};

// Those of the first eight whose bit is set, as far as every key keeps a cell.
LostSubTables read_lost(Script& script, const Placement& placement) {
  const std::uint64_t bits = script.number(1);
  LostSubTables lost;
  for (std::uint64_t i = 0; i < 8; ++i) {
    if ((bits >> i & 1) != 0) static_cast<void>(lost.add(SubTable(i), placement));
  }
  return lost;
}

void claim_the_wire_keeps_it(const Iblt& table) {
  const auto bytes = wire::encode(table);
  fuzz::claim(bytes.has_value(), "a table with named hashing encodes");
  const auto decoded = wire::decode_iblt(*bytes);
  fuzz::claim(decoded && std::ranges::equal(decoded->cells(), table.cells()) &&
                  decoded->lost_sub_tables() == table.lost_sub_tables(),
              "what is encoded decodes to the same table");
}

// What listing leaves of a forged table is a table like no other; questions to it must end in answers too.
void ask_for_every_key(Iblt table) {
  table.consume();
  Bytes keys;
  for (std::uint64_t name = 0; name < 256; ++name) {
    const Bytes key = spelled(name, table.shape().key_width().value);
    keys.insert(keys.end(), key.begin(), key.end());
  }
  std::vector<Lookup> answers(256);
  fuzz::claim(table.get(keys, answers).has_value(), "every question is answered");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Script script(std::as_bytes(std::span(data, size)));
  const IbltShape shape = read_shape(script);
  const auto family = script.below(2) == 0 ? HashFamily::fast : HashFamily::siphash;
  const ItemHashing hashing(family, Seed(script.number(1)));
  const std::uint64_t gross_total = std::min(script.number(8), kMaxGrossTotal);
  const LostSubTables lost = read_lost(script, shape.placement());
  Forgery forgery(shape, hashing);
  forgery.run(script);
  const auto table = forgery.table(gross_total, lost);
  if (!table) return 0;
  claim_the_wire_keeps_it(*table);
  fuzz::claim_nothing_is_lost_or_invented(*table);
  fuzz::claim_lookups_agree(*table);
  ask_for_every_key(*table);
  return 0;
}
