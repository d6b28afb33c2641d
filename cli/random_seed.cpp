#include "cli/random_seed.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <sys/random.h>

namespace peel::cli {

Seed random_seed() {
  std::array<std::uint64_t, 2> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::runtime_error("the operating system gives no random numbers");
  }
  return Seed(words[0], words[1]);
}

}  // namespace peel::cli
