// A seed that nobody can foresee.
#pragma once

#include "peel/hashing/seed.hpp"

namespace peel::cli {

// From the operating system. Throws std::runtime_error if that has no randomness to give.
Seed random_seed();

}  // namespace peel::cli
