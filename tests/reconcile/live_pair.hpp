// LivePair: two fake sources, and all that a comparison of them needs.
#pragma once

#include "reconcile/compared.hpp"
#include "reconcile/fake_spill.hpp"
#include "support/random.hpp"

#include <memory>
#include <utility>

namespace peel::test {

struct LivePair {
  LivePair(std::unique_ptr<FakeSource> of_left, std::unique_ptr<FakeSource> of_right)
      : left(std::move(of_left)), right(std::move(of_right)) {
    options.seed = Random().seed();
    options.spill = &spill;
    if (left.schema().is_table && !left.schema().is_typed()) request.key = {"id"};
  }

  FakeSource& source(reconcile::Side side) { return source_of(side == reconcile::Side::left ? left : right); }
  Compared compare() { return compared(left, right, request, options, watch); }

  reconcile::RowsEndpoint left, right;
  reconcile::TermsRequest request;
  reconcile::Options options;
  StageWatch watch;
  FakeSpill spill;
};

// Of rows by number.
inline LivePair tables(const IdRows& left, const IdRows& right) {
  return {id_table("LEFT", left), id_table("RIGHT", right)};
}
inline LivePair databases(const IdRows& left, const IdRows& right) {
  return {id_database("LEFT", left), id_database("RIGHT", right)};
}

}  // namespace peel::test
