// How many keys a cell may hold and still show them.
#pragma once

#include <cstdint>

namespace peel::analysis {

enum class KeysPerCell : std::uint8_t {
  one = 1,  // a sum divided by a count: tables, standard counters
  two = 2,  // roots of a quadratic: moment counters
};

}  // namespace peel::analysis
