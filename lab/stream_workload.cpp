#include "lab/stream_workload.hpp"

#include "lab/workload.hpp"

namespace peel::lab {

ZipfStream zipf_stream(const analysis::Zipf& law, CopyCount draws, Seed seed) {
  ZipfStream stream{std::vector<std::uint64_t>(draws.value),
                    std::vector<std::uint64_t>(law.keys().value + 1)};
  for (std::uint64_t i = 0; i < draws.value; ++i) {
    stream.keys[i] = law.rank(key_at(seed, i));
    ++stream.counts[stream.keys[i]];
  }
  return stream;
}

}  // namespace peel::lab
