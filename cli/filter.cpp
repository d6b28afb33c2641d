// peel filter: which keys were seen before. One file of filter/ for each verb below it.
#include "cli/filter/filter_verbs.hpp"

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutFilter = R"(Examples:
  peel filter build bad.txt -o bad.peel           a set of lines in about 10 bits each
  peel filter query bad.peel access.log           lines that are in it, like grep -F -x -f
  peel filter query --ip hosts.peel access.log    by the address in each line, of build --ip
  peel filter info bad.peel                       how full it is, and how often it errs
  peel merge a.peel b.peel -o both.peel           one filter for the keys of both

A filter never misses a key that it was given. Of other keys it affirms a few,
1 in 100 unless --rate says otherwise: whatever is printed is probably in the set,
and what is not printed is certainly not.
)";

}  // namespace

void add_filter(Command& peel) {
  Command& filter = peel.add_verb("filter", "Which lines are in a set, kept in a few bits per key");
  filter.more = kMoreAboutFilter;
  add_filter_build(filter);
  add_filter_query(filter);
  add_filter_info(filter);
}

}  // namespace peel::cli
