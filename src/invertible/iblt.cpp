#include "peel/invertible/iblt.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/cell_range.hpp"
#include "invertible/incompatibility.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace peel {

namespace {

using detail::CellLayout;

tl::unexpected<Error> malformed_cell(std::uint64_t cell, const std::string& why) {
  return failure(ErrorCode::malformed, "cell " + std::to_string(cell) + " " + why);
}

}  // namespace

Iblt::Iblt(const IbltShape& shape, HashFamily family, Seed seed) : Iblt(shape, ItemHashing(family, seed)) {}

Iblt::Iblt(const IbltShape& shape, ItemHashing hashing)
    : shape_(shape), hashing_(std::move(hashing)), cells_((shape.cells().value + 1) * shape.cell_words()) {}

Iblt::Iblt(const IbltShape& shape, ItemHashing hashing, std::vector<std::uint64_t> cells_and_sink)
    : shape_(shape), hashing_(std::move(hashing)), cells_(std::move(cells_and_sink)) {}

Result<Iblt> Iblt::from_cells(const IbltShape& shape, ItemHashing hashing, std::uint64_t gross_total,
                              LostSubTables lost, std::vector<std::uint64_t> cells) {
  const CellLayout layout(shape);
  if (cells.size() != shape.cells().value * layout.words) {
    return failure(ErrorCode::malformed, std::to_string(cells.size()) + " words for " +
                                             std::to_string(shape.cells().value) + " cells of " +
                                             std::to_string(layout.words) + " words");
  }
  if (gross_total > kMaxGrossTotal) {
    return failure(ErrorCode::malformed, "a gross total of " + std::to_string(gross_total) +
                                             " is beyond the limit of " + std::to_string(kMaxGrossTotal));
  }
  LostSubTables missing;  // built anew: the caller's may belong to another placement
  for (const std::uint32_t index : lost.indexes()) {
    if (auto ok = missing.add(SubTable(index), shape.placement()); !ok) {
      return failure(ErrorCode::malformed, ok.error().sentence());
    }
  }
  const std::uint64_t sub_cells = shape.placement().sub_table_cells().value;
  for (std::uint64_t c = 0; c < shape.cells().value; ++c) {
    const std::uint64_t* cell = &cells[c * layout.words];
    const std::string wrong = detail::out_of_range(cell, shape, gross_total);
    if (!wrong.empty()) return malformed_cell(c, wrong);
    if (lost.contains(c / sub_cells) && !detail::is_empty(cell, layout.words)) {
      return malformed_cell(c, "is in a lost sub-table but not empty");
    }
  }
  cells.resize(cells.size() + layout.words);  // the sink; without a copy if there is room for it
  Iblt table(shape, std::move(hashing), std::move(cells));
  table.gross_total_ = gross_total;
  table.lost_ = std::move(lost);
  return table;
}

Result<void> Iblt::update_one(ByteView key, ByteView value, std::int64_t times) {
  const std::size_t key_width = shape_.key_width().value;
  const std::size_t value_width = shape_.value_width().value;
  if (key.size() != key_width || value.size() != value_width) {
    return failure(ErrorCode::invalid_argument, "a key of " + std::to_string(key.size()) +
                                                    " bytes with a value of " + std::to_string(value.size()) +
                                                    ": this table takes keys of " +
                                                    std::to_string(key_width) + " and values of " +
                                                    std::to_string(value_width) + " bytes");
  }
  return update_counted({key, value}, 1, times);
}

Result<void> Iblt::update_integer(std::uint64_t key, ByteView value, std::int64_t times) {
  std::array<std::byte, 8> bytes;
  store_le(bytes.data(), key);
  return update_one(bytes, value, times);
}

// Integer keys as the bytes that the table takes: as they stand where the machine is little-endian.
Result<ByteView> Iblt::as_packed(std::span<const std::uint64_t> keys, Bytes& room) const {
  if (shape_.key_width().value != 8) {
    return failure(ErrorCode::invalid_argument, "integers are keys of 8 bytes: this table takes keys of " +
                                                    std::to_string(shape_.key_width().value) + " bytes");
  }
  if constexpr (std::endian::native == std::endian::little) return std::as_bytes(keys);
  room.resize(keys.size() * 8);
  for (std::size_t i = 0; i < keys.size(); ++i) store_le(&room[i * 8], keys[i]);
  return room;
}

Result<void> Iblt::update_integers(std::span<const std::uint64_t> keys, ByteView values, std::int64_t times) {
  Bytes room;
  const auto packed = as_packed(keys, room);
  if (!packed) return failure(packed.error());
  return update({*packed, values}, times);
}

Result<void> Iblt::get(std::span<const std::uint64_t> keys, std::span<Lookup> answers,
                       std::span<std::byte> values) const {
  Bytes room;
  const auto packed = as_packed(keys, room);
  if (!packed) return failure(packed.error());
  return get(*packed, answers, values);
}

Result<Unpoisoned> Iblt::unpoison(std::span<const std::uint64_t> our_keys, ByteView our_values) const {
  Bytes room;
  const auto packed = as_packed(our_keys, room);
  if (!packed) return failure(packed.error());
  return unpoison({*packed, our_values});
}

Result<void> Iblt::add(PackedPairs pairs, std::int64_t times) {
  const bool once = times >= -1 && times <= 1;
  if (!once && !shape_.tolerates().duplicates) {
    return failure(ErrorCode::unsupported, "adding a pair " + std::to_string(times) +
                                               " times needs a table that tolerates duplicates: "
                                               "prime-field cells with checks");
  }
  return update(pairs, times);
}

Result<void> Iblt::combine(const Iblt& other, std::int64_t sign) {
  std::string difference = detail::difference_of(shape_, other.shape_);
  if (difference.empty()) difference = detail::difference_of(hashing_, other.hashing_);
  if (!difference.empty()) {
    return failure(ErrorCode::incompatible, "these tables cannot be combined: they have " + difference);
  }
  if (other.gross_total_ > kMaxGrossTotal - gross_total_) {
    return failure(
        ErrorCode::limit_exceeded,
        "together the tables saw more than " + std::to_string(kMaxGrossTotal) + " insertions and deletions");
  }
  LostSubTables lost = lost_;
  for (const std::uint32_t index : other.lost_.indexes()) {
    if (auto ok = lost.add(SubTable(index), shape_.placement()); !ok) {
      return failure(ErrorCode::incompatible,
                     "together the tables have lost too much: " + ok.error().sentence());
    }
  }
  gross_total_ += other.gross_total_;
  detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    const Layout layout(shape_);
    for (std::size_t at = 0; at < cells_.size(); at += layout.words) {
      if (sign > 0) {
        detail::add_to_cell<Arithmetic>(&cells_[at], &other.cells_[at], layout);
      } else {
        detail::subtract_from_cell<Arithmetic>(&cells_[at], &other.cells_[at], layout);
      }
    }
  });
  lost_ = std::move(lost);
  for (const std::uint32_t index : lost_.indexes()) drop_sub_table(index);
  return {};
}

Result<void> Iblt::merge(const Iblt& other) {
  return combine(other, 1);
}

Result<void> Iblt::subtract(const Iblt& other) {
  // Without checks a difference cannot be listed; without a check of values, a key whose value differs
  // cancels but for its value, and pairs that share its cells would be listed with a wrong one.
  if (!shape_.tolerates().several_values) {
    return failure(
        ErrorCode::unsupported,
        "only cells that check keys, and values if there are any, can be subtracted: make both tables "
        "with CellChecks::keys_and_values");
  }
  return combine(other, -1);
}

void Iblt::drop_sub_table(std::uint64_t index) {
  const std::size_t size = shape_.placement().sub_table_cells().value * shape_.cell_words();
  std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(index * size), size, 0);
}

Result<void> Iblt::declare_lost(SubTable sub_table) {
  if (auto ok = lost_.add(sub_table, shape_.placement()); !ok) return failure(ok.error());
  drop_sub_table(sub_table.value);
  return {};
}

bool Iblt::empty() const {
  return std::ranges::all_of(cells(), [](std::uint64_t word) { return word == 0; });
}

}  // namespace peel
