// GET [Goodrich, Mitzenmacher 2011, 2.3 and Figure 3, as corrected in docs/theory/peeling.md]: the first cell
// of the key that can tell, tells.
#include "peel/invertible/iblt.hpp"

#include "invertible/item_batch.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace peel {

namespace {

using detail::ItemBatch;

template <class Arithmetic, class Layout>
class Getter {
 public:
  explicit Getter(const Iblt& table)
      : table_(table), layout_(table.shape()), tolerated_(table.shape().tolerates()) {}

  void answer(ByteView packed_keys, std::span<Lookup> answers, std::span<std::byte> values) {
    for (std::size_t first = 0; first < answers.size(); first += ItemBatch::kCapacity) {
      const std::size_t n = std::min(ItemBatch::kCapacity, answers.size() - first);
      const ByteView keys = packed_keys.subspan(first * layout_.key_width, n * layout_.key_width);
      batch_.locate(table_.shape(), table_.hashing(), table_.lost_sub_tables(), keys, n);
      batch_.prefetch_all(table_.cells().data(), layout_.words);
      for (std::size_t i = 0; i < n; ++i) {
        detail::to_limbs(&keys[i * layout_.key_width], layout_.key_width, layout_.limb_bytes,
                         key_limbs_.data());
        answers[first + i] = ask_cells_of(i);
        const bool has_value = answers[first + i].multiplicity > 0;
        if (has_value && !values.empty()) {
          std::copy_n(value_.begin(), layout_.value_width,
                      values.begin() + static_cast<std::ptrdiff_t>((first + i) * layout_.value_width));
        }
      }
    }
  }

 private:
  Lookup ask_cells_of(std::size_t i) {
    for (unsigned j = 0; j < batch_.cells_per_key(); ++j) {
      if (batch_.cells(i)[j] == detail::sink_of(table_.shape())) continue;
      const std::uint64_t* cell = &table_.cells()[std::size_t{batch_.cells(i)[j]} * layout_.words];
      const Lookup::Answer answer = ask(cell, batch_.key_check(i));
      if (answer == Lookup::Answer::absent) return {answer, 0};
      if (answer == Lookup::Answer::unknown) continue;
      // A wrong value: this key has several, or another one cancels here but for its values. Ask on.
      if (!read_value(cell, batch_.key_check(i))) continue;
      return {answer, detail::magnitude(detail::count_of(cell))};
    }
    return {Lookup::Answer::unknown, 0};
  }

  // What one cell says of the key.
  Lookup::Answer ask(const std::uint64_t* cell, std::uint64_t key_check) const {
    using Answer = Lookup::Answer;
    const std::int64_t count = detail::count_of(cell);
    if (layout_.checks == 0) {
      // Only legal operations: an empty cell, or one with a single other key, proves absence.
      if (count == 0) return Answer::absent;
      if (count != 1) return Answer::unknown;
      return holds_only(cell, count, key_check) ? Answer::present : Answer::absent;
    }
    if (detail::is_empty(cell, layout_.words)) return Answer::absent;
    const bool readable = tolerated_.duplicates
                              ? count != 0 && detail::magnitude(count) <= table_.gross_total()
                              : count == 1 || count == -1;
    if (!readable || !holds_only(cell, count, key_check)) return Answer::unknown;
    return count > 0 ? Answer::present : Answer::deleted;
  }

  bool holds_only(const std::uint64_t* cell, std::int64_t count, std::uint64_t key_check) const {
    for (unsigned w = 1; w < layout_.value_at; ++w) {
      if (cell[w] != Arithmetic::times(key_limbs_[w - 1], count)) return false;
    }
    return layout_.checks == 0 ||
           cell[layout_.check_at] == (Arithmetic::check_times(key_check, count) & layout_.check_mask);
  }

  // Reads the value of a cell that holds one key alone into value_; false if the key has several values
  // there.
  bool read_value(const std::uint64_t* cell, std::uint64_t key_check) {
    if (layout_.value_width == 0) return true;
    const std::int64_t count = detail::count_of(cell);
    const std::uint64_t inverse = Arithmetic::inverse(count);
    std::array<std::uint64_t, kMaxCellWords> limbs;
    for (unsigned w = layout_.value_at; w < layout_.check_at; ++w) {
      limbs[w - layout_.value_at] = Arithmetic::quotient(cell[w], inverse);
    }
    if (!detail::from_limbs(limbs.data(), layout_.value_width, layout_.limb_bytes, value_.data()))
      return false;
    if (layout_.checks < 2) return true;
    std::uint64_t check = 0;
    table_.hashing().check_values(std::span(&key_check, 1), ByteView(value_).first(layout_.value_width),
                                  layout_.value_width, std::span(&check, 1));
    return cell[layout_.check_at + 1] == (Arithmetic::check_times(check, count) & layout_.check_mask);
  }

  const Iblt& table_;
  const Layout layout_;
  const IbltFaults tolerated_;
  ItemBatch batch_;
  std::array<std::uint64_t, kMaxCellWords> key_limbs_;
  std::array<std::byte, kMaxValueWidth> value_;
};

}  // namespace

Result<ValueLookup> Iblt::get(ByteView key) const {
  Lookup lookup;
  Bytes value(shape_.value_width().value);
  auto ok = get(key, std::span(&lookup, 1), value);
  if (!ok) return failure(ok.error());
  if (lookup.multiplicity == 0) value.clear();
  return ValueLookup{lookup, std::move(value)};
}

Result<ValueLookup> Iblt::get_integer(std::uint64_t key) const {
  std::array<std::byte, 8> bytes;
  store_le(bytes.data(), key);
  return get(bytes);
}

Result<void> Iblt::get(ByteView packed_keys, std::span<Lookup> answers, std::span<std::byte> values) const {
  const std::size_t key_width = shape_.key_width().value;
  const std::size_t value_width = shape_.value_width().value;
  if (packed_keys.size() != answers.size() * key_width) {
    return failure(ErrorCode::invalid_argument, std::to_string(packed_keys.size()) + " bytes of keys for " +
                                                    std::to_string(answers.size()) +
                                                    " answers: this table takes keys of " +
                                                    std::to_string(key_width) + " bytes");
  }
  if (!values.empty() && values.size() != answers.size() * value_width) {
    return failure(ErrorCode::invalid_argument, "room for " + std::to_string(values.size()) +
                                                    " bytes of values for " + std::to_string(answers.size()) +
                                                    " answers: this table holds values of " +
                                                    std::to_string(value_width) + " bytes");
  }
  detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    Getter<Arithmetic, Layout>(*this).answer(packed_keys, answers, values);
  });
  return {};
}

}  // namespace peel
