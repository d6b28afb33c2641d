#include "rateless_blocks.hpp"

#include "compact_cells.hpp"
#include "invertible/rateless/expected_count.hpp"
#include "wire/malformed.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr std::uint64_t kFirstBlockCells = 256;
constexpr std::uint64_t kMostBlockCells = 65'536;  // of all streams, unless there are many of them

CellFields fields_of_block(const RatelessShape& shape, CellRange range) {
  return fields_of(shape, CellCount(range.size() * shape.shards()));
}

enum class CountsBecome : std::uint8_t { residuals, counts };

// Counts are written as what they are beyond the expected ones, modulo 2^64.
void exchange_counts(const RatelessShape& shape, std::int64_t net, CellRange range, CountsBecome become,
                     std::vector<std::uint64_t>& words) {
  const std::size_t stream_words = range.size() * shape.cell_words();
  for (std::uint64_t cell = range.first; cell < range.end; ++cell) {
    const auto expected = static_cast<std::uint64_t>(detail::expected_count(shape, net, cell));
    for (std::size_t at = (cell - range.first) * shape.cell_words(); at < words.size(); at += stream_words)
      words[at] = become == CountsBecome::residuals ? words[at] - expected : words[at] + expected;
  }
}

}  // namespace

CellRange full_block(const RatelessShape& shape, std::uint64_t first) {
  if (first == 0) return {0, kFirstBlockCells};
  const std::uint64_t most = std::max(kFirstBlockCells, kMostBlockCells >> shape.shard_bits().value);
  return {first, first + std::min(std::bit_floor(first) / 4, most)};
}

Bytes block_content(const RatelessCells& cells, CellRange range) {
  const RatelessShape& shape = cells.shape();
  std::vector<std::uint64_t> words;
  words.reserve(range.size() * shape.shards() * shape.cell_words());
  for (std::uint64_t shard = 0; shard < shape.shards(); ++shard) {
    const auto from = cells.stream(shard).subspan((range.first - cells.range().first) * shape.cell_words(),
                                                  range.size() * shape.cell_words());
    words.insert(words.end(), from.begin(), from.end());
  }
  exchange_counts(shape, cells.totals().net, range, CountsBecome::residuals, words);
  const CellFields fields = fields_of_block(shape, range);
  ByteWriter out;
  out.varint(range.size());
  out.bytes(compact_cells(fields, words, plan_compact(fields, words)));
  return out.take();
}

Result<BlockCells> cells_of_block(const RatelessShape& shape, std::int64_t net, CellRange full,
                                  ByteView content) {
  ByteReader in(content);
  const auto cells = in.varint("the number of cells");
  if (!cells) return failure(cells.error());
  if (*cells == 0 || *cells > full.size()) {
    return malformed(std::to_string(*cells) + " cells; accepted are 1 to " + std::to_string(full.size()));
  }
  const CellRange range{full.first, full.first + *cells};
  auto words = cells_of_compact(fields_of_block(shape, range), content.last(in.remaining()));
  if (!words) return failure(words.error());
  exchange_counts(shape, net, range, CountsBecome::counts, *words);
  return BlockCells{range, std::move(*words)};
}

}  // namespace peel::wire
