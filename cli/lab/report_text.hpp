// The words for what the lab found, the same in every form of the report.
#pragma once

#include "cli/lab/finished_run.hpp"
#include "lab/experiment.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

// Cells of a row: "-" where there is nothing.
std::string printed_text(const lab::Finding& finding);
std::string observed_text(const lab::Finding& finding);  // with its 95 % interval
std::string expected_text(const lab::Finding& finding);
// "erratum", or what is wrong with it: "differs (EXPECTED: reproduces)".
std::string verdict_text(const lab::Finding& finding);
// What should be printed instead of an erratum: what is meant, expected or observed.
std::string right_text(const lab::Finding& finding);

inline constexpr lab::Verdict kVerdicts[] = {lab::Verdict::reproduces, lab::Verdict::erratum,
                                             lab::Verdict::differs, lab::Verdict::note};
// A sign that stands beside the word, so that no verdict is told by its colour alone.
std::string_view sign_of(lab::Verdict verdict);
// A sentence on what a verdict says.
std::string_view meaning_of(lab::Verdict verdict);

// "Goodrich, Mitzenmacher 2011, section 2.4, Table 1"; "Maheshwari 2018, Theorem (1)".
std::string place_text(const lab::Claim& claim);
// "400 trials"; "no trials: computed" where nothing is random.
std::string trials_text(const FinishedRun& run);
// "Table 1", of goodrich-mitzenmacher/table-1.
std::string title_of(const lab::Experiment& experiment);
// "all as expected" or "2 NOT AS EXPECTED".
std::string expectation_text(const Tally& tally);

// Whether its claim is one of our own documents and not of a paper.
bool is_ours(const lab::Experiment& experiment);

// What a plot shows, in words, for those who do not see it: title, axes, series.
std::string description_of(const plot::Plot& plot);
// How to read it: which sources it has, and how they are drawn.
std::string caption_of(const plot::Plot& plot);

// The experiments of one paper, or of one subject of our own.
struct Chapter {
  std::string name;   // as the ids begin: "goodrich-mitzenmacher"
  std::string title;  // the paper as it is cited
  bool is_ours = false;
  Tally tally = {};
  std::vector<const FinishedRun*> runs = {};
};

// In the order of the runs.
std::vector<Chapter> chapters_of(std::span<const FinishedRun> runs);

}  // namespace peel::cli
