#include "cli/hashing.hpp"

#include "cli/numbers.hpp"

namespace peel::cli {

namespace {

Result<HashFamily> hash_family(Argument argument) {
  return one_of<HashFamily>(argument, {{"fast", HashFamily::fast}, {"siphash", HashFamily::siphash}});
}

Result<Seed> seed_number(Argument argument) {
  return whole_number(argument, {0, ~std::uint64_t{0}}).map([](std::uint64_t number) {
    return Seed(number);
  });
}

}  // namespace

Result<HashingChoice> hashing_choice(const HashingOptions& options) {
  HashingChoice choice;
  if (options.hash) {
    const auto family = hash_family({"--hash", *options.hash});
    if (!family) return failure(family.error());
    choice.family = *family;
  }
  if (options.seed) {
    const auto number = seed_number({"--seed", *options.seed});
    if (!number) return failure(number.error());
    choice.seed = *number;
  }
  return choice;
}

Result<KeyHasher> file_hasher(const HashingOptions& options) {
  const auto choice = hashing_choice(options);
  if (!choice) return failure(choice.error());
  return KeyHasher(choice->family, choice->seed.value_or(kDefaultSeed));
}

}  // namespace peel::cli
