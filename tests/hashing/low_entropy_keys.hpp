// Keys as people have them: numbered, dated, padded, aligned. Poor hashing shows on these first.
#pragma once

#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace peel::test {

struct KeySet {
  std::string name;
  std::vector<std::uint64_t> integers;  // one of these two is filled
  std::vector<std::string> texts;

  std::size_t size() const { return integers.size() + texts.size(); }
  std::vector<KeyHash> hashes(const KeyHasher& hasher) const;
};

std::vector<KeySet> low_entropy_key_sets();

void PrintTo(const KeySet& set, std::ostream* out);

}  // namespace peel::test
