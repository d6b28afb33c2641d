// What an item adds to a cell: a row laid out like the cell itself.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/invertible/rateless_cells.hpp"

#include "invertible/cell_layout.hpp"
#include "invertible/limbs.hpp"
#include "invertible/rateless/item_walk.hpp"

#include <cstdint>

namespace peel::detail {

template <class Arithmetic, class Layout>
void write_item_term(const std::byte* item, const KeyHash& hash, std::int64_t times, const Layout& layout,
                     std::uint64_t* term) {
  term[0] = static_cast<std::uint64_t>(times);
  to_limbs(item, layout.key_width, layout.limb_bytes, term + 1);
  for (unsigned w = 1; w < layout.check_at; ++w) term[w] = Arithmetic::times(term[w], times);
  term[layout.check_at] = Arithmetic::check_times(hash.word(kCheckWord), times) & layout.check_mask;
}

// Adds an item `times` times to what is known of a set. The gross total is the caller's to check.
inline void add_to_totals(RatelessTotals& totals, const KeyHash& hash, std::int64_t times) {
  const auto factor = static_cast<std::uint64_t>(times);
  totals.net += times;
  totals.digest_low += factor * hash.word(kDigestWord);
  totals.digest_high += factor * hash.word(kDigestWord + 1);
}

// Calls use.template operator()<Arithmetic, Layout, form>() with the policies that fit a shape.
template <class Use>
auto with_stream_policies(const RatelessShape& shape, Use use) {
  return with_policies(shape, [&]<class Arithmetic, class Layout>() {
    return shape.form() == RatelessForm::regular
               ? use.template operator()<Arithmetic, Layout, RatelessForm::regular>()
               : use.template operator()<Arithmetic, Layout, RatelessForm::irregular>();
  });
}

}  // namespace peel::detail
