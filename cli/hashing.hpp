// --hash and --seed: how keys are hashed, the same for every verb that makes a file.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <optional>
#include <string>

namespace peel::cli {

// As typed.
struct HashingOptions {
  const std::optional<std::string>& hash;
  const std::optional<std::string>& seed;
};

struct HashingChoice {
  HashFamily family = HashFamily::fast;
  std::optional<Seed> seed = {};
};
// Fails with `invalid_argument`, and says what is accepted; so does the next.
Result<HashingChoice> hashing_choice(const HashingOptions& options);

// Of a file: the fast family and the published seed where nothing else was said.
Result<KeyHasher> file_hasher(const HashingOptions& options);

}  // namespace peel::cli
