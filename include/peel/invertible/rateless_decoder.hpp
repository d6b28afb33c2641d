// RatelessDecoder: takes the difference of two streams as it arrives, block by block, and lists the items in
// it as soon as they can be told.
//
// An item is listed when it is alone in a cell. It is then taken out of all its other cells, of those that
// come later too. What is listed is right but for collisions of checks; it is proved when outcome() says
// complete, since then every cell that was received is empty and the 128-bit digests of both sets agree.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/rateless_cells.hpp"
#include "peel/invertible/rateless_shape.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace peel {

namespace detail {
class DifferenceStream;
}

enum class RatelessOutcome : std::uint8_t {
  needs_more,  // cells are not empty yet: take more of them
  complete,    // the listing is the difference
  malformed,   // more removals than cells: no items make such cells
};

std::string_view name_of(RatelessOutcome outcome);

class RatelessDecoder {
 public:
  // Given an item that only the first set has, writes the item that only the second has for the same key,
  // and returns whether there is one. A changed row is two items of the difference; who has the second set
  // at hand and finds rows by key can name the other one at once, which saves about one cell in five. An item
  // that is not in the difference makes decoding fail, never wrong.
  using FindTwin = std::function<bool(ByteView item, std::span<std::byte> twin)>;

  RatelessDecoder(const RatelessShape& shape, const KeyHasher& hashing, FindTwin find_twin = {});
  ~RatelessDecoder();
  RatelessDecoder(RatelessDecoder&&) noexcept;
  RatelessDecoder& operator=(RatelessDecoder&&) noexcept;

  // Takes the next cells of "the first set minus the second" and lists what they tell. Fails with
  // `incompatible` unless shape and hashing agree, the cells begin where the last ones ended and have the
  // same totals as those. Work is linear in cells, and in items times the cells of each.
  [[nodiscard]] Result<void> take(const RatelessCells& difference);

  RatelessOutcome outcome() const;
  std::uint64_t received() const { return received_; }  // cells of each stream
  std::uint64_t listed() const;                         // items so far, on both sides
  // About how many differing items are not listed yet, from the counts of the cells that are not empty; 0
  // before the first cells. An item that comes several times counts as the square of that.
  double estimated_left() const;

  // What was listed so far: of the first set as inserted, of the second as deleted.
  Listing listing() const;

 private:
  RatelessShape shape_;
  KeyHasher hashing_;
  FindTwin find_twin_;
  std::uint64_t received_ = 0;
  RatelessTotals totals_;  // of the difference
  RatelessTotals left_;    // the same, less what was listed
  std::vector<std::unique_ptr<detail::DifferenceStream>> streams_;
};

}  // namespace peel
