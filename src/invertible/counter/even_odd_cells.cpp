#include "invertible/counter/even_odd_cells.hpp"

namespace peel::detail {

void guess_one_of_a_class(unsigned key_words, std::uint64_t gross_total, GuessBatch& batch) {
  std::array<std::uint64_t, GuessBatch::kCells> inverses;
  std::array<unsigned, GuessBatch::kCells> class_with_keys;
  for (std::size_t i = 0; i < batch.size; ++i) {
    const std::uint64_t* sums = batch.copy(i) + 1;
    const bool no_even = is_empty(sums, key_words);
    const bool no_odd = is_empty(sums + key_words, key_words);
    class_with_keys[i] = no_even ? 1 : 0;
    const std::int64_t count = batch.count(i);
    const bool readable = (no_even || no_odd) && magnitude(count) <= gross_total;
    inverses[i] = readable ? field::element(count) : 0;
  }
  field::invert_all(std::span(inverses).first(batch.size));
  for (std::size_t i = 0; i < batch.size; ++i) {
    if (inverses[i] == 0) continue;
    const std::uint64_t* sum = batch.copy(i) + 1 + std::size_t{class_with_keys[i]} * key_words;
    std::array<std::uint64_t, kMaxKeyWords> key;
    for (unsigned w = 0; w < key_words; ++w) key[w] = field::multiply(sum[w], inverses[i]);
    batch.append(i, batch.count(i), key.data());
  }
}

}  // namespace peel::detail
