#include "cli/hashing.hpp"

namespace peel::cli {

Result<HashFamily> hash_family(Argument argument) {
  return one_of<HashFamily>(argument, {{"fast", HashFamily::fast}, {"siphash", HashFamily::siphash}});
}

Result<Seed> seed_number(Argument argument) {
  return whole_number(argument, {0, ~std::uint64_t{0}}).map([](std::uint64_t number) {
    return Seed(number);
  });
}

Result<KeyHasher> file_hasher(const HashingOptions& options) {
  HashFamily family = HashFamily::fast;
  Seed seed = kDefaultSeed;
  if (options.hash) {
    const auto named = hash_family({"--hash", *options.hash});
    if (!named) return failure(named.error());
    family = *named;
  }
  if (options.seed) {
    const auto number = seed_number({"--seed", *options.seed});
    if (!number) return failure(number.error());
    seed = *number;
  }
  return KeyHasher(family, seed);
}

}  // namespace peel::cli
