#include "peel/invertible/item_hashing.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace peel {

namespace {

constexpr std::uint64_t kValuePurpose = 1;
constexpr std::size_t kChunk = 32;  // hashes that wait on the stack between hashing and placing

// Hashes packed items chunk by chunk and hands each hash on with its number.
template <class Use>
void for_each_hash(const KeyHasher& hasher, ByteView items, std::size_t width, std::size_t count, Use use) {
  std::array<KeyHash, kChunk> hashes;
  for (std::size_t first = 0; first < count; first += kChunk) {
    const std::size_t n = std::min(kChunk, count - first);
    hasher.hash_packed(items.subspan(first * width, n * width), width, std::span(hashes).first(n));
    for (std::size_t i = 0; i < n; ++i) use(first + i, hashes[i]);
  }
}

// A key on its way to the cells of an irregular table.
struct WeighedKey {
  ByteView key;
  CellIndex* cells;
};

template <class Words>
void place_weighed(const Placement& placement, const WeighedKey& weighed, const Words& word) {
  const auto weight = static_cast<std::uint64_t>(weighed.key.back()) << 8;
  const unsigned count = placement.place_irregular(word, weight, weighed.cells);
  std::fill(weighed.cells + count, weighed.cells + placement.hashes().value,
            static_cast<CellIndex>(placement.cells().value));
}

}  // namespace

ItemHashing::ItemHashing(HashFamily family, Seed seed)
    : keys_(KeyHasher(family, seed)), values_(KeyHasher(family, seed.derive(kValuePurpose))) {}

ItemHashing::ItemHashing(std::shared_ptr<const InjectedHash> functions) : injected_(std::move(functions)) {
  PEEL_ASSERT(injected_ != nullptr);
}

void ItemHashing::locate(const Placement& placement, ByteView keys, std::size_t width,
                         std::span<CellIndex> cells, std::span<std::uint64_t> checks) const {
  const std::size_t hashes = placement.hashes().value;
  PEEL_ASSERT(keys.size() == checks.size() * width && cells.size() == checks.size() * hashes);
  if (placement.kind() == PlacementKind::irregular) {
    locate_irregular(placement, keys, width, cells, checks);
    return;
  }
  if (injected_) {
    for (std::size_t i = 0; i < checks.size(); ++i) {
      const ByteView key = keys.subspan(i * width, width);
      placement.place([&](unsigned choice) { return injected_->choice(key, choice); }, &cells[i * hashes]);
      checks[i] = injected_->check(key);
    }
    return;
  }
  for_each_hash(*keys_, keys, width, checks.size(), [&](std::size_t i, const KeyHash& hash) {
    placement.place([&](unsigned choice) { return hash.word(choice); }, &cells[i * hashes]);
    checks[i] = hash.word(kCheckWord);
  });
}

void ItemHashing::locate_irregular(const Placement& placement, ByteView keys, std::size_t width,
                                   std::span<CellIndex> cells, std::span<std::uint64_t> checks) const {
  const auto weighed = [&](std::size_t i) {
    return WeighedKey{keys.subspan(i * width, width), &cells[i * placement.hashes().value]};
  };
  if (injected_) {
    for (std::size_t i = 0; i < checks.size(); ++i) {
      const WeighedKey key = weighed(i);
      place_weighed(placement, key, [&](unsigned choice) { return injected_->choice(key.key, choice); });
      checks[i] = injected_->check(key.key);
    }
    return;
  }
  for_each_hash(*keys_, keys, width, checks.size(), [&](std::size_t i, const KeyHash& hash) {
    place_weighed(placement, weighed(i), [&](unsigned choice) { return hash.word(choice); });
    checks[i] = hash.word(kCheckWord);
  });
}

void ItemHashing::check_values(std::span<const std::uint64_t> key_checks, ByteView values, std::size_t width,
                               std::span<std::uint64_t> checks) const {
  const auto bind = [&](std::size_t i, const KeyHash& value) {
    checks[i] = KeyHash{value.low ^ key_checks[i], value.high}.word(kCheckWord);
  };
  if (injected_) {
    for (std::size_t i = 0; i < checks.size(); ++i) {
      bind(i, KeyHash{injected_->check(values.subspan(i * width, width)), 0});
    }
    return;
  }
  for_each_hash(*values_, values, width, checks.size(), bind);
}

bool operator==(const ItemHashing& a, const ItemHashing& b) {
  if (a.injected_ || b.injected_) return a.injected_ == b.injected_;
  return a.keys_->family() == b.keys_->family() && a.keys_->seed() == b.keys_->seed();
}

}  // namespace peel
