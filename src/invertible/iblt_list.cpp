#include "invertible/peeler.hpp"

namespace peel {

Listing Iblt::consume() {
  return detail::with_arithmetic(shape_, [&]<class Arithmetic, unsigned Words>() {
    return detail::Peeler<Arithmetic, Words>(*this, cells_).run();
  });
}

Listing Iblt::list() const {
  Iblt copy(*this);
  return copy.consume();
}

}  // namespace peel
