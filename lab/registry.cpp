#include "lab/registry.hpp"

#include "lab/count_min/experiments.hpp"
#include "lab/densities/experiments.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/maheshwari/experiments.hpp"
#include "lab/ra_miri/experiments.hpp"
#include "lab/rateless/experiments.hpp"

#include <algorithm>
#include <string_view>

namespace peel::lab {

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> joined;
    for (const auto folder :
         {goodrich_mitzenmacher::experiments(), densities::experiments(), rateless::experiments(),
          ding_rauen::experiments(), kirsch_mitzenmacher::experiments(), maheshwari::experiments(),
          ra_miri::experiments(), count_min::experiments()}) {
      joined.insert(joined.end(), folder.begin(), folder.end());
    }
    return joined;
  }();
  return all;
}

namespace {

// By the start of its whole name or of the part behind the paper's.
bool is_called(std::string_view id, std::string_view name) {
  if (name.empty()) return false;
  return id.starts_with(name) || id.substr(id.find('/') + 1).starts_with(name);
}

}  // namespace

Result<std::vector<const Experiment*>> find_experiments(std::span<const std::string> names) {
  std::vector<const Experiment*> found;
  const auto add = [&](const Experiment& experiment) {
    if (std::find(found.begin(), found.end(), &experiment) == found.end()) found.push_back(&experiment);
  };
  if (names.empty()) std::ranges::for_each(experiments(), add);
  for (const std::string& name : names) {
    bool any = false;
    for (const Experiment& experiment : experiments()) {
      if (!is_called(experiment.claim.id, name)) continue;
      add(experiment);
      any = true;
    }
    if (!any) {
      return failure(ErrorCode::invalid_argument,
                     "no experiment is called '" + name + "' or starts so; peel lab --list shows them all");
    }
  }
  return found;
}

}  // namespace peel::lab
