// The order of listed keys. Their counts and first bytes decide almost always; whole keys are looked at where
// these are equal, as many at a time as fit into memory.
#include "peel/sources/listed_keys.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace peel::sources {

namespace {

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

// Reads keys until one cannot be read, and says why. What follows it is empty, and in no order.
class KeyReader {
 public:
  explicit KeyReader(const ListedKeys& keys) : keys_(keys) {}

  ListedKey read(std::uint32_t index, std::string& room) {
    if (trouble_) return {};
    const auto key = keys_.key(index, room);
    if (key) return *key;
    trouble_ = key.error();
    return {};
  }
  const std::optional<Error>& trouble() const { return trouble_; }

 private:
  const ListedKeys& keys_;
  std::optional<Error> trouble_;
};

class Earlier {
 public:
  explicit Earlier(KeyOrder order) : order_(order) {}

  bool operator()(const Rank& a, const Rank& b) const {
    if (order_ == KeyOrder::by_count && a.count != b.count) return a.count > b.count;
    if (a.is_digest != b.is_digest) return b.is_digest;
    return a.beginning < b.beginning;
  }

 private:
  KeyOrder order_;
};

// A key that was asked for: its text is in the room, or lies elsewhere in memory.
class Whole {
 public:
  Whole(KeyReader& keys, std::uint32_t index) : index_(index), text_(keys.read(index, room_).text) {
    is_in_room_ = text_.data() == room_.data();
  }

  std::uint32_t index() const { return index_; }
  // The view is made anew each time, since a room that moves takes its bytes along.
  std::string_view text() const { return is_in_room_ ? std::string_view(room_) : text_; }
  std::uint64_t bytes() const { return sizeof(Whole) + room_.size(); }

 private:
  std::uint32_t index_;
  std::string room_;
  std::string_view text_;
  bool is_in_room_ = false;
};

// Keys of one rank, in the order of their texts: as many as fit into memory are put in order at a time, and
// these stretches are then merged.
class WholeOrder {
 public:
  WholeOrder(KeyReader& keys, std::uint64_t memory_bytes) : keys_(keys), memory_bytes_(memory_bytes) {}

  // The first `most` of the indexes are those that come first; what is behind them is in no order.
  void put_in_order(std::span<std::uint32_t> indexes, std::size_t most) const {
    std::vector<std::span<const std::uint32_t>> stretches;
    for (auto rest = indexes; !rest.empty();) {
      const std::size_t ordered = put_stretch_in_order(rest, most);
      stretches.push_back(rest.first(std::min(ordered, most)));
      rest = rest.subspan(ordered);
    }
    if (stretches.size() > 1) std::ranges::copy(merged(stretches, most), indexes.begin());
  }

 private:
  // Behind the bytes that all texts share, what they begin with decides again.
  struct Place {
    std::uint64_t beginning;
    std::uint32_t place;  // of the key among those that are held
  };

  static std::size_t shared_bytes(std::span<const Whole> wholes) {
    std::string_view shared = wholes.front().text();
    for (const Whole& whole : wholes) {
      const auto [end, other] = std::ranges::mismatch(shared, whole.text());
      shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
    }
    return shared.size();
  }

  // How many there was room for.
  std::size_t put_stretch_in_order(std::span<std::uint32_t> indexes, std::size_t most) const {
    std::vector<Whole> wholes;
    for (std::uint64_t bytes = 0; wholes.size() < indexes.size() && bytes < memory_bytes_;) {
      wholes.emplace_back(keys_, indexes[wholes.size()]);
      bytes += wholes.back().bytes();
    }
    const std::size_t shared = shared_bytes(wholes);
    std::vector<Place> places;
    places.reserve(wholes.size());
    for (const Whole& whole : wholes)
      places.push_back(
          {beginning_of(whole.text().substr(shared)), static_cast<std::uint32_t>(places.size())});
    const auto comes_before = [&](const Place& a, const Place& b) {
      if (a.beginning != b.beginning) return a.beginning < b.beginning;
      return wholes[a.place].text() < wholes[b.place].text();
    };
    if (most < places.size()) {
      std::ranges::partial_sort(places, places.begin() + static_cast<std::ptrdiff_t>(most), comes_before);
    } else {
      std::ranges::sort(places, comes_before);
    }
    for (std::size_t i = 0; i < places.size(); ++i) indexes[i] = wholes[places[i].place].index();
    return wholes.size();
  }

  struct Head {
    Whole key;
    std::span<const std::uint32_t> behind;
  };

  std::vector<std::uint32_t> merged(std::span<const std::span<const std::uint32_t>> stretches,
                                    std::size_t most) const {
    const auto is_later = [](const Head& a, const Head& b) { return a.key.text() > b.key.text(); };
    std::vector<Head> heads;  // a heap with the first key on top
    const auto add = [&](std::span<const std::uint32_t> stretch) {
      if (stretch.empty()) return;
      heads.push_back({Whole(keys_, stretch.front()), stretch.subspan(1)});
      std::ranges::push_heap(heads, is_later);
    };
    for (const auto& stretch : stretches) add(stretch);
    std::vector<std::uint32_t> order;
    while (!heads.empty() && order.size() < most) {
      std::ranges::pop_heap(heads, is_later);
      const auto behind = heads.back().behind;
      order.push_back(heads.back().key.index());
      heads.pop_back();
      add(behind);
    }
    return order;
  }

  KeyReader& keys_;
  std::uint64_t memory_bytes_;
};

// Those that can be among the first, in the order of their ranks.
std::vector<Rank> first_ranks(const ListedKeys& keys, KeyReader& reader, const Earlier& earlier,
                              std::size_t shown) {
  std::vector<Rank> ranks(keys.size());
  std::string room;
  for (std::uint32_t i = 0; i < ranks.size(); ++i) {
    const ListedKey key = reader.read(i, room);
    ranks[i] = {keys.count(i), beginning_of(key.text), i, key.is_digest};
  }
  if (shown < ranks.size()) {
    const auto last = ranks.begin() + static_cast<std::ptrdiff_t>(shown) - 1;
    std::nth_element(ranks.begin(), last, ranks.end(), earlier);
    const Rank rank_of_last = *last;
    std::erase_if(ranks, [&](const Rank& rank) { return earlier(rank_of_last, rank); });
  }
  std::ranges::sort(ranks, earlier);
  return ranks;
}

}  // namespace

Result<std::vector<std::uint32_t>> first_in_order(const ListedKeys& keys, KeyOrder order, std::uint64_t most,
                                                  std::uint64_t memory_bytes) {
  const auto shown = static_cast<std::size_t>(std::min<std::uint64_t>(most, keys.size()));
  std::vector<std::uint32_t> indexes;
  if (shown == 0) return indexes;
  const Earlier earlier(order);
  KeyReader reader(keys);
  const std::vector<Rank> ranks = first_ranks(keys, reader, earlier, shown);
  indexes.reserve(ranks.size());
  for (const Rank& rank : ranks) indexes.push_back(rank.index);

  const WholeOrder whole_order(reader, memory_bytes);
  for (std::size_t begin = 0, end; begin < shown; begin = end) {
    for (end = begin + 1; end < ranks.size() && !earlier(ranks[begin], ranks[end]);) ++end;
    if (end - begin > 1)
      whole_order.put_in_order(std::span(indexes).subspan(begin, end - begin), shown - begin);
  }
  if (reader.trouble()) return failure(*reader.trouble());
  indexes.resize(shown);
  return indexes;
}

}  // namespace peel::sources
