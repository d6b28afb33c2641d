#include "cli/count/count_options.hpp"

#include "cli/counter_variant.hpp"
#include "cli/hashing.hpp"
#include "cli/numbers.hpp"
#include "cli/shared_options.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 33;  // beyond it no counter is large enough

Result<StreamDescription> description_of(const CountOptions& options) {
  const auto part = line_part(options.part);
  if (!part) return failure(part.error());
  StreamDescription description;
  description.part = *part;
  if (part->keys == CountedPart::Keys::addresses) {
    if (options.key_bytes) return refused("--key-bytes is for text; with --ip every key is kept");
    description.key_bytes = 0;
  }
  if (options.key_bytes) {
    const auto bytes = whole_number({"--key-bytes", *options.key_bytes}, {kLeastTextBytes, kMostTextBytes});
    if (!bytes) return failure(bytes.error());
    description.key_bytes = static_cast<std::uint8_t>(*bytes);
  }
  return description;
}

Result<void> add_size(const CountOptions& options, sources::CountRequest& request) {
  if (options.capacity && options.memory)
    return refused("--capacity and --memory exclude each other; give one of them");
  if (options.capacity) {
    const auto keys = whole_number({"--capacity", *options.capacity}, {1, kMostCounted});
    if (!keys) return failure(keys.error());
    request.capacity = ItemCount(*keys);
  }
  if (options.memory) {
    const auto bytes = byte_size({"--memory", *options.memory}, {1024, kMaxCounterBytes});
    if (!bytes) return failure(bytes.error());
    request.memory_bytes = *bytes;
  }
  return {};
}

}  // namespace

const char* CountOptions::first_of_counting() const {
  if (const char* const given = part.first(); given != nullptr) return given;
  return key_bytes  ? "--key-bytes"
         : capacity ? "--capacity"
         : memory   ? "--memory"
         : variant  ? "--variant"
         : hash     ? "--hash"
         : seed     ? "--seed"
                    : nullptr;
}

const char* CountOptions::first_of_printing() const {
  return by ? "--by" : first ? "-n" : json ? "--json" : null ? "-z" : nullptr;
}

void add_count_options(Command& verb, CountOptions& options) {
  verb.add({"FILE", options.file,
            "A file of lines, or of counts that --save wrote; - or nothing is standard input"});
  add_counted_part(verb, options.part);
  verb.add(
      {"--by", options.by, "Order: largest count first, or bytes of the key (default count)", "count|key"});
  verb.add({"-n,--first", options.first, "Print only the first N; all are counted", "N"});
  verb.add({"--json", options.json, "One object for each key, then a summary"});
  add_null(verb, options.null);
  verb.add({"--capacity", options.capacity, "Distinct keys to make room for (default 1000000)", "N"});
  verb.add(
      {"--memory", options.memory, "As many as a counter of so much memory lists, such as 64M", "BYTES"});
  verb.add({"--variant", options.variant,
            "Kind of counter (default: moment or standard, whichever is smaller for such keys)",
            "standard|even-odd|one-key|combined|moment"});
  verb.add({"--key-bytes", options.key_bytes,
            "Keep keys of up to 16 to 63 bytes in the counter, longer ones by digest (default 16)", "N"});
  verb.add({"--save", options.save, "Write the counts to a file, for merge, subtract and count", "OUT"});
  verb.add({"--like", options.like, "Count for --save what another file of counts does, alike", "FILE"});
  add_hashing(verb, options.hash, options.seed);
  add_progress(verb, options.progress);
}

Result<sources::CountRequest> request_of(const CountOptions& options) {
  const auto description = description_of(options);
  if (!description) return failure(description.error());
  // Who says how long keys may be wants them in the counter.
  sources::CountRequest request{.description = *description, .one_pass = options.key_bytes.has_value()};
  if (auto sized = add_size(options, request); !sized) return failure(sized.error());
  if (options.variant) {
    const auto variant = counter_variant({"--variant", *options.variant});
    if (!variant) return failure(variant.error());
    request.variant = *variant;
  }
  const auto hashing = hashing_choice({options.hash, options.seed});
  if (!hashing) return failure(hashing.error());
  request.family = hashing->family;
  request.seed = hashing->seed;
  return request;
}

Result<CountView> view_of(const CountOptions& options) {
  CountView view;
  if (options.by) {
    const auto order = one_of<sources::KeyOrder>(
        {"--by", *options.by}, {{"count", sources::KeyOrder::by_count}, {"key", sources::KeyOrder::by_key}});
    if (!order) return failure(order.error());
    view.order = *order;
  }
  if (options.first) {
    const auto first = whole_number({"-n", *options.first}, {0, ~std::uint64_t{0}});
    if (!first) return failure(first.error());
    view.first = *first;
  }
  if (options.null && options.json) return refused(no_null_beside("--json"));
  if (options.json) view.format = CountView::Format::json;
  if (options.null) view.line_end = LineEnd::null;
  return view;
}

}  // namespace peel::cli
