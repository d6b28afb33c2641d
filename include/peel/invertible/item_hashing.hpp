// ItemHashing: what an invertible table asks of hashing. Where a key goes, the check of a key, the check
// of a value; for whole batches at a time. Either a named family with a seed, or functions of the caller's.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/placement.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace peel {

class ItemHashing {
 public:
  ItemHashing(HashFamily family, Seed seed);
  explicit ItemHashing(std::shared_ptr<const InjectedHash> functions);  // not null

  // The family and seed, unless the functions were injected.
  const std::optional<KeyHasher>& named() const { return keys_; }
  // The functions that were injected, or null.
  const InjectedHash* injected() const { return injected_.get(); }

  // For keys of `width` bytes one behind the other: the k cells of key i go to cells[i*k..], its check to
  // checks[i]. Where the table is irregular and the key light, the number of cells stands for the cells that
  // it does not have.
  void locate(const Placement& placement, ByteView keys, std::size_t width, std::span<CellIndex> cells,
              std::span<std::uint64_t> checks) const;
  // The check of each value, bound to the check of its key: in the difference of two tables, values that
  // moved from one key to another would otherwise pass for a change of either (docs/theory/peeling.md).
  void check_values(std::span<const std::uint64_t> key_checks, ByteView values, std::size_t width,
                    std::span<std::uint64_t> checks) const;

  // Whether two tables place and check every key alike.
  friend bool operator==(const ItemHashing& a, const ItemHashing& b);

 private:
  void locate_irregular(const Placement& placement, ByteView keys, std::size_t width,
                        std::span<CellIndex> cells, std::span<std::uint64_t> checks) const;

  std::optional<KeyHasher> keys_;
  std::optional<KeyHasher> values_;  // under a derived seed: a key and an equal value have unrelated checks
  std::shared_ptr<const InjectedHash> injected_;
};

}  // namespace peel
