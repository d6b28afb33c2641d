#include "invertible/peeler.hpp"

namespace peel {

Listing Iblt::consume() {
  return detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    return detail::Peeler<Arithmetic, Layout>(*this, cells_).run();
  });
}

Listing Iblt::list() const {
  Iblt copy(*this);
  return copy.consume();
}

}  // namespace peel
