#include "cli/count/key_order.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace peel::cli {

namespace {

// What almost always decides. Whole keys are looked at where it does not: they may have to be read.
struct Rank {
  std::int64_t count;
  std::uint64_t beginning;  // the first bytes of the key, as a number of the same order
  std::uint32_t index;
  bool is_digest;
};

std::uint64_t beginning_of(std::string_view text) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i)
    number = number << 8 | (i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0U);
  return number;
}

class Earlier {
 public:
  Earlier(const ListedKeys& keys, CountView::Order order) : keys_(keys), order_(order) {}

  bool operator()(const Rank& a, const Rank& b) const {
    if (order_ == CountView::Order::by_count && a.count != b.count) return a.count > b.count;
    if (a.is_digest != b.is_digest) return b.is_digest;
    if (a.beginning != b.beginning) return a.beginning < b.beginning;
    std::string room, other_room;
    return keys_.key(a.index, room).text < keys_.key(b.index, other_room).text;
  }

 private:
  const ListedKeys& keys_;
  CountView::Order order_;
};

}  // namespace

std::vector<std::uint32_t> first_in_order(const ListedKeys& keys, CountView::Order order,
                                          std::uint64_t most) {
  std::vector<Rank> ranks(keys.size());
  std::string room;
  for (std::uint32_t i = 0; i < ranks.size(); ++i) {
    const ShownKey key = keys.key(i, room);
    ranks[i] = {keys.count(i), beginning_of(key.text), i, key.is_digest};
  }
  const auto shown = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(most, ranks.size()));
  const Earlier earlier(keys, order);
  if (shown < std::ssize(ranks)) {
    std::partial_sort(ranks.begin(), ranks.begin() + shown, ranks.end(), earlier);
    ranks.resize(static_cast<std::size_t>(shown));
  } else {
    std::ranges::sort(ranks, earlier);
  }
  std::vector<std::uint32_t> indexes;
  indexes.reserve(ranks.size());
  for (const Rank& rank : ranks) indexes.push_back(rank.index);
  return indexes;
}

}  // namespace peel::cli
