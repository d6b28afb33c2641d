#include "lab/ding_rauen/experiments.hpp"

#include <array>

namespace peel::lab::ding_rauen {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Ding, Rauen";
constexpr std::string_view kDocument = "docs/theory/invertible-counters.md";
constexpr std::uint64_t kUnsaid = 0;  // the paper does not say how many trials it made

// Together about three and a half minutes on one core. Counters that have to guess take nearly all of it.
constexpr std::array kExperiments = {
    Experiment{
        {"ding-rauen/theory", kPaper, "Table I, section IV-C, Table II",
         "The thresholds of two-cores, three-cores, even-odd and one-key counters are these."},
        {0, microseconds(0)},
        theory,
        "000.tableI.* 000.core3.* 000.evenodd.theory.* 000.evenodd.exact.* 000.tableII.h* 000.ineq.43.* "
        "000.text.overstate 000.onekey.exact_indep.*"},
    Experiment{{"ding-rauen/formulas", kPaper, "II, III-C, IV-C, IV-D, V-C, V-D",
                "Thresholds, kept keys and wrong checks follow from these formulas."},
               {0, microseconds(0)},
               formulas,
               "000.formula.* 000.sum.* 000.S.* 000.hash.bits"},
    Experiment{{"ding-rauen/improvements", kPaper, "VI, Table III(c) and (d); VII",
                "One-key counters hold 11 to 24 % more keys than standard ones in the same space."},
               {0, microseconds(0)},
               improvements,
               "000.tableIIIc.improvement.* 000.tableIIId.improvement.* 000.improvement.range"},
    Experiment{{"ding-rauen/table-3a", kPaper, "VI, Table III(a)",
                "10,000 keys, each 1 to 20 times: standard counters list up to so many keys per cell."},
               {50, microseconds(56'000), kUnsaid, 6},
               table_3a,
               "000.tableIIIa.*"},
    Experiment{{"ding-rauen/table-3b", kPaper, "VI, Table III(b)", "Even-odd counters list up to so many."},
               {40, microseconds(310'000), kUnsaid, 6},
               table_3b,
               "000.tableIIIb.*"},
    Experiment{{"ding-rauen/table-3c", kPaper, "VI, Table III(c)",
                "One-key counters without the optimisations of section V-B list up to so many."},
               {40, microseconds(450'000), kUnsaid, 6},
               table_3c,
               "000.tableIIIc.h*"},
    Experiment{{"ding-rauen/table-3d", kPaper, "VI, Table III(d)", "With the optimisations they list more."},
               {20, microseconds(1'150'000), kUnsaid, 6},
               table_3d,
               "000.tableIIId.h*"},
    Experiment{
        {"ding-rauen/kept-key-rules", kPaper, "V-A, V-B",
         "The last key may be kept as well as the first, and Algorithm 2 may take the place of lists."},
        {20, microseconds(165'000), kUnsaid, 2},
        kept_key_rules},
    Experiment{{"ding-rauen/random-kept-key", kPaper, "V-A",
                "A cell may as well keep each inserted key with equal probability."},
               {20, microseconds(450'000), kUnsaid, 6},
               random_kept_key},
    Experiment{{"ding-rauen/several-kept-keys", kPaper, "V-B, V-C",
                "Cells with several kept keys and one other raise the threshold towards that of Table II."},
               {10, microseconds(920'000), kUnsaid, 2},
               several_kept_keys},
    Experiment{{"ding-rauen/kept-keys", kPaper, "V-C", "The cells of a table keep C m keys."},
               {50, microseconds(25'000), kUnsaid, 5},
               kept_keys,
               "000.onekeys.C.*"},
    Experiment{
        {"ding-rauen/table-2-ideal", kPaper, "V-C, Table II",
         "If all sets of kept keys are tried at once, one-key counters list up to so many keys per cell."},
        {40, microseconds(150'000), kUnsaid, 5},
        table_2_ideal,
        "000.tableII.sim.*"},
    Experiment{{"ding-rauen/even-odd-two-hashes", kPaper, "IV-C",
                "With two hash functions even-odd counters list up to 1.301 keys per cell."},
               {100, microseconds(23'000), kUnsaid, 4},
               even_odd_two_hashes,
               "000.evenodd.h2.sim"},
    Experiment{{"ding-rauen/combined", kPaper, "VII", "The two modifications can be combined."},
               {20, microseconds(770'000), kUnsaid, 6},
               combined},
    Experiment{{"ding-rauen/moment", kDocument, "Space",
                "Moment counters on the same axes list more keys per word."},
               {50, microseconds(130'000), kUnsaid, 6},
               moment},
    Experiment{{"ding-rauen/equal-space", kPaper, "VI",
                "One-key counters list more keys than standard ones in the same space."},
               {8, microseconds(2'200'000), kUnsaid, 20},
               equal_space,
               "000.equalspace.*"},
    Experiment{{"ding-rauen/figure-1", kPaper, "VI, Figure 1",
                "The share of successful listings drops rapidly at the threshold, for h = 4 around 1.21."},
               {100, microseconds(880'000), kUnsaid, 24},
               figure_1,
               "000.fig1.caption"},
    Experiment{{"ding-rauen/figure-1-ours", kDocument, "Space",
                "On the axes of Figure 1 combined and moment counters drop at higher loads, coupled moment "
                "ones last."},
               {100, microseconds(400'000), kUnsaid, 30},
               figure_1_ours},
    Experiment{{"ding-rauen/pseudo-code", kPaper, "III-B, V-B",
                "Algorithm 1, condition 3 and Algorithm 2 find the keys of a cell."},
               {20, microseconds(25'000), kUnsaid, 3},
               pseudo_code,
               "000.pseudo.* 000.code.returns"},
    Experiment{{"ding-rauen/acceptance", kPaper, "Appendix",
                "A key is accepted if sums and counts allow it; conditions 1 to 3 need a kept key."},
               {20, microseconds(25'000), kUnsaid, 3},
               acceptance,
               "000.code.ownbucket 000.code.onekey_none"},
    Experiment{{"ding-rauen/appendix-code", kPaper, "Appendix",
                "Hash functions, sub-tables, loops and draws are as the text describes them."},
               {1'000, microseconds(1'200), kUnsaid, 3},
               appendix_code,
               "000.code.hash4 000.code.distinct 000.code.replace 000.code.base32 000.code.divisions "
               "000.code.range0 000.code.frange 000.code.hash2"},
    Experiment{{"ding-rauen/base-32", kPaper, "Appendix",
                "Hexadecimal digits read in base 32 are as good as any hash function."},
               {20, microseconds(45'000), kUnsaid, 2},
               base_32,
               "000.code.base32.demo"},
    Experiment{{"ding-rauen/appendix-hashes", kPaper, "VI, appendix",
                "Counters with the hash functions of the appendix list as theory says."},
               {40, microseconds(165'000), kUnsaid, 10},
               appendix_hashes},
    Experiment{
        {"ding-rauen/moment-capacity", kDocument, "Space",
         "Moment counters list 10,000 keys at 0.41 keys per word and 100,000 at 0.44, and no wrong one."},
        {20, microseconds(80'000), kUnsaid, 2},
        moment_capacity},
    Experiment{{"ding-rauen/moment-multiplicities", kDocument, "Moment cells",
                "Keys that come up to 2^32 times are listed like keys that come up to 20 times."},
               {20, microseconds(10'000), kUnsaid, 2},
               moment_multiplicities},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::ding_rauen
