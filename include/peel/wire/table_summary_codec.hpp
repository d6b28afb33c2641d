// Summaries of multilevel tables as files: docs/formats/table-summary.md is the specification.
//
// A file holds the table's shape too: without it nobody could find the bucket that a summary speaks of.
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/tables/table_summary.hpp"
#include "peel/wire/byte_sink.hpp"

#include <memory>

namespace peel::wire {

// What is not the summary itself. Keys of the table are hashed by `hasher`.
struct SummarisedShape {
  MultilevelShape table;
  KeyHasher hasher;
};

struct SavedSummary {
  SummarisedShape of;
  std::unique_ptr<TableSummary> summary;
};

// Fails with `invalid_argument` for a summary that does not fit the table: one of filters that tells apart
// another number of sub-tables, or one with a level that the table has not. Fails with `unsupported` for a
// summary of the caller's own, and with `limit_exceeded` for entries so much alike that decoders refuse them.
[[nodiscard]] Result<Bytes> encode(const TableSummary& summary, const SummarisedShape& of);
[[nodiscard]] Result<Bytes> encode(const SavedSummary& saved);
// Hands the same bytes to the sink piece by piece, without a copy of filters. Fails also if the sink does.
[[nodiscard]] Result<void> encode_to(const TableSummary& summary, const SummarisedShape& of,
                                     const ByteSink& sink);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`, and
// then no more than these; for interpolation, which is packed, 256 MiB or 64 times as much.
[[nodiscard]] Result<SavedSummary> decode_table_summary(ByteView bytes);

}  // namespace peel::wire
