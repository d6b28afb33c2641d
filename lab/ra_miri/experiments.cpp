#include "lab/ra_miri/experiments.hpp"

#include <array>

namespace peel::lab::ra_miri {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "RA-MIRI 2020";

constexpr std::array kExperiments = {
    Experiment{{"ra-miri/one-hash", kPaper, "False positives",
                "With one hash function, m = 100n, n and n/10 bits give these rates."},
               {.trials = 2000, .cost_per_trial = microseconds(400), .series = 3},
               one_hash,
               "002.pi.* 002.inS"},
    Experiment{{"ra-miri/addresses", kPaper, "Query on a list of e-mails",
                "A billion addresses of 20 bytes go into a gigabyte of main memory."},
               {.trials = 500, .cost_per_trial = microseconds(8'000), .series = 3},
               addresses,
               "002.email.*"},
    Experiment{{"ra-miri/best-k", kPaper, "Asymptotic estimations for k and m; Optimizing k",
                "The best k is ln 2 m/n, and then the rate is 0.6185^(m/n)."},
               {.trials = 1000, .cost_per_trial = microseconds(1'300), .series = 5},
               best_hashes,
               "002.kopt* 002.caption.k 002.p0.* 002.f0 002.derivative 002.c2k6 002.c8k6 002.c2.best "
               "002.notation.fp"},
    Experiment{{"ra-miri/sizes", kPaper, "Practical issues",
                "The asymptotic results work for practical values of n."},
               {.trials = 1000, .cost_per_trial = microseconds(6'500), .series = 36},
               sizes},
    Experiment{{"ra-miri/figure", kPaper, "Practical issues, figure",
                "The rate by number of keys, for filters of several sizes with the best k."},
               {.trials = 200, .cost_per_trial = microseconds(52'000), .series = 18},
               figure},
    Experiment{{"ra-miri/ten-million", kPaper, "Practical issues", "So they do with 10,000,000 keys."},
               {.trials = 4, .cost_per_trial = microseconds(1'200'000), .series = 3},
               ten_million},
    Experiment{{"ra-miri/cuckoo-example", kPaper, "Cuckoo Hashing: An example",
                "Eleven keys in two tables of 11 slots: ten find a place, and the last forces a rehash."},
               {},
               cuckoo_example,
               "002.cuckoo.*"},
    Experiment{{"ra-miri/cuckoo-cycles", kPaper, "Cuckoo Hashing: Long cycles of insertion",
                "Five keys whose insertion loops for ever."},
               {},
               cuckoo_cycles,
               "002.cycle.*"},
    Experiment{{"ra-miri/cuckoo-theorems", kPaper, "Analyzing Cuckoo Hashing",
                "With m = (1 + eps) n, a rehash has probability O(1/m), and components have at most "
                "1 + 1/eps slots on average."},
               {.trials = 5000, .cost_per_trial = microseconds(9'500), .series = 12},
               cuckoo_theorems,
               "002.thm.*"},
    Experiment{{"ra-miri/cuckoo-load", kPaper, "Analyzing Cuckoo Hashing",
                "Two tables take keys up to a load of 1/2, at 1 + 1/eps for an insertion."},
               {.trials = 10'000, .cost_per_trial = microseconds(2'400), .series = 2},
               cuckoo_load,
               "002.load.half"},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::ra_miri
