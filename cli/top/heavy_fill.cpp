#include "cli/top/heavy_fill.hpp"

#include <algorithm>

namespace peel::cli {

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
      addresses_(sources::kBatchRows) {}

Result<void> HeavyFill::take(const sources::RowBatch& batch) {
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

void HeavyFill::add(const sources::RowBatch& batch, std::size_t first, std::size_t last) {
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

Result<void> fill(HeavyFill& fill, sources::LineSource& source, const Progress& progress) {
  const auto stage = progress.stage(
      "counting", [&source] { return source.bytes_read(); }, source.size());
  sources::RowBatch batch;
  for (;;) {
    if (auto read = source.next(batch); !read) return read;
    if (batch.empty()) return {};
    if (auto taken = fill.take(batch); !taken) return taken;
  }
}

}  // namespace peel::cli
