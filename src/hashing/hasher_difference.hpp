// Why two structures that hash cannot be combined, in words that name both values.
#pragma once

#include "peel/hashing/key_hasher.hpp"

#include <string>

namespace peel::detail {

// As in "they have hash families fast and siphash"; empty if nothing differs.
std::string difference_of(const KeyHasher& first, const KeyHasher& second);

}  // namespace peel::detail
