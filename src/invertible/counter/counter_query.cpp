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
    const std::size_t group =
        GuessBatch::kCells / counter_.shape().hashes().value;  // whose cells fill a batch
    for (std::size_t first = 0; first < answers.size(); first += group) {
      const std::size_t n = std::min(group, answers.size() - first);
      answer_group(keys.subspan(first * width_, n * width_), answers.subspan(first, n));
    }
  }

 private:
  const std::uint64_t* cell(CellIndex index) const {
    return &counter_.cells()[std::size_t{index} * cells_.words()];
  }

  void answer_group(ByteView keys, std::span<Multiplicity> answers) {
    asked_.take_keys(keys, answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i)
      asked_.prefetch(i, counter_.cells().data(), cells_.words());
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = bound_of(i);
    for (unsigned level = 0; level < Cells::kSureLevels; ++level) {
      take_cells_of_open_questions(answers);
      if (reader_.batch.size == 0) return;
      reader_.read(level, counter_.gross_total());
      for (std::size_t c = 0; c < reader_.batch.size; ++c) {
        const std::size_t i = asked_by_[c];
        if (reader_.certain_keys(c).none()) continue;
        answers[i] = {count_in(c, keys.subspan(i * width_, width_)), true};
      }
    }
  }

  // The smallest count of the key's cells; exactly 0 if one of them is empty.
  Multiplicity bound_of(std::size_t i) const {
    Multiplicity bound{std::numeric_limits<std::int64_t>::max(), false};
    for (unsigned j = 0; j < asked_.cells_per_key(); ++j) {
      const std::uint64_t* at = cell(asked_.cells(i)[j]);
      if (detail::is_empty(at, cells_.sum_words())) return {0, true};
      bound.count = std::min(bound.count, detail::count_of(at));
    }
    return bound;
  }

  void take_cells_of_open_questions(std::span<const Multiplicity> answers) {
    reader_.batch.clear();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].exact) continue;
      for (unsigned j = 0; j < asked_.cells_per_key(); ++j) {
        asked_by_[reader_.batch.size] = i;
        reader_.batch.take(asked_.cells(i)[j], cell(asked_.cells(i)[j]), cells_.words());
      }
    }
  }

  std::int64_t count_in(std::size_t c, ByteView key) const {
    const auto& certain = reader_.certain_keys(c);
    for (std::size_t f = certain.first; f < certain.last; ++f) {
      if (std::ranges::equal(reader_.batch.keys.key(f), key)) return reader_.batch.counts[f];
    }
    return 0;
  }

  const Cells& cells_;
  const InvertibleCounter& counter_;
  const std::size_t width_;
  KeyBatch asked_;
  CellReader<Cells> reader_;
  std::array<std::size_t, GuessBatch::kCells> asked_by_;  // which question is about a cell of the batch
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
