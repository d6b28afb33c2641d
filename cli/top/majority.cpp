#include "cli/top/majority.hpp"

#include "peel/frequency/majority_vote.hpp"

#include "cli/line_keys.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace {

// Calls take() with the key of each line that has one, and returns how many have none.
template <class Take>
Result<std::uint64_t> read_keys(sources::LineSource& lines, const LineKeys& keys, Take take) {
  std::uint64_t keyless = 0;
  sources::IpAddress address;
  sources::RowBatch batch;
  for (;;) {
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

Result<TopTable> majority_of(sources::LineSource& lines, const CountedPart& part, const Progress& progress) {
  const LineKeys keys(part);
  const auto bytes_read = [&lines] { return lines.bytes_read(); };
  MajorityVote<std::string> vote;
  {
    const auto stage = progress.stage("voting", bytes_read, lines.size());
    const auto keyless = read_keys(lines, keys, [&vote](std::string_view key) { vote.add(key); });
    if (!keyless) return failure(keyless.error());
  }
  if (auto rewound = lines.rewind(); !rewound) return failure(rewound.error());
  const auto stage = progress.stage("counting", bytes_read, lines.size());
  std::uint64_t total = 0, count = 0;
  const auto keyless = read_keys(lines, keys, [&](std::string_view key) {
    ++total;
    // None, if the file was empty then and is not now.
    count += vote.candidate() && key == *vote.candidate() ? 1U : 0U;
  });
  if (!keyless) return failure(keyless.error());
  TopTable table{.part = part, .lines = total + *keyless, .keyless = *keyless, .total = CopyCount(total)};
  if (count <= total / 2) return table;
  const std::string& text = *vote.candidate();
  table.items.push_back({.key = part.keys == CountedPart::Keys::addresses ? shown_address(text) : text,
                         .length = text.size(),
                         .count = count,
                         .share = static_cast<double>(count) / static_cast<double>(total),
                         .bounds = {.lower = count, .upper = count}});
  return table;
}

}  // namespace peel::cli
