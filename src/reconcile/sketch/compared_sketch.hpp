// ComparedSketch: what a comparison asks of a sketch, whatever its kind: one like it of other rows, what is
// left when one is subtracted from the other, and how sure that is.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/watch.hpp"

#include <cstdint>
#include <memory>

namespace peel::reconcile {

class ComparedSketch {
 public:
  // A copy of the sketch that an endpoint has; null if it has none.
  static std::unique_ptr<ComparedSketch> of(const Endpoint& endpoint);

  virtual ~ComparedSketch() = default;

  virtual const SketchDescription& description() const = 0;
  virtual KeyHasher hashing() const = 0;
  virtual std::int64_t rows() const = 0;
  virtual std::uint64_t gross_total() const = 0;
  virtual std::uint64_t cells() const = 0;
  virtual std::uint64_t bytes() const = 0;  // of memory

  // One like this of the rows of a side.
  virtual Result<std::unique_ptr<ComparedSketch>> of_rows(Endpoint& side, const ItemPlan& plan,
                                                          Watch& watch) const = 0;
  // Fails as the sketches do, and with `incompatible` if the other one is of another kind.
  virtual Result<void> subtract(const ComparedSketch& other) = 0;

  // Lists what is in a difference, which is used up, and says in the report what that leaves open.
  virtual Listing list(Report& report) = 0;
};

}  // namespace peel::reconcile
