// ColumnNames: names of the left side's columns, and what the right side calls them where it calls them
// otherwise.
#pragma once

#include "peel/reconcile/terms.hpp"

#include <map>
#include <string>
#include <vector>

namespace peel::reconcile {

class ColumnNames {
 public:
  // False if one of the two is in a pair already.
  bool add(const TermsRequest::NamePair& pair);
  // Pairs names that differ in the case of ASCII letters alone, unless one of them is in a pair already.
  void add_other_cases(const std::vector<std::string>& left, const std::vector<std::string>& right);

  bool empty() const { return to_right_.empty(); }
  std::string to_right(const std::string& name) const { return looked_up(to_right_, name); }
  std::string to_left(const std::string& name) const { return looked_up(to_left_, name); }
  std::vector<std::string> to_left(const std::vector<std::string>& names) const;

 private:
  using Names = std::map<std::string, std::string>;
  static std::string looked_up(const Names& names, const std::string& name);

  Names to_right_;
  Names to_left_;
};

}  // namespace peel::reconcile
