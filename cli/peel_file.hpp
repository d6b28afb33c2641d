// A file that peel wrote, decoded, whatever its kind.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/count_min_sketch.hpp"
#include "peel/frequency/heavy_hitters.hpp"
#include "peel/frequency/heavy_stream.hpp"
#include "peel/frequency/range_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/counting_bloom_filter.hpp"
#include "peel/membership/rotating_bloom_filter.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"
#include "peel/wire/iblt_codec.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include "cli/output/output.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace peel::cli {

using PeelContent = std::variant<Iblt, Sketch, CountedStream, BloomFilter, CountingBloomFilter,
                                 SpectralBloomFilter, RotatingBloomFilter, HeavyStream, HeavyHitters,
                                 CountMinSketch, SignedSketch, RangeSketch, wire::SavedSummary>;

struct PeelFile {
  std::string path;
  std::uint64_t bytes;
  std::uint8_t version;
  HashFamily family;
  Seed seed;
  std::optional<wire::IbltForm> form;  // of the cells of a table
  PeelContent content;

  bool is_sketch() const { return std::holds_alternative<Sketch>(content); }
  const Sketch* sketch() const { return std::get_if<Sketch>(&content); }
  const CountedStream* counts() const { return std::get_if<CountedStream>(&content); }
  CountedStream* counts() { return std::get_if<CountedStream>(&content); }
  const HeavyStream* heavy_texts() const { return std::get_if<HeavyStream>(&content); }
  const BloomFilter* filter() const { return std::get_if<BloomFilter>(&content); }
  BloomFilter* filter() { return std::get_if<BloomFilter>(&content); }
  // The table of an iblt or of a sketch.
  Iblt& table() { return is_sketch() ? std::get<Sketch>(content).table : std::get<Iblt>(content); }
  const Iblt& table() const {
    return is_sketch() ? std::get<Sketch>(content).table : std::get<Iblt>(content);
  }
  std::string_view kind() const;
  std::string_view kind_with_article() const;  // a plural has none
};

// Fails like read_peel_file and the decoders do, and names the file. A filter in a regular file is read page
// by page, so that it is in memory once.
Result<PeelFile> decode_peel_file(const std::string& path);
// Of bytes that were read from it already.
Result<PeelFile> decode_peel_file(const std::string& path, ByteView bytes);

// As write_result. A filter, which may be large, is not copied.
Result<void> write_peel_file(const PeelFile& file, const std::optional<std::string>& path, Output& output);

}  // namespace peel::cli
