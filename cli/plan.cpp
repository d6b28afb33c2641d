// peel plan: how big a structure must be, and what can go wrong how often. One file of plan/ for each
// structure.
#include "cli/plan/plans.hpp"
#include "cli/verb.hpp"

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutPlan = R"(Examples:
  peel plan iblt --items 1000                     a table that lists 1,000 keys of 8 bytes
  peel plan counter --items 1e5                   exact counts of 100,000 distinct keys
  peel plan bloom --items 1e6 --rate 0.01         a filter of a million keys
  peel plan count-min --epsilon 0.001 --delta 0.01
  peel plan cuckoo --items 1e7                    a table of ten million keys
  peel plan multilevel --items 1e6 --failure 1e-9
  peel plan bloom --items 1e6 --rate 0.01 --plot  the curve around the plan too
  peel plan counter --help                        what else can be asked of a counter

Each kind of plan takes --plot: below the plan, what more room would gain and
less would lose, in characters; --plot FILE.svg draws the same into a file.
)";

}  // namespace

void add_plan(Command& peel) {
  Command& plan = peel.add_verb("plan", "How big, how safe: a plan before the data is there");
  plan.more = kMoreAboutPlan;
  add_plan_iblt(plan);
  add_plan_counter(plan);
  add_plan_bloom(plan);
  add_plan_count_min(plan);
  add_plan_cuckoo(plan);
  add_plan_multilevel(plan);
}

}  // namespace peel::cli
