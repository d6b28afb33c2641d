#include "sources/top/heavy_fill.hpp"

#include <algorithm>

namespace peel::sources {

namespace {

// 2^48 lines can be counted so, and a line is forgotten after 16 halvings.
constexpr std::uint64_t kPartsOfALine = 65'536;

bool halves(const HalfLife& half_life) {
  return half_life.lines > 0 || half_life.time.count() > 0;
}

}  // namespace

HeavyFill::HeavyFill(HeavyStream& stream, HalfLife half_life)
    : stream_(stream),
      keys_(stream.part),
      lines_between_halvings_(half_life.lines),
      fading_{.parts = halves(half_life) ? kPartsOfALine : 1},
      addresses_(kBatchRows) {}

Result<void> HeavyFill::take(const RowBatch& batch) {
  if (lines_between_halvings_ == 0) {
    add(batch, 0, batch.size());
    return {};
  }
  for (std::size_t first = 0; first < batch.size();) {
    if (lines_since_halving_ == lines_between_halvings_) {
      if (auto halved = halve(); !halved) return halved;
    }
    const std::uint64_t room = lines_between_halvings_ - lines_since_halving_;
    const std::size_t last = first + std::min<std::uint64_t>(room, batch.size() - first);
    add(batch, first, last);
    lines_since_halving_ += last - first;
    first = last;
  }
  return {};
}

Result<void> HeavyFill::halve() {
  const std::uint64_t before = stream_.texts.error().value;
  if (auto decayed = stream_.texts.decay({.keep = 1, .of = 2}); !decayed) return decayed;
  fading_.rounding = CopyCount(fading_.rounding.value / 2 + stream_.texts.error().value - before / 2);
  ++fading_.halvings;
  lines_since_halving_ = 0;
  return {};
}

void HeavyFill::add(const RowBatch& batch, std::size_t first, std::size_t last) {
  texts_.clear();
  if (keys_.are_whole_lines()) {
    for (std::size_t i = first; i < last; ++i) texts_.push_back(as_bytes(batch.raw(i)));
  } else {
    for (std::size_t i = first; i < last; ++i) {
      if (const auto text = keys_.key_in(batch.raw(i), addresses_[i])) texts_.push_back(as_bytes(*text));
    }
  }
  if (fading_.parts == 1) {
    stream_.texts.add(texts_);
  } else {
    for (const ByteView text : texts_) stream_.texts.add(text, CopyCount(fading_.parts));
  }
  stream_.lines += last - first;
  stream_.keyless += last - first - texts_.size();
}

Result<Fading> add_lines(HeavyStream& stream, LineSource& lines, HalfLife half_life,
                         reconcile::Watch& watch) {
  const auto shown =
      watch.show({reconcile::Watch::Stage::reading, [&lines] { return lines.bytes_read(); }, lines.size()});
  HeavyFill fill(stream, half_life);
  RowBatch batch;
  for (;;) {
    if (auto goes_on = watch.may_go_on(lines.name()); !goes_on) return failure(goes_on.error());
    if (auto read = lines.next(batch); !read) return failure(read.error());
    if (batch.empty()) return fill.fading();
    if (auto taken = fill.take(batch); !taken) return failure(taken.error());
  }
}

}  // namespace peel::sources
