// Counting a stream that is read once, such as a pipe, or one whose counts are to be saved. The keys
// themselves are in the counter, in slots of one width; longer ones leave a digest.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/stream_keys.hpp"

#include "cli/count/count_plan.hpp"
#include "cli/count/listed_keys.hpp"
#include "cli/progress.hpp"
#include "sources/line_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace peel::cli {

struct SizedStream {
  CountedStream stream;
  ItemCount capacity;  // distinct keys
};

// Empty; for a stream of so many bytes, if that is known and may play a part.
Result<SizedStream> planned_stream(const CountPlan& plan, Seed seed,
                                   std::optional<std::uint64_t> stream_bytes);

Result<void> fill(CountedStream& stream, sources::LineSource& source, const Progress& progress);

// The keys of a stream that could be listed.
class ListedSlots : public ListedKeys {
 public:
  ListedSlots(CountedKeys listed, const StreamKeys& keys) : listed_(std::move(listed)), keys_(keys) {}

  std::size_t size() const override { return listed_.size(); }
  std::int64_t count(std::size_t i) const override { return listed_.count(i); }
  ShownKey key(std::size_t i, std::string& room) const override;

 private:
  CountedKeys listed_;
  StreamKeys keys_;
};

struct ListedStream {
  std::unique_ptr<ListedSlots> keys;
  CountSummary summary;
};

// Takes what it lists out of the counter. Fails with `malformed` for a counter that nobody can have filled
// honestly.
Result<ListedStream> list(SizedStream& sized);

}  // namespace peel::cli
