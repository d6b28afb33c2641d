#include "peel/wire/table_summary_codec.hpp"

#include "peel/tables/known_summary.hpp"
#include "peel/wire/envelope.hpp"

#include "checksum.hpp"
#include "entry_bits.hpp"
#include "envelope_header.hpp"
#include "envelope_layout.hpp"
#include "summary_shape_bytes.hpp"
#include "wire/malformed.hpp"
#include "word_bytes.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace peel::wire {

namespace {

// A summary as it goes into a file: filters lie in memory already, entries are packed.
struct Written {
  SummaryIdentity identity;
  Bytes entries = {};
  std::vector<std::span<const std::uint64_t>> words = {};

  std::uint64_t payload_bytes() const {
    std::uint64_t bytes = entries.size();
    for (const auto& each : words) bytes += 8 * each.size();
    return bytes;
  }
};

// Calls take(bytes) for one piece of the payload after the other, until it fails.
template <class Take>
Result<void> for_each_piece_of(const Written& written, Take take) {
  if (!written.entries.empty()) {
    if (auto taken = take(ByteView(written.entries)); !taken) return taken;
  }
  for (const auto& words : written.words) {
    if (auto taken = for_each_piece(words, kPieceWords, take); !taken) return taken;
  }
  return {};
}

Result<void> check_sub_tables(const TableSummary& summary, const MultilevelShape& table) {
  if (summary.sub_tables() == table.sub_tables()) return {};
  return failure(ErrorCode::invalid_argument, "a summary of " + std::to_string(summary.sub_tables()) +
                                                  " sub-tables for a table of " +
                                                  std::to_string(table.sub_tables()));
}

Result<Written> written(const InterpolationSummary& summary, const MultilevelShape& table) {
  const Level last(table.sub_tables());
  std::vector<std::uint64_t> entries;
  entries.reserve(summary.size().value);
  Level highest;
  summary.for_each([&](std::uint64_t entry) {
    entries.push_back(entry);
    highest = std::max(highest, Level(entry & ((std::uint64_t{1} << kLevelBits) - 1)));
  });
  if (highest > last) {
    return failure(ErrorCode::invalid_argument, "a summary with keys of level " +
                                                    std::to_string(highest.number) + " for a table of " +
                                                    std::to_string(table.sub_tables()) + " sub-tables");
  }
  auto packed = packed_entries(entries, last);
  if (!packed) return failure(packed.error());
  return Written{.identity = {summary.kind(), table, summary.bits()}, .entries = std::move(*packed)};
}

template <class SingleFilter>
Result<Written> written_cells(const SingleFilter& summary, const MultilevelShape& table) {
  if (auto fits = check_sub_tables(summary, table); !fits) return failure(fits.error());
  return Written{.identity = {summary.kind(), table, summary.shape()}, .words = {summary.words()}};
}

template <class MultipleFilters>
Result<Written> written_filters(const MultipleFilters& summary, const MultilevelShape& table) {
  if (auto fits = check_sub_tables(summary, table); !fits) return failure(fits.error());
  std::vector<FilterShape> shapes;
  std::vector<std::span<const std::uint64_t>> words;
  for (const auto& filter : summary.filters()) {
    shapes.push_back(filter.shape());
    words.push_back(filter.words());
  }
  return Written{.identity = {summary.kind(), table, std::move(shapes)}, .words = std::move(words)};
}

Result<Written> written(const SingleFilterSummary& summary, const MultilevelShape& table) {
  return written_cells(summary, table);
}
Result<Written> written(const CountingSingleFilterSummary& summary, const MultilevelShape& table) {
  return written_cells(summary, table);
}
Result<Written> written(const MultipleFilterSummary& summary, const MultilevelShape& table) {
  return written_filters(summary, table);
}
Result<Written> written(const CountingMultipleFilterSummary& summary, const MultilevelShape& table) {
  return written_filters(summary, table);
}

// The words of one filter. There are so many bytes.
AlignedWords read_words(std::uint64_t count, ByteReader& in) {
  AlignedWords words(count);
  const auto bytes = in.bytes(8 * count, "the words of a filter");
  std::ranges::copy(*bytes, std::as_writable_bytes(words.span()).begin());
  swap_where_needed(words.span());
  return words;
}

using Summary = std::unique_ptr<TableSummary>;

// Whatever a structure complains of is the file's fault.
template <class Read>
Result<Summary> adopted(Result<Read> summary) {
  if (!summary) return malformed(summary.error().sentence());
  return std::make_unique<Read>(*std::move(summary));
}

Result<void> check_payload(std::uint64_t needed, ByteView payload) {
  if (payload.size() == needed) return {};
  return malformed("the payload has " + std::to_string(payload.size()) +
                   " bytes; that of a summary of this shape has " + std::to_string(needed));
}

Result<Summary> read_summary(const SummaryIdentity& identity, BitWidth bits, const KeyHasher&,
                             ByteView payload) {
  const auto entries = unpacked_entries(payload, {bits, Level(identity.table.sub_tables())});
  if (!entries) return failure(entries.error());
  return adopted(InterpolationSummary::from_entries(bits, *entries));
}

Result<Summary> read_summary(const SummaryIdentity& identity, const SingleFilterShape& shape,
                             const KeyHasher&, ByteView payload) {
  if (auto right = check_payload(8 * shape.words(), payload); !right) return failure(right.error());
  ByteReader in(payload);
  AlignedWords words = read_words(shape.words(), in);
  return identity.kind == SummaryKind::single_filter
             ? adopted(SingleFilterSummary::from_words(shape, std::move(words)))
             : adopted(CountingSingleFilterSummary::from_words(shape, std::move(words)));
}

template <class Filter>
Result<std::vector<Filter>> read_filters(const std::vector<FilterShape>& shapes, const KeyHasher& hasher,
                                         ByteView payload) {
  ByteReader in(payload);
  std::vector<Filter> filters;
  for (const FilterShape& shape : shapes) {
    auto filter = Filter::from_words(shape, hasher, read_words(shape.words(), in));
    if (!filter)
      return malformed("filter " + std::to_string(filters.size()) + ": " + filter.error().sentence());
    filters.push_back(std::move(*filter));
  }
  return filters;
}

Result<Summary> read_summary(const SummaryIdentity& identity, const std::vector<FilterShape>& shapes,
                             const KeyHasher& hasher, ByteView payload) {
  std::uint64_t needed = 0;  // a filter has at most 2^40 bytes, and there are few
  for (const FilterShape& shape : shapes) needed += shape.bytes();
  if (auto right = check_payload(needed, payload); !right) return failure(right.error());
  if (identity.kind == SummaryKind::multiple_filters) {
    auto filters = read_filters<BloomFilter>(shapes, hasher, payload);
    if (!filters) return failure(filters.error());
    return adopted(MultipleFilterSummary::from_filters(std::move(*filters)));
  }
  auto filters = read_filters<CountingBloomFilter>(shapes, hasher, payload);
  if (!filters) return failure(filters.error());
  return adopted(CountingMultipleFilterSummary::from_filters(std::move(*filters)));
}

}  // namespace

Result<void> encode_to(const TableSummary& summary, const SummarisedShape& of, const ByteSink& sink) {
  const auto known = known_summary(summary);
  if (!known) return failure(known.error());
  const auto parts = std::visit([&](const auto* each) { return written(*each, of.table); }, *known);
  if (!parts) return failure(parts.error());
  ByteWriter shape;
  put_summary_shape(parts->identity, shape);
  Bytes head(kEnvelopeHeaderBytes);
  write_header({.kind = Kind::table_summary,
                .hash_family = of.hasher.family(),
                .seed = of.hasher.seed(),
                .shape = shape.view()},
               parts->payload_bytes(), head.data());
  RunningChecksum sum;
  sum.add(ByteView(head).first(layout::kChecksumAt));
  sum.add(shape.view());
  auto done = for_each_piece_of(*parts, [&](ByteView piece) -> Result<void> {
    sum.add(piece);
    return {};
  });
  store_le(head.data() + layout::kChecksumAt, sum.value());
  head.insert(head.end(), shape.view().begin(), shape.view().end());
  if (done) done = sink(head);
  if (!done) return done;
  return for_each_piece_of(*parts, sink);
}

Result<Bytes> encode(const TableSummary& summary, const SummarisedShape& of) {
  Bytes bytes;
  const auto done = encode_to(summary, of, [&](ByteView piece) -> Result<void> {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return {};
  });
  if (!done) return failure(done.error());
  return bytes;
}

Result<Bytes> encode(const SavedSummary& saved) {
  return encode(*saved.summary, saved.of);
}

Result<SavedSummary> decode_table_summary(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::table_summary) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 13 (table summary)");
  }
  auto identity = decode_summary_shape(envelope->shape);
  if (!identity) return failure(identity.error());
  const KeyHasher hasher(envelope->hash_family, envelope->seed);
  auto summary =
      std::visit([&](const auto& parts) { return read_summary(*identity, parts, hasher, envelope->payload); },
                 identity->parts);
  if (!summary) return failure(summary.error());
  return SavedSummary{{std::move(identity->table), hasher}, std::move(*summary)};
}

}  // namespace peel::wire
