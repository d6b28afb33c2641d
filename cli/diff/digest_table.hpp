// The digests in question, after a difference was listed: which rows to fetch in the second pass, and whether
// those that came account for what was listed.
#pragma once

#include "peel/invertible/listing.hpp"
#include "peel/reconcile/row_tally.hpp"

#include "cli/diff/row_items.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace peel::cli {

class DigestTable {
 public:
  // Of a listing of left minus right.
  DigestTable(const Listing& listing, const RowItems& items);

  std::size_t size() const { return digests_.size(); }

  // The index of a digest in question. Almost all are not: the first look decides.
  std::optional<std::size_t> find(std::uint64_t digest) const {
    for (std::size_t slot = digest & mask_;; slot = (slot + 1) & mask_) {
      if (slots_[slot] == 0) return std::nullopt;
      if (digests_[slots_[slot] - 1] == digest) return slots_[slot] - 1;
    }
  }

  // Whether the rows found with each digest are as many more on the left as was listed. `found` counts them
  // by index.
  struct Found {
    std::vector<std::uint64_t> left, right;
  };
  bool accounts_for(const Found& found) const;

 private:
  void add(const Entries& entries, const RowItems& items, std::uint64_t sign);

  std::vector<std::uint64_t> digests_;
  std::vector<std::uint64_t> multiplicities_;  // left minus right, modulo 2^64
  std::vector<std::uint32_t> slots_;           // index + 1, or 0; a quarter full at most
  std::size_t mask_;
};

}  // namespace peel::cli
