// Zipf's law: of so many possible keys, the one of rank i comes with a probability proportional to i^-z. Its
// numbers, and a sampler for experiments: a uniform word becomes a rank, the same on every run.
//
//   The first kZipfHead ranks have the probability of the law. Beyond, that of rank i is the integral of
//   t^-z from i - 1/2 to i + 1/2, which differs from i^-z by a share of less than z (z + 1) / (12 i^2): no
//   experiment tells the two apart, and the integral can be inverted in closed form.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <vector>

namespace peel::analysis {

inline constexpr std::uint64_t kZipfHead = 4096;
inline constexpr std::uint64_t kMaxZipfKeys = std::uint64_t{1} << 48;
inline constexpr double kMaxZipfExponent = 8;

struct ZipfSpec {
  ItemCount keys;   // possible ones, of ranks 1 to this
  double exponent;  // z; 0 makes all equally likely
};

// Neighbouring ranks that are nearly equally likely.
struct ZipfClass {
  std::uint64_t first_rank;
  std::uint64_t keys;
  double probability;  // of each of them, on average
};

class Zipf {
 public:
  // Fails with `invalid_argument` unless there are 1 to kMaxZipfKeys keys and z is 0 to kMaxZipfExponent.
  [[nodiscard]] static Result<Zipf> from(const ZipfSpec& spec);

  ItemCount keys() const { return spec_.keys; }
  double exponent() const { return spec_.exponent; }

  // Of a rank from 1 to keys().
  double probability(std::uint64_t rank) const;

  // The rank that a uniform word stands for; larger words stand for the same or larger ranks.
  std::uint64_t rank(std::uint64_t word) const;

  // All ranks, in order: the first kZipfHead each alone, the rest in classes that grow by 1/128.
  std::vector<ZipfClass> classes() const;

 private:
  explicit Zipf(const ZipfSpec& spec);

  ZipfSpec spec_;
  double total_ = 0;                      // of all i^-z
  double tail_ = 0;                       // what ranks beyond the head have of it
  std::uint64_t tail_begins_ = 0;         // the first word of a rank beyond the head
  std::vector<std::uint64_t> next_rank_;  // [i]: the first word that stands for a rank above i + 1
  std::vector<std::uint32_t> guide_;      // [leading bits of a word]: where in next_rank_ to begin
};

// How many different keys come in so many draws, on average.
double expected_distinct(const Zipf& zipf, CopyCount draws);

}  // namespace peel::analysis
