#include "lab/registry.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"

#include <algorithm>

namespace peel::lab {

std::span<const Experiment> experiments() {
  return goodrich_mitzenmacher::experiments();
}

Result<std::vector<const Experiment*>> find_experiments(std::span<const std::string> names) {
  std::vector<const Experiment*> found;
  const auto add = [&](const Experiment& experiment) {
    if (std::find(found.begin(), found.end(), &experiment) == found.end()) found.push_back(&experiment);
  };
  if (names.empty()) std::ranges::for_each(experiments(), add);
  for (const std::string& name : names) {
    bool any = false;
    for (const Experiment& experiment : experiments()) {
      if (!experiment.claim.id.starts_with(name)) continue;
      add(experiment);
      any = true;
    }
    if (!any) {
      return failure(ErrorCode::invalid_argument,
                     "no experiment's name starts with '" + name + "'; peel lab --list shows them all");
    }
  }
  return found;
}

}  // namespace peel::lab
