// What a counter knows of single keys. A cell that shows all its keys tells exactly how often any key is in
// it; a cell that does not still bounds it by its count.
#include "peel/invertible/invertible_counter.hpp"

#include "invertible/counter/cell_reader.hpp"
#include "invertible/counter/counter_cells.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace peel {

namespace {

using detail::CellReader;
using detail::GuessBatch;
using detail::KeyBatch;

template <class Cells>
class Asker {
 public:
  Asker(const Cells& cells, const InvertibleCounter& counter)
      : cells_(cells),
        counter_(counter),
        width_(counter.shape().key_width().value),
        asked_(counter.shape(), counter.hashing()),
        reader_(cells, counter.shape(), counter.hashing()) {}

  void answer(ByteView keys, std::span<Multiplicity> answers) {
    for (std::size_t first = 0; first < answers.size(); first += kBatch) {
      const std::size_t n = std::min(kBatch, answers.size() - first);
      asked_.take_keys(keys.subspan(first * width_, n * width_), n);
      for (std::size_t i = 0; i < n; ++i) asked_.prefetch(i, counter_.cells().data(), cells_.words());
      for (std::size_t i = 0; i < n; ++i) {
        answers[first + i] = ask_cells_of(i, keys.subspan((first + i) * width_, width_));
      }
    }
  }

 private:
  static constexpr std::size_t kBatch = 32;

  Multiplicity ask_cells_of(std::size_t asked, ByteView key) {
    reader_.batch.clear();
    Multiplicity answer{std::numeric_limits<std::int64_t>::max(), false};
    for (unsigned j = 0; j < asked_.cells_per_key(); ++j) {
      const CellIndex index = asked_.cells(asked)[j];
      const std::uint64_t* cell = &counter_.cells()[std::size_t{index} * cells_.words()];
      if (detail::is_empty(cell, cells_.sum_words())) return {0, true};
      answer.count = std::min(answer.count, detail::count_of(cell));
      reader_.batch.take(index, cell, cells_.words());
    }
    for (unsigned level = 0; level < Cells::kSureLevels; ++level) {
      reader_.read(level, counter_.gross_total());
      for (std::size_t i = 0; i < reader_.batch.size; ++i) {
        if (!reader_.certain_keys(i).none()) return {count_in(i, key), true};
      }
    }
    return answer;
  }

  std::int64_t count_in(std::size_t i, ByteView key) const {
    const GuessBatch& batch = reader_.batch;
    for (std::size_t f = reader_.certain_keys(i).first; f < reader_.certain_keys(i).last; ++f) {
      if (std::ranges::equal(batch.keys.key(f), key)) return batch.counts[f];
    }
    return 0;
  }

  const Cells& cells_;
  const InvertibleCounter& counter_;
  const std::size_t width_;
  KeyBatch asked_;
  CellReader<Cells> reader_;
};

}  // namespace

Result<void> InvertibleCounter::counts_of(ByteView keys, std::span<Multiplicity> answers) const {
  const auto count = count_keys(keys);
  if (!count) return failure(count.error());
  if (*count != answers.size()) {
    return failure(ErrorCode::invalid_argument, "room for " + std::to_string(answers.size()) +
                                                    " answers for " + std::to_string(*count) + " keys");
  }
  detail::with_cells(
      shape_, [&]<class Cells>(const Cells& cells) { Asker<Cells>(cells, *this).answer(keys, answers); });
  return {};
}

Result<Multiplicity> InvertibleCounter::count_of(ByteView key) const {
  if (key.size() != shape_.key_width().value) {
    return failure(ErrorCode::invalid_argument, "a key of " + std::to_string(key.size()) +
                                                    " bytes: this counter takes keys of " +
                                                    std::to_string(shape_.key_width().value) + " bytes");
  }
  Multiplicity answer;
  auto ok = counts_of(key, std::span(&answer, 1));
  if (!ok) return failure(ok.error());
  return answer;
}

Result<Multiplicity> InvertibleCounter::count_of(std::uint64_t key) const {
  std::array<std::byte, 8> bytes;
  store_le(bytes.data(), key);
  return count_of(bytes);
}

}  // namespace peel
