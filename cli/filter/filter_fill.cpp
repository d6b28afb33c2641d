#include "cli/filter/filter_fill.hpp"

#include "cli/filter/distinct_sample.hpp"

#include <cmath>

namespace peel::cli {

namespace {

constexpr double kStandardErrors = 3;

template <class Take>
Result<void> read_open_keys(OpenKeys& source, const KeyHasher& hasher, const Progress& progress,
                            const char* what, Take take) {
  sources::RowSource& rows = *source.rows;
  const auto stage = progress.stage(
      what, [&rows] { return rows.bytes_read(); }, rows.size());
  sources::RowBatch batch;
  HashedKeys keys;
  for (;;) {
    if (auto read = rows.next(batch); !read) return read;
    if (batch.empty()) return {};
    source.keys.hash(batch, hasher, keys);
    take(batch, keys);
  }
}

// A pass over a source: calls take(batch, keys) for all its rows.
template <class Take>
Result<void> read_keys(KeySource& source, const KeyHasher& hasher, const Progress& progress, const char* what,
                       Take take) {
  const auto open = source.begin_pass();
  if (!open) return failure(open.error());
  auto read = read_open_keys(**open, hasher, progress, what, take);
  source.end_pass();
  return read;
}

}  // namespace

Result<ItemCount> count_keys(std::vector<KeySource>& sources, const KeyHasher& hasher,
                             const Progress& progress) {
  DistinctSample sample;
  for (KeySource& source : sources) {
    const auto done =
        read_keys(source, hasher, progress, "counting",
                  [&](const sources::RowBatch&, const HashedKeys& keys) { sample.add(keys.hashes); });
    if (!done) return failure(done.error());
  }
  return ItemCount(static_cast<std::uint64_t>(std::ceil(sample.total(kStandardErrors).most)));
}

Result<Filled> fill(BloomFilter& filter, std::vector<KeySource>& sources, const Progress& progress) {
  Filled filled;
  for (KeySource& source : sources) {
    const auto done = read_keys(source, filter.hasher(), progress, "filling",
                                [&](const sources::RowBatch& batch, const HashedKeys& keys) {
                                  filter.insert(keys.hashes);
                                  filled.rows += batch.size();
                                  filled.keyless += batch.size() - keys.rows.size();
                                });
    if (!done) return failure(done.error());
  }
  return filled;
}

}  // namespace peel::cli
