#include "reconcile/column_names.hpp"

#include <algorithm>

namespace peel::reconcile {

namespace {

std::string in_lower_case(std::string name) {
  std::ranges::transform(name, name.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return name;
}

}  // namespace

bool ColumnNames::add(const TermsRequest::NamePair& pair) {
  if (to_right_.contains(pair.left) || to_left_.contains(pair.right)) return false;
  to_right_.emplace(pair.left, pair.right);
  to_left_.emplace(pair.right, pair.left);
  return true;
}

void ColumnNames::add_other_cases(const std::vector<std::string>& left,
                                  const std::vector<std::string>& right) {
  Names by_lower_case;
  for (const std::string& name : left) by_lower_case.emplace(in_lower_case(name), name);
  for (const std::string& name : right) {
    const auto found = by_lower_case.find(in_lower_case(name));
    if (found != by_lower_case.end() && found->second != name) add({found->second, name});
  }
}

std::vector<std::string> ColumnNames::to_left(const std::vector<std::string>& names) const {
  std::vector<std::string> mapped;
  mapped.reserve(names.size());
  for (const std::string& name : names) mapped.push_back(to_left(name));
  return mapped;
}

std::string ColumnNames::looked_up(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

}  // namespace peel::reconcile
