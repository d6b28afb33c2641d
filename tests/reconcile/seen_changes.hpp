// Changes as a test sees them, and what they should be: the rule of reconcile/change.hpp, said again with
// std::map and std::multiset.
#pragma once

#include "peel/reconcile/change.hpp"
#include "peel/rows/canonical_row.hpp"
#include "peel/rows/cell.hpp"

#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

struct SeenChange {
  reconcile::Change::Kind kind;
  std::string
      left;  // cells separated by commas; of a key alone with "?" behind it, of a digest with "#" before it
  std::string right;
  std::uint64_t count = 1;
  bool is_certain = true;

  friend bool operator==(const SeenChange&, const SeenChange&) = default;
  friend auto operator<=>(const SeenChange&, const SeenChange&) = default;
  friend void PrintTo(const SeenChange& change, std::ostream* to) {
    constexpr const char* kMarks[] = {"-", "~", "+", ">"};
    *to << kMarks[static_cast<std::size_t>(change.kind)] << " '" << change.left << "' -> '" << change.right
        << "' x" << change.count << (change.is_certain ? "" : " perhaps");
  }
};

enum class RowForm : std::uint8_t { lines, cells };

// A row as text, by the cells that its source spells.
inline std::string text_of(const reconcile::KnownRow& known, RowForm form) {
  using Known = reconcile::KnownRow::Known;
  if (known.known == Known::nothing) return "";
  if (known.known == Known::digest) return "#" + std::string(as_text(known.row.bytes));
  if (form == RowForm::lines) return std::string(as_text(known.row.bytes));
  const auto cells = rows::spelled_cells(known.row);
  if (!cells) return cells.error().sentence();
  std::string text;
  for (std::size_t i = 0; i < cells->size(); ++i) text += (i == 0 ? "" : ",") + rows::text_of((*cells)[i]);
  return known.known == Known::key ? text + "?" : text;
}

// Keeps what it is given, or fails at the change of that number.
class SeenChanges : public reconcile::ChangeSink {
 public:
  explicit SeenChanges(RowForm form, std::optional<std::size_t> fails_at = {})
      : form_(form), fails_at_(fails_at) {}

  Result<void> take(const reconcile::Change& change) override {
    if (all.size() == fails_at_) return failure(ErrorCode::io, "nobody takes this change");
    all.push_back({change.kind, text_of(change.left, form_), text_of(change.right, form_), change.count,
                   change.is_certain});
    orders.emplace_back(change.left.order, change.right.order);
    return {};
  }

  std::vector<SeenChange> all;
  std::vector<std::pair<std::optional<std::uint64_t>, std::optional<std::uint64_t>>> orders;

 private:
  RowForm form_;
  std::optional<std::size_t> fails_at_;
};

struct ModelRow {
  std::string key;
  std::string text;  // all of it
};

// Rows that both sides have cancel. What is left of a key is `changed` if it is one row against one.
inline std::vector<SeenChange> model_changes(const std::vector<ModelRow>& left,
                                             const std::vector<ModelRow>& right) {
  using enum reconcile::Change::Kind;
  std::multiset<std::string> only_left;
  std::multiset<std::string> only_right;
  for (const ModelRow& row : left) only_left.insert(row.text);
  for (const ModelRow& row : right) {
    const auto partner = only_left.find(row.text);
    partner != only_left.end() ? void(only_left.erase(partner)) : void(only_right.insert(row.text));
  }
  const auto by_key = [](const std::vector<ModelRow>& rows, const std::multiset<std::string>& rest) {
    std::map<std::string, std::set<std::string>> texts;
    for (const ModelRow& row : rows) {
      if (rest.contains(row.text)) texts[row.key].insert(row.text);
    }
    return texts;
  };
  auto of_left = by_key(left, only_left);
  auto of_right = by_key(right, only_right);
  const auto is_one = [](const std::set<std::string>& texts, const std::multiset<std::string>& rest) {
    return texts.size() == 1 && rest.count(*texts.begin()) == 1;
  };

  std::vector<SeenChange> changes;
  std::set<std::string> said;
  for (const ModelRow& row : left) {
    const std::size_t count = only_left.count(row.text);
    if (count == 0 || !said.insert(row.text).second) continue;
    if (is_one(of_left[row.key], only_left) && is_one(of_right[row.key], only_right)) {
      changes.push_back({changed, row.text, *of_right[row.key].begin()});
      said.insert(*of_right[row.key].begin());
    } else {
      changes.push_back({removed, row.text, "", count});
    }
  }
  for (const ModelRow& row : right) {
    const std::size_t count = only_right.count(row.text);
    if (count > 0 && said.insert(row.text).second) changes.push_back({added, "", row.text, count});
  }
  return changes;
}

}  // namespace peel::test
