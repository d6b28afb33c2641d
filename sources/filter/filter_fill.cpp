#include "peel/sources/filter_keys.hpp"

#include "sources/filter/distinct_sample.hpp"

#include <cmath>

namespace peel::sources {

namespace {

constexpr double kStandardErrors = 3;

using Stage = reconcile::Watch::Stage;

template <class Take>
Result<void> read_open_keys(OpenKeys& source, const KeyHasher& hasher, Stage stage, reconcile::Watch& watch,
                            Take take) {
  rows::RowSource& rows = *source.rows;
  const auto shown = watch.show({stage, [&rows] { return rows.bytes_read(); }, rows.size()});
  rows::RowBatch batch;
  HashedKeys keys;
  for (;;) {
    if (auto goes_on = watch.may_go_on(rows.name()); !goes_on) return goes_on;
    if (auto read = rows.next(batch); !read) return read;
    if (batch.empty()) return {};
    source.keys.hash(batch, hasher, keys);
    take(batch, keys);
  }
}

// A pass over a source: calls take(batch, keys) for all its rows.
template <class Take>
Result<void> read_keys(KeySource& source, const KeyHasher& hasher, Stage stage, reconcile::Watch& watch,
                       Take take) {
  const auto open = source.begin_pass();
  if (!open) return failure(open.error());
  auto read = read_open_keys(**open, hasher, stage, watch, take);
  source.end_pass();
  return read;
}

}  // namespace

Result<ItemCount> count_keys(std::span<KeySource> sources, const KeyHasher& hasher, reconcile::Watch& watch) {
  DistinctSample sample;
  for (KeySource& source : sources) {
    const auto done =
        read_keys(source, hasher, Stage::reading, watch,
                  [&](const rows::RowBatch&, const HashedKeys& keys) { sample.add(keys.hashes); });
    if (!done) return failure(done.error());
  }
  return ItemCount(static_cast<std::uint64_t>(std::ceil(sample.total(kStandardErrors).most)));
}

Result<AddedKeys> add_keys(BloomFilter& filter, std::span<KeySource> sources, reconcile::Watch& watch) {
  AddedKeys added;
  for (KeySource& source : sources) {
    const Stage stage = source.passes() == 0 ? Stage::reading : Stage::reading_again;
    const auto done = read_keys(source, filter.hasher(), stage, watch,
                                [&](const rows::RowBatch& batch, const HashedKeys& keys) {
                                  filter.insert(keys.hashes);
                                  added.rows += batch.size();
                                  added.keyless += batch.size() - keys.rows.size();
                                });
    if (!done) return failure(done.error());
  }
  return added;
}

}  // namespace peel::sources
