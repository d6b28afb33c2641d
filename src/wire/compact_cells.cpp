#include "compact_cells.hpp"

#include "bits.hpp"
#include "core/assert.hpp"
#include "rice.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <algorithm>
#include <string>

namespace peel::wire {

namespace {

__extension__ using Int128 = __int128;

bool is_empty(std::span<const std::uint64_t> cell) {
  return std::ranges::all_of(cell, [](std::uint64_t word) { return word == 0; });
}

template <class Use>
void for_each_cell(std::span<const std::uint64_t> cells, unsigned words, Use use) {
  for (; !cells.empty(); cells = cells.subspan(words)) use(cells.first(words));
}

// floor((2 sum + n) / 2n): the mean to the nearest whole number, halves upwards, also below zero; 0 of none.
std::int64_t rounded_mean(Int128 sum, std::uint64_t n) {
  if (n == 0) return 0;
  const Int128 dividend = 2 * sum + n, divisor = 2 * Int128{n};
  const Int128 quotient = dividend / divisor;
  return static_cast<std::int64_t>(dividend % divisor < 0 ? quotient - 1 : quotient);
}

std::uint64_t residual_code(std::uint64_t count, std::int64_t base) {
  return zigzag(count - static_cast<std::uint64_t>(base));
}

// The cells that follow: all of them, or behind a flag for each those alone that are in use.
struct Following {
  std::uint64_t flags = 0;
  std::uint64_t cells = 0;
  std::int64_t base = 0;
  RiceCost counts = {};

  CompactPlan plan(const CellFields& fields) const {
    const RiceCost::Best best = counts.best();
    return {flags > 0, base, best.parameter, 1 + flags + best.bits + cells * fields.bits_beside_count()};
  }
};

}  // namespace

CompactPlan plan_compact(const CellFields& fields, std::span<const std::uint64_t> cells) {
  Following all, in_use;
  Int128 sum = 0;  // of both: empty cells count nothing
  for_each_cell(cells, fields.words, [&](auto cell) {
    sum += static_cast<std::int64_t>(cell[0]);
    ++all.cells;
    if (!is_empty(cell)) ++in_use.cells;
  });
  in_use.flags = all.cells;
  all.base = rounded_mean(sum, all.cells);
  in_use.base = rounded_mean(sum, in_use.cells);
  for_each_cell(cells, fields.words, [&](auto cell) {
    all.counts.add(residual_code(cell[0], all.base));
    if (!is_empty(cell)) in_use.counts.add(residual_code(cell[0], in_use.base));
  });
  const CompactPlan in_full = all.plan(fields), elided = in_use.plan(fields);
  return elided.stream_bits < in_full.stream_bits ? elided : in_full;
}

namespace {

Bytes prelude(const CompactPlan& plan) {
  ByteWriter out;
  out.varint(zigzag(static_cast<std::uint64_t>(plan.base)));
  out.integer(plan.parameter, 1);
  return out.take();
}

}  // namespace

std::uint64_t compact_cell_bytes(const CompactPlan& plan) {
  return prelude(plan).size() + (plan.stream_bits + 7) / 8;
}

Bytes compact_cells(const CellFields& fields, std::span<const std::uint64_t> cells, const CompactPlan& plan) {
  BitWriter out(plan.stream_bits);
  out.put(plan.elides_empty_cells ? 1 : 0, 1);
  if (plan.elides_empty_cells) {
    for_each_cell(cells, fields.words, [&](auto cell) { out.put(is_empty(cell) ? 0 : 1, 1); });
  }
  for_each_cell(cells, fields.words, [&](auto cell) {
    if (plan.elides_empty_cells && is_empty(cell)) return;
    put_rice(out, residual_code(cell[0], plan.base), plan.parameter);
    for (unsigned w = 1; w < fields.words; ++w) out.put(cell[w], fields.bits[w]);
  });
  Bytes bytes = prelude(plan);
  const Bytes stream = out.take();
  bytes.insert(bytes.end(), stream.begin(), stream.end());
  return bytes;
}

namespace {

// Whether `bits` are enough for so many cells in full, each with at least one bit for its count.
Result<void> check_room(std::uint64_t bits, std::uint64_t cells, const CellFields& fields) {
  const std::uint64_t least = cells * (1 + fields.bits_beside_count());
  if (bits >= least) return {};
  return malformed(std::to_string(cells) + " cells need at least " + std::to_string(least) + " bits, " +
                   std::to_string(bits) + " are left");
}

// One cell behind `in`, written to `cell`. False if its count has a code that no encoder writes.
bool read_cell(BitReader& in, const CellFields& fields, const CompactPlan& plan, std::uint64_t* cell) {
  const auto code = get_rice(in, plan.parameter);
  if (!code) return false;
  cell[0] = unzigzag(*code) + static_cast<std::uint64_t>(plan.base);
  for (unsigned w = 1; w < fields.words; ++w) cell[w] = in.get(fields.bits[w]);
  return true;
}

Result<std::vector<std::uint64_t>> read_cells(const CellFields& fields, const CompactPlan& plan,
                                              BitReader in) {
  const std::uint64_t cells = fields.cells;
  BitReader flags = in;  // one for each cell; read beside the cells, from here on
  std::uint64_t in_use = cells;
  if (plan.elides_empty_cells) {
    if (in.remaining() < cells) {
      return malformed(std::to_string(cells) + " cells need at least as many bits, " +
                       std::to_string(in.remaining()) + " are left");
    }
    in_use = 0;
    for (std::uint64_t c = 0; c < cells; ++c) in_use += in.get(1);
  }
  if (auto ok = check_room(in.remaining(), in_use, fields); !ok) return failure(ok.error());
  if (auto ok = check_unfolding({8 * cells * fields.words, compact_cell_bytes(plan)}); !ok)
    return failure(ok.error());

  std::vector<std::uint64_t> words;
  words.reserve((cells + 1) * fields.words);  // Iblt::from_cells appends a cell
  words.resize(cells * fields.words);
  for (std::uint64_t c = 0; c < cells; ++c) {
    if (plan.elides_empty_cells && flags.get(1) == 0) continue;
    std::uint64_t* const cell = &words[c * fields.words];
    if (!read_cell(in, fields, plan, cell)) {
      return malformed("cell " + std::to_string(c) + " has a count in a longer code than it needs");
    }
    if (in.ran_out()) return malformed("the bits end inside cell " + std::to_string(c));
    if (plan.elides_empty_cells && is_empty(std::span(cell, fields.words))) {
      return malformed("cell " + std::to_string(c) + " is empty but not left out");
    }
  }
  if (in.remaining() >= 8) {
    return malformed(std::to_string(in.remaining() / 8) + " bytes follow the last cell; accepted are none");
  }
  if (in.get(static_cast<unsigned>(in.remaining())) != 0) {
    return malformed("the padding behind the last cell is not zero");
  }
  return words;
}

}  // namespace

Result<std::vector<std::uint64_t>> cells_of_compact(const CellFields& fields, ByteView bytes) {
  ByteReader reader(bytes);
  const auto base = reader.varint("the base of counts");
  if (!base) return failure(base.error());
  const auto parameter = reader.integer(1, "the Rice parameter");
  if (!parameter) return failure(parameter.error());
  if (*parameter > kMaxRiceParameter) {
    return malformed("a Rice parameter of " + std::to_string(*parameter) + "; accepted are 0 to " +
                     std::to_string(kMaxRiceParameter));
  }
  BitReader in(bytes.last(reader.remaining()));
  const bool elided = in.get(1) != 0;
  const CompactPlan claimed{elided, static_cast<std::int64_t>(unzigzag(*base)),
                            static_cast<unsigned>(*parameter), 8 * std::uint64_t{reader.remaining()}};
  auto words = read_cells(fields, claimed, in);
  if (!words) return words;

  const CompactPlan ruled = plan_compact(fields, *words);
  if (ruled.elides_empty_cells != claimed.elides_empty_cells) {
    return malformed(elided ? "empty cells are left out where that saves nothing"
                            : "empty cells are written where leaving them out saves bits");
  }
  if (ruled.base != claimed.base) {
    return malformed("counts are based on " + std::to_string(claimed.base) + "; accepted is their mean, " +
                     std::to_string(ruled.base));
  }
  if (ruled.parameter != claimed.parameter) {
    return malformed("a Rice parameter of " + std::to_string(claimed.parameter) +
                     "; accepted is the one that gives the fewest bits, " + std::to_string(ruled.parameter));
  }
  PEEL_ASSERT(compact_cell_bytes(ruled) == bytes.size());
  return words;
}

}  // namespace peel::wire
