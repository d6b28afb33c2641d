#include "lab/kirsch_mitzenmacher/experiments.hpp"

#include <array>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

using std::chrono::microseconds;

constexpr std::string_view kPaper = "Kirsch, Mitzenmacher";
constexpr std::string_view kTheory = "docs/theory/multilevel.md";
constexpr std::string_view kDocument = "docs/design/0019-summarised-table.md";

// Together about three minutes on one core.
constexpr std::array kExperiments = {
    Experiment{{"kirsch-mitzenmacher/summaries-of-10k", kPaper, "8, Table 1(a)",
                "For 10,000 items the summaries take so many bytes and err so rarely."},
               {200, microseconds(6'000), 0, 2},
               table_1a,
               "004.buckets.half 004.bytes.is.10k 004.bytes.sf.10k 004.bytes.mbf.10k 004.sf.10k 004.mbf.10k "
               "004.fp.sf.10k 004.fp.mbf.10k"},
    Experiment{{"kirsch-mitzenmacher/summaries-of-100k", kPaper, "8, Table 1(b)",
                "For 100,000 items they scale: little more bytes for each, and as few mistakes."},
               {40, microseconds(40'000), 0, 2},
               table_1b,
               "004.bytes.is.100k 004.bytes.sf.100k 004.sf.100k 004.mbf.100k 004.fp.sf.100k 004.fp.mbf.100k"},
    Experiment{{"kirsch-mitzenmacher/filters-of-100k", kPaper, "8, Table 1(b)",
                "The multiple filters for 100,000 items have 1.06m, 875k, 550k, 1k and 1k bits."},
               {},
               filters_of_100k,
               "004.bytes.mbf.100k 004.bytes.mbf.100k.* 004.mbf.100k.*"},
    Experiment{{"kirsch-mitzenmacher/interpolation", kPaper, "6",
                "With 55 and 61 bits of each item's hash, failures and false positives are this rare."},
               {1'000, microseconds(4'200), 0, 3},
               interpolation,
               "004.is.fail.10k 004.is.fail.100k 004.is.fp.10k 004.is.fp.100k"},
    Experiment{
        {"kirsch-mitzenmacher/exact-crisis", kPaper, "5, 5.1, 8",
         "The probability that an item finds no place is computed exactly, and dominated by failures."},
        {},
        crisis,
        "004.crisis.10k 004.crisis.100k 004.dominated"},
    Experiment{{"kirsch-mitzenmacher/small-table", kPaper, "5.1",
                "What is computed exactly of a small table comes out when tables are filled."},
               {200'000, microseconds(18)},
               small_table_crises,
               "004.sim.mht.small"},
    Experiment{{"kirsch-mitzenmacher/crisis-by-slots", kPaper, "5.1, 8",
                "Six buckets for each item make crises very rare; with fewer they are seen."},
               {3'000, microseconds(2'200), 0, 4},
               crisis_by_slots},
    Experiment{{"kirsch-mitzenmacher/skew", kPaper, "5.1, 5.2",
                "Items that are passed on get doubly exponentially fewer from sub-table to sub-table."},
               {5'000, microseconds(170)},
               skew,
               "004.eq2 004.sim.mht.10k"},
    Experiment{{"kirsch-mitzenmacher/division", kPaper, "7, 7.1",
                "The division of buckets among sub-tables decides crises and failures; more belong in the "
                "first."},
               {},
               division},
    Experiment{{"kirsch-mitzenmacher/hashes", kPaper, "7, Lemma 7.1",
                "The number of hashes must balance failures of type 1 and false positives."},
               {2'000, microseconds(5'000), 0, 4},
               single_filter_hashes,
               "004.pack3"},
    Experiment{{"kirsch-mitzenmacher/cells", kPaper, "7, Lemma 7.1",
                "Failures and false positives of a single filter are those of Lemma 7.1."},
               {2'000, microseconds(8'000), 0, 5},
               single_filter_cells},
    Experiment{{"kirsch-mitzenmacher/million-of-table-1", kPaper, "9",
                "In a million simulations of the single filter no error or crisis was seen."},
               {10'000, microseconds(2'000), 1'000'000},
               million_of_table_1,
               "004.sim.sf.120000cells.15h"},
    Experiment{{"kirsch-mitzenmacher/million-of-variant", kPaper, "9",
                "With 100k counters and 10 hashes one failure was seen in a million trials."},
               {10'000, microseconds(1'500), 1'000'000},
               million_of_variant,
               "004.sf.variant 004.sim.sf.100000cells.10h"},
    Experiment{{"kirsch-mitzenmacher/calculator", kPaper, "9",
                "The calculator's upper bounds hold, and are weak where failures are frequent."},
               {4'000, microseconds(8'500), 0, 6},
               calculator,
               "004.sim.sf.40000cells.8h 004.sim.sf.60000cells.8h"},
    Experiment{{"kirsch-mitzenmacher/song", kPaper, "3, 8, Table 1(a)",
                "The scheme of Song et al. takes twice the buckets and 49152 bytes of counters."},
               {5'000, microseconds(3'800), 1'000'000},
               song,
               "004.bytes.song.10k 004.fp.song.10k 004.song.overflow 004.sim.song.*"},
    Experiment{{"kirsch-mitzenmacher/turnover", kDocument, "What turnover does",
                "Items that come and go fill the sub-tables as Erlang's loss formula says."},
               {200, microseconds(13'000)},
               turnover},
    Experiment{{"kirsch-mitzenmacher/turnover-crises", kDocument, "What turnover does",
                "Crises are far more likely when items come and go than when a table is filled."},
               {300, microseconds(25'000), 0, 4},
               turnover_crises},
    Experiment{{"kirsch-mitzenmacher/deletions", kDocument, "What turnover does",
                "Interpolation and lazy deletions bear that items come and go; counting filters do not."},
               {60, microseconds(340'000), 0, 5},
               misled_by_turnover},
    Experiment{{"kirsch-mitzenmacher/buckets", kTheory, "Sizes",
                "Buckets of several items need far fewer slots for crises as rare."},
               {500, microseconds(25'000), 0, 6},
               buckets},
    Experiment{{"kirsch-mitzenmacher/plans", kTheory, "Summaries",
                "The paper's summaries, which it did not optimise, have within 1/100 the fewest bytes."},
               {},
               plans},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

}  // namespace peel::lab::kirsch_mitzenmacher
