#include "peel/wire/rateless_codec.hpp"

#include "description_bytes.hpp"
#include "invertible/cell_layout.hpp"
#include "rateless_blocks.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

constexpr std::size_t kRatelessShapeBytes = 8;
constexpr std::size_t kRatelessReservedAt = 5;

Bytes bytes_of_shape(const RatelessShape& shape) {
  ByteWriter out;
  out.integer(static_cast<std::uint64_t>(shape.form()), 1);
  out.integer(static_cast<std::uint64_t>(shape.arithmetic()), 1);
  out.integer(shape.key_width().value, 1);
  out.integer(shape.check_bits().value, 1);
  out.integer(shape.shard_bits().value, 1);
  out.integer(0, kRatelessShapeBytes - kRatelessReservedAt);
  return out.take();
}

Result<RatelessShape> decode_rateless_shape(ByteView bytes) {
  if (bytes.size() != kRatelessShapeBytes) {
    return malformed("the shape of a rateless sketch has " + std::to_string(kRatelessShapeBytes) +
                     " bytes, not " + std::to_string(bytes.size()));
  }
  const auto at = [&](std::size_t place) { return load_le(bytes.data() + place, 1); };
  if (load_le(bytes.data() + kRatelessReservedAt, kRatelessShapeBytes - kRatelessReservedAt) != 0) {
    return malformed("the reserved bytes 5 to 7 of the shape of a rateless sketch are in use; accepted is 0");
  }
  const auto shape = RatelessShape::from({.form = static_cast<RatelessForm>(at(0)),
                                          .item_width = ByteWidth(at(2)),
                                          .arithmetic = static_cast<CellArithmetic>(at(1)),
                                          .check_bits = BitWidth(at(3)),
                                          .shard_bits = BitWidth(at(4))});
  if (!shape) return malformed("no rateless sketch has this shape: " + shape.error().sentence());
  return *shape;
}

void put_totals(const RatelessTotals& totals, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(totals.net), 8);
  out.integer(totals.gross, 8);
  out.integer(totals.digest_low, 8);
  out.integer(totals.digest_high, 8);
}

Result<RatelessTotals> read_totals(ByteReader& in) {
  const auto bytes = in.bytes(4 * 8, "the totals");
  if (!bytes) return failure(bytes.error());
  const RatelessTotals totals{.net = static_cast<std::int64_t>(load_le(bytes->data())),
                              .gross = load_le(bytes->data() + 8),
                              .digest_low = load_le(bytes->data() + 16),
                              .digest_high = load_le(bytes->data() + 24)};
  if (totals.gross > kMaxGrossTotal || detail::magnitude(totals.net) > totals.gross) {
    return malformed("totals of " + std::to_string(totals.net) + " net and " + std::to_string(totals.gross) +
                     " gross; accepted are up to " + std::to_string(kMaxGrossTotal) +
                     " gross, and no more net");
  }
  return totals;
}

Result<RatelessHead> decode_rateless_head(const PartedHead& head) {
  if (head.kind != Kind::rateless_sketch) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(head.kind)) +
                                               " is not 14 (rateless sketch)");
  }
  const auto shape = decode_rateless_shape(head.shape);
  if (!shape) return failure(shape.error());
  ByteReader in(head.description);
  auto described = read_described_rows(in);
  if (!described) return failure(described.error());
  const auto totals = read_totals(in);
  if (!totals) return failure(totals.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the totals in the head; accepted are none");
  }
  return RatelessHead{std::move(described->description), described->rows, *shape,
                      KeyHasher(head.hash_family, head.seed), *totals};
}

Unfolding unfolding_of(const RatelessShape& shape, std::uint64_t cells, std::uint64_t written) {
  return {8 * cells * shape.cell_words() * shape.shards(), written};
}

}  // namespace

Result<Bytes> encode(const RatelessSketch& sketch) {
  if (auto ok = check_described_rows(sketch.description, sketch.rows); !ok) return failure(ok.error());
  const RatelessCells& cells = sketch.cells;
  if (cells.range().first != 0) {
    return failure(ErrorCode::invalid_argument, "a sketch of cells from " +
                                                    std::to_string(cells.range().first) +
                                                    " on; accepted are cells from 0 on");
  }
  const Bytes shape = bytes_of_shape(cells.shape());
  ByteWriter description;
  put_described_rows(sketch.description, sketch.rows, description);
  put_totals(cells.totals(), description);
  Bytes file = seal_head({.kind = Kind::rateless_sketch,
                          .hash_family = cells.hashing().family(),
                          .seed = cells.hashing().seed(),
                          .shape = shape,
                          .description = description.view()});
  BlockWriter blocks(file);
  std::uint64_t written = 0;
  for (std::uint64_t first = 0; first < cells.range().end;) {
    CellRange range = full_block(cells.shape(), first);
    range.end = std::min(range.end, cells.range().end);
    const Bytes content = block_content(cells, range);
    written += content.size();
    if (auto ok = check_folding("a rateless sketch is", unfolding_of(cells.shape(), range.end, written)); !ok)
      return failure(ok.error());
    blocks.append(content, file);
    first = range.end;
  }
  return file;
}

Result<RatelessReader> RatelessReader::open(ByteView bytes) {
  const auto opened = open_head(bytes);
  if (!opened) return failure(opened.error());
  auto head = decode_rateless_head(opened->head);
  if (!head) return failure(head.error());
  return RatelessReader(std::move(*head), *opened);
}

Result<RatelessCells> RatelessReader::next(ByteView bytes) {
  if (is_last_) {
    return malformed("bytes follow cell " + std::to_string(next_cell_ - 1) +
                     ", which ends its block early; accepted are none");
  }
  const auto content = blocks_.next(bytes);
  if (!content) return failure(content.error());
  const auto in_block = [&](const std::string& sentence) {
    return malformed("block " + std::to_string(blocks_.blocks() - 1) + ": " + sentence);
  };
  const CellRange full = full_block(head_.shape, next_cell_);
  last_block_bytes_ = kBlockHeaderBytes + content->size();
  cell_bytes_ += content->size();
  auto block = cells_of_block(head_.shape, head_.totals.net, full, *content);
  if (!block) return in_block(block.error().sentence());
  next_cell_ = block->range.end;
  is_last_ = next_cell_ < full.end || next_cell_ == kMaxRatelessCells;
  if (const Unfolding all = unfolding_of(head_.shape, next_cell_, cell_bytes_); !all.is_justified())
    return in_block(all.in_words());
  auto cells = RatelessCells::from_cells(head_.shape, head_.hashing, block->range, head_.totals,
                                         std::move(block->words));
  if (!cells) return in_block(cells.error().sentence());
  return cells;
}

Result<RatelessSketch> decode_rateless_sketch(ByteView bytes) {
  auto reader = RatelessReader::open(bytes);
  if (!reader) return failure(reader.error());
  const RatelessShape& shape = reader->head().shape;
  ByteView rest = bytes.subspan(static_cast<std::size_t>(reader->head_bytes()));
  if (rest.empty()) return malformed("a rateless sketch without a block; accepted is at least one");
  std::vector<std::vector<std::uint64_t>> streams(shape.shards());
  std::uint64_t end = 0;
  while (!rest.empty()) {
    const auto block = reader->next(rest);
    if (!block) return failure(block.error());
    for (std::uint64_t shard = 0; shard < shape.shards(); ++shard)
      streams[shard].insert(streams[shard].end(), block->stream(shard).begin(), block->stream(shard).end());
    end = block->range().end;
    rest = rest.subspan(static_cast<std::size_t>(reader->last_block_bytes()));
  }
  std::vector<std::uint64_t> words = std::move(streams.front());
  words.reserve(words.size() * streams.size());
  for (std::size_t shard = 1; shard < streams.size(); ++shard)
    words.insert(words.end(), streams[shard].begin(), streams[shard].end());
  auto cells = RatelessCells::from_cells(shape, reader->head().hashing, {0, end}, reader->head().totals,
                                         std::move(words));
  if (!cells) return failure(cells.error());
  return RatelessSketch{reader->head().description, reader->head().rows, std::move(*cells)};
}

}  // namespace peel::wire
