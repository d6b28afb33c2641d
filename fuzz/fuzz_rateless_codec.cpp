// Any bytes: an error, or a rateless sketch that encodes to the same bytes, whose prefixes are sketches, and
// which cancels when it is subtracted from itself. Since checksums would stop nearly every mutation, each
// input is also tried with those of head and blocks put right.
#include "peel/invertible/rateless_decoder.hpp"
#include "peel/wire/rateless_codec.hpp"

#include "fuzz/claim.hpp"
#include "wire/checksum.hpp"
#include "wire/envelope_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;

bool is_empty(const RatelessCells& cells) {
  return std::ranges::all_of(cells.words(), [](std::uint64_t word) { return word == 0; });
}

void claim_listing_is_sound(const RatelessSketch& sketch) {
  RatelessDecoder decoder(sketch.cells.shape(), sketch.cells.hashing());
  fuzz::claim(decoder.take(sketch.cells).has_value(), "a decoder takes cells of its shape");
  fuzz::claim(decoder.listed() <= sketch.cells.range().end * sketch.cells.shape().shards(),
              "no more items than cells");
  fuzz::claim(decoder.estimated_left() >= 0, "what is left is not negative");
}

void decode_and_check(ByteView bytes) {
  auto sketch = wire::decode_rateless_sketch(bytes);
  if (!sketch) {
    fuzz::claim(!sketch.error().sentence().empty(), "a refusal says why");
    return;
  }
  const auto again = wire::encode(*sketch);
  fuzz::claim(again && std::ranges::equal(*again, bytes), "what decodes encodes to the same bytes");
  claim_listing_is_sound(*sketch);
  RatelessSketch first = *sketch;
  first.cells = *sketch->cells.part({0, (sketch->cells.range().end + 1) / 2});
  fuzz::claim(wire::encode(first).has_value(), "a prefix is a sketch");
  const RatelessSketch same = *sketch;
  if (!sketch->subtract(same)) return;  // totals beyond the limit
  fuzz::claim(sketch->rows == 0 && is_empty(sketch->cells) && sketch->cells.totals().net == 0,
              "a sketch less itself is empty");
}

// As a hostile sender would: lengths as they are, numbers and checksums right.
Bytes resealed(ByteView input) {
  Bytes forged(input.begin(), input.end());
  const auto declared = wire::declared_size(forged);
  if (!declared || *declared > forged.size()) return forged;
  const auto head_bytes = static_cast<std::size_t>(*declared);
  store_le(forged.data() + wire::layout::kChecksumAt,
           wire::envelope_checksum(ByteView(forged).first(head_bytes)));
  Bytes file(forged.begin(), forged.begin() + static_cast<std::ptrdiff_t>(head_bytes));
  wire::BlockWriter writer(file);
  for (ByteView rest = ByteView(forged).subspan(head_bytes); rest.size() >= wire::kBlockHeaderBytes;) {
    const std::size_t there = rest.size() - wire::kBlockHeaderBytes;
    const std::size_t length = std::min<std::size_t>(load_le(rest.data() + 4, 4), there);
    writer.append(rest.subspan(wire::kBlockHeaderBytes, length), file);
    rest = rest.subspan(wire::kBlockHeaderBytes + length);
  }
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView input = std::as_bytes(std::span(data, size));
  decode_and_check(input);
  if (size < wire::kEnvelopeHeaderBytes) return 0;
  decode_and_check(resealed(input));
  return 0;
}
