#include "iblt_compact.hpp"

#include "bits.hpp"
#include "core/assert.hpp"
#include "rice.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace peel::wire {

namespace {

__extension__ using Int128 = __int128;

tl::unexpected<Error> malformed(std::string sentence) {
  return failure(ErrorCode::malformed, std::move(sentence));
}

// The bits of each word of a cell but the count, which is not of fixed width.
struct FieldWidths {
  explicit FieldWidths(const IbltShape& shape) : words(shape.cell_words()) {
    add_limbs(shape, 1, shape.key_width().value);
    add_limbs(shape, shape.value_offset(), shape.value_width().value);
    for (unsigned w = shape.check_offset(); w < words; ++w) {
      bits[w] = static_cast<unsigned>(shape.check_bits().value);
    }
    for (unsigned w = 1; w < words; ++w) sum += bits[w];
  }

  unsigned words;
  std::array<unsigned, kMaxCellWords> bits{};
  std::uint64_t sum = 0;

 private:
  void add_limbs(const IbltShape& shape, unsigned first, std::uint64_t width) {
    for (std::uint64_t at = 0; at < width; at += shape.limb_bytes()) {
      bits[first++] = limb_bits(shape, std::min<std::uint64_t>(shape.limb_bytes(), width - at));
    }
  }

  static unsigned limb_bits(const IbltShape& shape, std::uint64_t held_bytes) {
    switch (shape.arithmetic()) {
      case CellArithmetic::xor_sums:
        return static_cast<unsigned>(8 * held_bytes);
      case CellArithmetic::wrapping_sums:
        return 64;
      case CellArithmetic::prime_field:
        break;
    }
    return 61;
  }
};

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

  CompactPlan plan(const FieldWidths& widths) const {
    const RiceCost::Best best = counts.best();
    return {flags > 0, base, best.parameter, 1 + flags + best.bits + cells * widths.sum};
  }
};

}  // namespace

std::uint64_t bits_beside_count(const IbltShape& shape) {
  return FieldWidths(shape).sum;
}

CompactPlan plan_compact(const IbltShape& shape, std::span<const std::uint64_t> cells) {
  const FieldWidths widths(shape);
  Following all, in_use;
  Int128 sum = 0;  // of both: empty cells count nothing
  for_each_cell(cells, widths.words, [&](auto cell) {
    sum += static_cast<std::int64_t>(cell[0]);
    ++all.cells;
    if (!is_empty(cell)) ++in_use.cells;
  });
  in_use.flags = all.cells;
  all.base = rounded_mean(sum, all.cells);
  in_use.base = rounded_mean(sum, in_use.cells);
  for_each_cell(cells, widths.words, [&](auto cell) {
    all.counts.add(residual_code(cell[0], all.base));
    if (!is_empty(cell)) in_use.counts.add(residual_code(cell[0], in_use.base));
  });
  const CompactPlan in_full = all.plan(widths), elided = in_use.plan(widths);
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

Bytes compact_cells(const IbltShape& shape, std::span<const std::uint64_t> cells, const CompactPlan& plan) {
  const FieldWidths widths(shape);
  BitWriter out(plan.stream_bits);
  out.put(plan.elides_empty_cells ? 1 : 0, 1);
  if (plan.elides_empty_cells) {
    for_each_cell(cells, widths.words, [&](auto cell) { out.put(is_empty(cell) ? 0 : 1, 1); });
  }
  for_each_cell(cells, widths.words, [&](auto cell) {
    if (plan.elides_empty_cells && is_empty(cell)) return;
    put_rice(out, residual_code(cell[0], plan.base), plan.parameter);
    for (unsigned w = 1; w < widths.words; ++w) out.put(cell[w], widths.bits[w]);
  });
  Bytes bytes = prelude(plan);
  const Bytes stream = out.take();
  bytes.insert(bytes.end(), stream.begin(), stream.end());
  return bytes;
}

namespace {

// Whether `bits` are enough for so many cells in full, each with at least one bit for its count.
Result<void> check_room(std::uint64_t bits, std::uint64_t cells, const FieldWidths& widths) {
  const std::uint64_t least = cells * (1 + widths.sum);
  if (bits >= least) return {};
  return malformed(std::to_string(cells) + " cells need at least " + std::to_string(least) + " bits, " +
                   std::to_string(bits) + " are left");
}

// One cell behind `in`, written to `cell`. False if its count has a code that no encoder writes.
bool read_cell(BitReader& in, const FieldWidths& widths, const CompactPlan& plan, std::uint64_t* cell) {
  const auto code = get_rice(in, plan.parameter);
  if (!code) return false;
  cell[0] = unzigzag(*code) + static_cast<std::uint64_t>(plan.base);
  for (unsigned w = 1; w < widths.words; ++w) cell[w] = in.get(widths.bits[w]);
  return true;
}

Result<std::vector<std::uint64_t>> read_cells(const IbltShape& shape, const CompactPlan& plan, BitReader in) {
  const FieldWidths widths(shape);
  const std::uint64_t cells = shape.cells().value;
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
  if (auto ok = check_room(in.remaining(), in_use, widths); !ok) return failure(ok.error());

  std::vector<std::uint64_t> words;
  words.reserve((cells + 1) * widths.words);  // Iblt::from_cells appends a cell
  words.resize(cells * widths.words);
  for (std::uint64_t c = 0; c < cells; ++c) {
    if (plan.elides_empty_cells && flags.get(1) == 0) continue;
    std::uint64_t* const cell = &words[c * widths.words];
    if (!read_cell(in, widths, plan, cell)) {
      return malformed("cell " + std::to_string(c) + " has a count in a longer code than it needs");
    }
    if (in.ran_out()) return malformed("the bits end inside cell " + std::to_string(c));
    if (plan.elides_empty_cells && is_empty(std::span(cell, widths.words))) {
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

Result<std::vector<std::uint64_t>> cells_of_compact(const IbltShape& shape, ByteView bytes) {
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
  auto words = read_cells(shape, claimed, in);
  if (!words) return words;

  const CompactPlan ruled = plan_compact(shape, *words);
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
