#include "peel/frequency/heavy_texts.hpp"

#include "peel/core/uint128.hpp"

#include "frequency/cells.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace peel {

namespace {

using Counters = std::unordered_map<std::uint64_t, TextCounter>;

// The amount that leaves at most `room` counters: the largest but `room`.
std::uint64_t amount_that_leaves(const Counters& counters, std::uint64_t room) {
  std::vector<std::uint64_t> counts;
  for (const auto& [digest, counter] : counters) counts.push_back(counter.count);
  const auto at = counts.begin() + static_cast<std::ptrdiff_t>(room);
  std::ranges::nth_element(counts, at, std::greater());
  return *at;
}

void lower_all(Counters& counters, std::uint64_t amount) {
  std::erase_if(counters, [amount](const auto& entry) { return entry.second.count <= amount; });
  for (auto& [digest, counter] : counters) counter.count -= amount;
}

std::uint64_t scaled(std::uint64_t count, Decay decay) {
  return static_cast<std::uint64_t>(static_cast<Uint128>(count) * decay.keep / decay.of);
}

}  // namespace

Result<HeavyTexts> HeavyTexts::make(const HeavyTextsShape& shape, HashFamily family, Seed seed) {
  if (shape.capacity.value == 0 || shape.text_width.value == 0)
    return failure(ErrorCode::invalid_argument, "a capacity or width of 0: accepted are 1 or more");
  if (shape.capacity.value > kMaxHeavyCapacity || shape.text_width.value > kMaxTextWidth) {
    return failure(ErrorCode::limit_exceeded,
                   "room for " + std::to_string(shape.capacity.value) + " texts of " +
                       std::to_string(shape.text_width.value) + " bytes: accepted are at most " +
                       std::to_string(kMaxHeavyCapacity) + " of " + std::to_string(kMaxTextWidth));
  }
  return HeavyTexts(shape, KeyHasher(family, seed));
}

Result<HeavyTexts> HeavyTexts::from_parts(Parts parts) {
  auto made = make(parts.shape, parts.family, parts.seed);
  if (!made) return made;
  made->total_ = parts.total;
  made->error_ = parts.error;
  for (TextCounter& counter : parts.counters) {
    const std::uint64_t digest = counter.digest;
    if (!made->counters_.try_emplace(digest, std::move(counter)).second)
      return failure(ErrorCode::malformed, "digest " + std::to_string(digest) + " comes twice");
  }
  return made;
}

void HeavyTexts::add(ByteView text, CopyCount copies) {
  if (copies.value == 0) return;
  total_.value = raised(total_.value, copies.value);
  const std::uint64_t digest = hasher_(text).low;
  if (const auto found = counters_.find(digest); found != counters_.end()) {
    found->second.count = raised(found->second.count, copies.value);
    return;
  }
  const auto kept = std::min<std::uint64_t>(text.size(), shape_.text_width.value);
  const std::string_view chars(reinterpret_cast<const char*>(text.data()), kept);
  counters_.emplace(digest, TextCounter{std::string(chars), text.size(), digest, copies.value});
  if (counters_.size() <= shape_.capacity.value) return;
  const std::uint64_t amount = amount_that_leaves(counters_, shape_.capacity.value / 2);
  lower_all(counters_, amount);
  error_.value += amount;
}

void HeavyTexts::add(std::span<const ByteView> texts) {
  for (const ByteView text : texts) add(text);
}

CountBounds HeavyTexts::bounds(ByteView text) const {
  const auto found = counters_.find(hasher_(text).low);
  const std::uint64_t count = found == counters_.end() ? 0 : found->second.count;
  return {count, raised(count, error_.value), false};
}

std::vector<HeavyText> HeavyTexts::above(CopyCount threshold) const {
  std::vector<HeavyText> texts;
  for (const auto& [digest, counter] : counters_) {
    const std::uint64_t upper = raised(counter.count, error_.value);
    if (upper >= threshold.value)
      texts.push_back({counter.text, counter.length, digest, {counter.count, upper, false}});
  }
  std::ranges::sort(texts, [](const HeavyText& a, const HeavyText& b) {
    return std::tie(b.count.lower, a.text, a.digest) < std::tie(a.count.lower, b.text, b.digest);
  });
  return texts;
}

std::vector<HeavyText> HeavyTexts::heavy(ItemCount k) const {
  const std::uint64_t times = std::max<std::uint64_t>(k.value, 1);
  return above(CopyCount(total_.value / times + (total_.value % times != 0 ? 1 : 0)));
}

std::vector<HeavyText> HeavyTexts::top(ItemCount n) const {
  std::vector<HeavyText> texts = above(CopyCount(0));
  if (texts.size() > n.value) texts.resize(n.value);
  return texts;
}

Result<void> HeavyTexts::merge(const HeavyTexts& other) {
  if (shape_ != other.shape_)
    return failure(ErrorCode::incompatible, "the summaries differ in capacity or width of texts");
  if (hasher_.family() != other.hasher_.family() || hasher_.seed() != other.hasher_.seed())
    return failure(ErrorCode::incompatible, "the summaries differ in hash family or seed");
  total_.value = raised(total_.value, other.total_.value);
  error_.value = raised(error_.value, other.error_.value);
  for (const auto& [digest, counter] : other.counters_) {
    const auto [at, is_new] = counters_.try_emplace(digest, counter);
    if (!is_new) at->second.count = raised(at->second.count, counter.count);
  }
  if (counters_.size() <= shape_.capacity.value) return {};
  const std::uint64_t amount = amount_that_leaves(counters_, shape_.capacity.value);
  lower_all(counters_, amount);
  error_.value = raised(error_.value, amount);
  return {};
}

Result<void> HeavyTexts::decay(Decay decay) {
  if (decay.of == 0 || decay.keep > decay.of) {
    return failure(ErrorCode::invalid_argument, "a decay to " + std::to_string(decay.keep) + " of " +
                                                    std::to_string(decay.of) +
                                                    ": accepted is a share up to 1");
  }
  for (auto& [digest, counter] : counters_) counter.count = scaled(counter.count, decay);
  std::erase_if(counters_, [](const auto& entry) { return entry.second.count == 0; });
  // Counters are rounded down, so the truth may be nearly 1 more than counter and error together.
  total_.value = scaled(total_.value, decay);
  error_.value = decay.keep == decay.of ? error_.value : scaled(error_.value, decay) + 2;
  return {};
}

void HeavyTexts::clear() {
  counters_.clear();
  total_ = error_ = CopyCount(0);
}

std::uint64_t HeavyTexts::bytes() const {
  std::uint64_t bytes = sizeof *this;
  for (const auto& [digest, counter] : counters_) bytes += sizeof counter + counter.text.capacity();
  return bytes;
}

}  // namespace peel
