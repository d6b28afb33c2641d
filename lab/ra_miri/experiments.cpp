#include "lab/ra_miri/experiments.hpp"

#include <array>

namespace peel::lab::ra_miri {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "RA-MIRI 2020";

constexpr std::array kExperiments = {
    Experiment{{"ra-miri/one-hash", kPaper, "False positives",
                "With one hash function, m = 100n, n and n/10 bits give these rates."},
               {20, microseconds(1'500)},
               one_hash},
    Experiment{{"ra-miri/addresses", kPaper, "Query on a list of e-mails",
                "A billion addresses of 20 bytes go into a gigabyte of main memory."},
               {20, microseconds(25'000)},
               addresses},
    Experiment{{"ra-miri/best-k", kPaper, "Asymptotic estimations for k and m; Optimizing k",
                "The best k is ln 2 m/n, and then the rate is 0.6185^(m/n)."},
               {20, microseconds(2'500)},
               best_hashes},
    Experiment{{"ra-miri/sizes", kPaper, "Practical issues",
                "The asymptotic results work for practical values of n."},
               {20, microseconds(20'000)},
               sizes},
    Experiment{{"ra-miri/ten-million", kPaper, "Practical issues", "So they do with 10,000,000 keys."},
               {4, microseconds(1'200'000)},
               ten_million},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::ra_miri
