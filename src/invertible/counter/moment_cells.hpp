// Moment cells: the power sums S_r = sum of multiplicity * x^r, r = 0 to 3, where x is the key as an element
// of the field. They show one key or two, whatever the multiplicities, without trying any:
//
//   one    S0 S2 = S1^2 and S0 S3 = S1 S2; x = S1 / S0
//   two    x1 and x2 are the roots of X^2 - e1 X + e2, where
//            D = S0 S2 - S1^2,  e1 = (S0 S3 - S1 S2) / D,  e2 = (S1 S3 - S2^2) / D,
//          and S0 = m1 + m2, S1 = m1 x1 + m2 x2 give the multiplicities.
//
// This is Prony's method, or the decoding of a Reed-Solomon code with two errors. There is no check sum: of
// three keys it would make two that must be keys, belong into this very cell, and be there no more often than
// anything was ever inserted. docs/theory/invertible-counters.md says how rarely that happens.
//
// For keys of more than one word x is a digest, and two further sums for each word w of the key, of m w and
// of m w x, bring the words back.
#pragma once

#include "invertible/counter/standard_cells.hpp"

namespace peel::detail {

template <unsigned KeyWords>
class MomentCells {
 public:
  static constexpr unsigned kLevels = 2;  // one key, two keys
  static constexpr unsigned kSureLevels = 2;
  static constexpr bool kKeepsAKey = false;
  static constexpr bool kUsesHash = KeyWords != 1;  // as a digest
  static constexpr bool kHasCheckSum = false;

  explicit MomentCells(const CounterShape& shape) : key_words_(shape) {}

  unsigned words() const { return kPowers + (has_digest() ? 2 * key_words_() : 0); }
  unsigned sum_words() const { return words(); }

  void write_term(const std::uint64_t* key, std::uint64_t check, std::uint64_t* term) const {
    const std::uint64_t x = has_digest() ? check >> 4 : key[0];
    term[0] = 1;
    term[1] = x;
    term[2] = field::square(x);
    term[3] = field::multiply(term[2], x);
    if (!has_digest()) return;
    for (unsigned w = 0; w < key_words_(); ++w) {
      term[kPowers + 2 * w] = key[w];
      term[kPowers + 2 * w + 1] = field::multiply(key[w], x);
    }
  }

  void guess(unsigned level, std::uint64_t gross_total, GuessBatch& batch) const {
    if (level == 0) {
      guess_one(gross_total, batch);
    } else {
      guess_two(gross_total, batch);
    }
  }

 private:
  static constexpr unsigned kPowers = 4;
  using Elements = std::array<std::uint64_t, GuessBatch::kCells>;

  bool has_digest() const { return KeyWords != 1; }

  // The counts as elements.
  static Elements counts_of(const GuessBatch& batch, std::uint64_t gross_total) {
    Elements counts;
    for (std::size_t i = 0; i < batch.size; ++i)
      counts[i] = field::element(batch.honest_count(i, gross_total));
    return counts;
  }

  void guess_one(std::uint64_t gross_total, GuessBatch& batch) const {
    using field::multiply, field::square;
    Elements inverses = counts_of(batch, gross_total);
    for (std::size_t i = 0; i < batch.size; ++i) {
      const std::uint64_t* s = batch.copy(i);
      const bool one =
          multiply(inverses[i], s[2]) == square(s[1]) && multiply(inverses[i], s[3]) == multiply(s[1], s[2]);
      if (!one) inverses[i] = 0;
    }
    field::invert_all(std::span(inverses).first(batch.size));
    for (std::size_t i = 0; i < batch.size; ++i) {
      if (inverses[i] == 0) continue;
      std::array<std::uint64_t, kMaxKeyWords> key;
      if (!has_digest()) key[0] = multiply(batch.copy(i)[1], inverses[i]);
      for (unsigned w = 0; has_digest() && w < key_words_(); ++w) {
        key[w] = multiply(batch.copy(i)[kPowers + 2 * w], inverses[i]);
      }
      batch.append(i, batch.count(i), key.data());
    }
  }

  void guess_two(std::uint64_t gross_total, GuessBatch& batch) const {
    using field::multiply, field::square, field::subtract, field::add;
    const Elements s0 = counts_of(batch, gross_total);
    Elements inverse, sum, squared_gap, gap;  // 1 / D; e1 = x1 + x2; (x1 - x2)^2; x1 - x2
    for (std::size_t i = 0; i < batch.size; ++i) {
      const std::uint64_t* s = batch.copy(i);
      inverse[i] = subtract(multiply(s0[i], s[2]), square(s[1]));
    }
    field::invert_all(std::span(inverse).first(batch.size));
    for (std::size_t i = 0; i < batch.size; ++i) {
      const std::uint64_t* s = batch.copy(i);
      sum[i] = multiply(subtract(multiply(s0[i], s[3]), multiply(s[1], s[2])), inverse[i]);
      const std::uint64_t product = multiply(subtract(multiply(s[1], s[3]), square(s[2])), inverse[i]);
      const std::uint64_t twice = add(product, product);
      squared_gap[i] = subtract(square(sum[i]), add(twice, twice));
      gap[i] = squared_gap[i];
    }
    field::square_roots(std::span(gap).first(batch.size));
    for (std::size_t i = 0; i < batch.size; ++i) {
      const bool two = inverse[i] != 0 && square(gap[i]) == squared_gap[i];
      inverse[i] = gap[i] = two ? gap[i] : 0;  // from here on the inverse of the gap
    }
    field::invert_all(std::span(inverse).first(batch.size));
    for (std::size_t i = 0; i < batch.size; ++i) {
      if (inverse[i] == 0) continue;
      const std::uint64_t* s = batch.copy(i);
      const Pair x{field::half(add(sum[i], gap[i])), field::half(subtract(sum[i], gap[i]))};
      if (magnitude(batch.count(i)) > gross_total) continue;
      const std::uint64_t m = multiply(subtract(s[1], multiply(x.second, s0[i])), inverse[i]);
      const std::int64_t first = field::number(m);
      const std::int64_t second = batch.count(i) - first;
      const bool in_range = first != 0 && second != 0 && magnitude(first) + magnitude(second) <= gross_total;
      if (in_range) append_pair(i, x, first, second, inverse[i], batch);
    }
  }

  struct Pair {
    std::uint64_t first;
    std::uint64_t second;
  };

  void append_pair(std::size_t i, const Pair& x, std::int64_t first, std::int64_t second,
                   std::uint64_t inverse_gap, GuessBatch& batch) const {
    using field::multiply, field::subtract;
    std::array<std::uint64_t, kMaxKeyWords> key, other;
    if (!has_digest()) {
      key[0] = x.first;
      other[0] = x.second;
    } else {
      // T0 = m1 w1 + m2 w2 and T1 = m1 x1 w1 + m2 x2 w2.
      std::array<std::uint64_t, 2> inverses{field::element(first), field::element(second)};
      field::invert_all(inverses);
      for (std::uint64_t& each : inverses) each = multiply(each, inverse_gap);
      for (unsigned w = 0; w < key_words_(); ++w) {
        const std::uint64_t t0 = batch.copy(i)[kPowers + 2 * w];
        const std::uint64_t t1 = batch.copy(i)[kPowers + 2 * w + 1];
        key[w] = multiply(subtract(t1, multiply(x.second, t0)), inverses[0]);
        other[w] = multiply(subtract(multiply(x.first, t0), t1), inverses[1]);
      }
    }
    if (!batch.keys.may_be_key(key.data()) || !batch.keys.may_be_key(other.data())) return;
    batch.append(i, first, key.data());
    batch.append(i, second, other.data());
  }

  KeyWordCount<KeyWords> key_words_;
};

}  // namespace peel::detail
