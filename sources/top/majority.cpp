#include "peel/frequency/majority_vote.hpp"

#include "sources/top/heavy_fill.hpp"

#include <string_view>

namespace peel::sources {

namespace {

using Stage = reconcile::Watch::Stage;

// Calls take() with the key of each line that has one, and returns how many have none.
template <class Take>
Result<std::uint64_t> read_keys(LineSource& lines, const LineKeys& keys, Stage stage, reconcile::Watch& watch,
                                Take take) {
  const auto shown = watch.show({stage, [&lines] { return lines.bytes_read(); }, lines.size()});
  std::uint64_t keyless = 0;
  IpAddress address;
  RowBatch batch;
  for (;;) {
    if (auto goes_on = watch.may_go_on(lines.name()); !goes_on) return failure(goes_on.error());
    if (auto read = lines.next(batch); !read) return failure(read.error());
    if (batch.empty()) return keyless;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (const auto key = keys.key_in(batch.raw(i), address)) {
        take(*key);
      } else {
        ++keyless;
      }
    }
  }
}

}  // namespace

Result<Majority> majority_of(LineSource& lines, const CountedPart& part, reconcile::Watch& watch) {
  const LineKeys keys(part);
  MajorityVote<std::string> vote;
  const auto voted =
      read_keys(lines, keys, Stage::reading, watch, [&](std::string_view key) { vote.add(key); });
  if (!voted) return failure(voted.error());
  if (auto rewound = lines.rewind(); !rewound) return failure(rewound.error());
  Majority found;
  const auto keyless = read_keys(lines, keys, Stage::reading_again, watch, [&](std::string_view key) {
    ++found.total;
    // There is no candidate if the file was empty in the first pass and is not now.
    found.count += vote.candidate() && key == *vote.candidate() ? 1U : 0U;
  });
  if (!keyless) return failure(keyless.error());
  found.keyless = *keyless;
  found.lines = found.total + *keyless;
  if (found.count > found.total / 2) {
    found.key = *vote.candidate();
  } else {
    found.count = 0;
  }
  return found;
}

}  // namespace peel::sources
