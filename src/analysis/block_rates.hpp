// The exact rate of a blocked filter, one block first. The keys in a block are binomial, so the filter's rate
// is a mean of the rates of a block that was given 0, 1, 2 ... keys. All of these are positive, so that no
// digits cancel; they depend on neither the size of the filter nor its keys, so that a planner computes them
// once.
//
//   One block, c keys:   sum over a of  w(a_0) ... w(a_{L-1})  phi(a)^c
//
//   over the numbers a_l of cells of lane l that inclusion and exclusion take as unset. phi(a) is the
//   probability that one key leaves all of these unset: with y_l = 1 - a_l/C, and k = q L + r,
//   phi(a) = (y_0 ... y_{L-1})^q times the mean, over the L lanes in which the last round may begin, of
//   the product of y_l over the r lanes that it visits.
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace peel::analysis {

using BlockCount = peel::detail::Quantity<struct BlockCountTag>;

struct BlockForm {
  std::uint64_t lanes;
  std::uint64_t lane_cells;
  HashCount hashes;
};

// The rates of one form, computed as they are asked for.
class BlockRates {
 public:
  explicit BlockRates(const BlockForm& form);
  ~BlockRates();
  BlockRates(BlockRates&&) noexcept;
  BlockRates& operator=(BlockRates&&) noexcept;

  // Of one block with so many keys.
  double with_keys(ItemCount keys);
  // Of a filter of such blocks, at least one, with so many keys in all.
  double rate(BlockCount blocks, ItemCount items);

 private:
  class Terms;

  BlockForm form_;
  std::unique_ptr<Terms> terms_;  // made when first needed
  std::vector<double> by_keys_;
  std::uint64_t full_;  // keys beyond which the rate of a block is 1 in double precision
};

}  // namespace peel::analysis
