#include "sources/sqlite/table_order.hpp"

#include "sources/sqlite/names.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace peel::sources::sqlite {

namespace {

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::any_of(names, [&](const std::string& it) { return is_same_name(it, name); });
}

struct NameLess {
  bool operator()(const std::string& a, const std::string& b) const {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::lexicographical_compare(a, b, {}, lower, lower);
  }
};

}  // namespace

std::vector<PatchedTable> referring_first(std::vector<PatchedTable> tables) {
  std::map<std::string, std::size_t, NameLess> places;
  for (std::size_t i = 0; i < tables.size(); ++i) places.emplace(tables[i].info().name, i);
  std::vector<std::vector<std::size_t>> parents(tables.size());
  std::vector<std::size_t> children(tables.size(), 0);  // that have not had their turn
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (const std::string& name : tables[i].info().references) {
      const auto at = places.find(name);
      if (at == places.end() || at->second == i) continue;
      parents[i].push_back(at->second);
      ++children[at->second];
    }
  }
  // The fewest children first: none, unless there is a circle.
  std::set<std::pair<std::size_t, std::size_t>> waiting;
  for (std::size_t i = 0; i < tables.size(); ++i) waiting.emplace(children[i], i);
  std::vector<PatchedTable> ordered;
  while (!waiting.empty()) {
    const std::size_t next = waiting.begin()->second;
    waiting.erase(waiting.begin());
    ordered.push_back(std::move(tables[next]));
    for (const std::size_t parent : parents[next]) {
      if (waiting.erase({children[parent], parent}) == 0) continue;
      waiting.emplace(--children[parent], parent);
    }
  }
  return ordered;
}

bool is_acted_on(const std::vector<PatchedTable>& tables, std::size_t number) {
  const std::string& name = tables[number].info().name;
  return std::any_of(tables.begin(), tables.begin() + static_cast<std::ptrdiff_t>(number) + 1,
                     [&](const PatchedTable& table) { return has_name(table.info().acted_on_by, name); });
}

}  // namespace peel::sources::sqlite
