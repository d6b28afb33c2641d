#include "sources/sqlite/change_order.hpp"

#include "peel/hashing/mix.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <utility>

namespace peel::sources::sqlite {

namespace {

// A value that no row is likely to have: random bits, the same in every run. If a row has it nevertheless,
// the unique key refuses the patch as a whole.
OwnedCell unused_value(rows::ColumnType type, std::uint64_t number) {
  const std::uint64_t bits = scramble(number * kGolden + 0x7061726B);
  rows::NumberRoom room;
  switch (type) {
    case rows::ColumnType::text:
      return OwnedCell({rows::CellTag::text, "parked " + std::to_string(bits)});
    case rows::ColumnType::blob:
      return OwnedCell({rows::CellTag::blob, "parked " + std::to_string(bits)});
    case rows::ColumnType::real:
      return OwnedCell(rows::real_cell(static_cast<double>(bits >> 12) + 0x1p52, room));
    default:
      return OwnedCell(
          rows::integer_cell(static_cast<std::int64_t>(bits >> 2 | std::uint64_t{1} << 61), room));
  }
}

class Orderer {
 public:
  explicit Orderer(const PatchedTable& table)
      : table_(table), claims_(table), states_(table.changes().changes.size()) {}

  ChangeOrder run() {
    const auto& changes = table_.changes().changes;
    for (ChangeNumber i = 0; i < changes.size(); ++i) {
      if (is_update(i) && claims_.is_free(i)) ready_.push_back(i);
    }
    make_ready();
    make_removes([&](ChangeNumber i) { return claims_.is_needed_by_update(i); });
    make_ready();
    for (ChangeNumber i = 0; i < changes.size(); ++i) {
      while (is_update(i) && !states_[i].is_made) break_a_cycle(i);
    }
    make_removes([](ChangeNumber) { return true; });
    for (ChangeNumber i = 0; i < changes.size(); ++i) {
      if (changes[i].kind == TableChange::Kind::insert) {
        order_.inserts.push_back({OrderedChange::Kind::insert, i, {}});
      }
    }
    return std::move(order_);
  }

 private:
  static constexpr std::size_t kNotOnPath = ~std::size_t{0};

  struct State {
    bool is_made = false;
    std::size_t path_place = kNotOnPath;
    bool is_taken_out = false;
    std::vector<ParkedCell> parked = {};
  };

  bool is_update(ChangeNumber i) const {
    return table_.changes().changes[i].kind == TableChange::Kind::update;
  }

  void release(ChangeNumber change) {
    std::vector<ChangeNumber> freed;
    claims_.release(change, freed);
    std::ranges::sort(freed);
    for (const ChangeNumber next : freed) {
      if (is_update(next)) ready_.push_back(next);
    }
  }

  void make(ChangeNumber change) {
    State& state = states_[change];
    state.is_made = true;
    const auto kind = state.is_taken_out ? OrderedChange::Kind::put_back : OrderedChange::Kind::update;
    order_.first.push_back({kind, change, std::move(state.parked)});
    release(change);
  }

  void make_ready() {
    while (!ready_.empty()) {
      const ChangeNumber next = ready_.front();
      ready_.pop_front();
      if (!states_[next].is_made) make(next);
    }
  }

  template <class Wanted>
  void make_removes(const Wanted& is_wanted) {
    const auto& changes = table_.changes().changes;
    for (ChangeNumber i = 0; i < changes.size(); ++i) {
      if (changes[i].kind != TableChange::Kind::remove || states_[i].is_made || !is_wanted(i)) continue;
      states_[i].is_made = true;
      order_.first.push_back({OrderedChange::Kind::remove, i, {}});
      release(i);
    }
  }

  // Follows who waits for whom until somebody comes up twice. The path is kept from one call to the next, so
  // that all calls together take few more steps than there are changes.
  void break_a_cycle(ChangeNumber from) {
    if (path_.empty()) extend(from);
    for (;;) {
      const ChangeNumber next = *claims_.waits_for(path_.back());
      if (const std::size_t place = states_[next].path_place; place != kNotOnPath) {
        break_cycle(place);
        break;
      }
      extend(next);
    }
    make_ready();
    while (!path_.empty() && (states_[path_.back()].is_made || claims_.is_released(path_.back()))) shorten();
  }

  void extend(ChangeNumber change) {
    states_[change].path_place = path_.size();
    path_.push_back(change);
  }

  void shorten() {
    states_[path_.back()].path_place = kNotOnPath;
    path_.pop_back();
  }

  // The path from `begin` to its end is a cycle, unless one of it has been parked since it was walked.
  // Parking another one is then perhaps more than was needed, but does no harm.
  void break_cycle(std::size_t begin) {
    constexpr std::size_t kMostTried = 16;
    const auto cycle = std::span(path_).subspan(begin);
    const auto is_released = [&](ChangeNumber change) { return claims_.is_released(change); };
    const bool may_take_out = table_.is_whole() && !table_.has_followers();
    const std::size_t tried = may_take_out && table_.may_forbid_parking() ? 0 : kMostTried;
    for (const ChangeNumber change : cycle.first(std::min(cycle.size(), tried))) {
      if (!is_released(change) && park(change)) return release(change);
    }
    if (std::ranges::any_of(cycle, is_released)) {
      while (!path_.empty()) shorten();
      return;
    }
    const ChangeNumber chosen = cycle.front();
    if (may_take_out) {
      states_[chosen].is_taken_out = true;
      order_.first.push_back({OrderedChange::Kind::take_out, chosen, {}});
      return release(chosen);
    }
    order_.unordered.push_back(chosen);
    make(chosen);
  }

  // False if there is no column that can be written for one of the unique keys.
  bool park(ChangeNumber change) {
    std::vector<ParkedCell> parked;
    const TableChange& update = table_.changes().changes[change];
    for (const std::size_t key : claims_.wanted_keys(change)) {
      const auto& columns = table_.unique_keys()[key].columns;
      const auto is_parked = [&](std::size_t place) {
        return std::ranges::any_of(parked, [&](const ParkedCell& cell) { return cell.place == place; });
      };
      if (std::ranges::any_of(columns, is_parked)) continue;
      std::optional<std::size_t> chosen;
      for (const std::size_t place : columns) {
        if (table_.column(place).is_generated || update.before[place] == update.after[place]) continue;
        if (!chosen || (table_.may_be_null(place) && !table_.may_be_null(*chosen))) chosen = place;
      }
      if (!chosen) return false;
      // A parent whose key becomes NULL would lose its children, where they follow it.
      const bool is_null = table_.may_be_null(*chosen) && table_.info().acted_on_by.empty();
      parked.push_back(
          {*chosen, is_null ? OwnedCell() : unused_value(table_.column(*chosen).type, ++parkings_)});
    }
    order_.first.push_back({OrderedChange::Kind::park, change, parked});
    states_[change].parked = std::move(parked);
    return true;
  }

  const PatchedTable& table_;
  UniqueClaims claims_;
  std::vector<State> states_;
  std::deque<ChangeNumber> ready_;
  std::vector<ChangeNumber> path_;
  std::uint64_t parkings_ = 0;
  ChangeOrder order_;
};

}  // namespace

ChangeOrder order_changes(const PatchedTable& table) {
  return Orderer(table).run();
}

}  // namespace peel::sources::sqlite
