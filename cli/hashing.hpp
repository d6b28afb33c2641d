// --hash and --seed: how keys are hashed, the same for every verb that makes a file.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"

#include "cli/numbers.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// All fail with `invalid_argument`, and say what is accepted.
Result<HashFamily> hash_family(Argument argument);
Result<Seed> seed_number(Argument argument);

// As typed.
struct HashingOptions {
  const std::optional<std::string>& hash;
  const std::optional<std::string>& seed;
};

// Of a file: the fast family and the published seed where nothing else was said.
Result<KeyHasher> file_hasher(const HashingOptions& options);

}  // namespace peel::cli
