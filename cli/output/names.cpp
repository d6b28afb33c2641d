#include "cli/output/names.hpp"

#include <algorithm>

namespace peel::cli {

std::vector<std::string_view> names_of(const IbltFaults& faults) {
  std::vector<std::string_view> names;
  if (faults.extraneous_deletions) names.emplace_back("extraneous_deletions");
  if (faults.several_values) names.emplace_back("several_values");
  if (faults.duplicates) names.emplace_back("duplicates");
  return names;
}

std::string in_words(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace peel::cli
