// What must hold of any table whatever, honest or not, when it is listed.
#pragma once

#include "peel/invertible/iblt.hpp"

#include "fuzz/claim.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

namespace peel::fuzz {

inline std::uint64_t cells_in_use(const Iblt& table) {
  const std::size_t words = table.shape().cell_words();
  std::uint64_t used = 0;
  for (std::size_t at = 0; at < table.cells().size(); at += words) {
    const auto cell = table.cells().subspan(at, words);
    if (std::ranges::any_of(cell, [](std::uint64_t word) { return word != 0; })) ++used;
  }
  return used;
}

// False if the gross total does not allow it.
inline bool add_again(Iblt& table, const Entries& entries, std::int64_t sign) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto times = static_cast<std::int64_t>(entries.multiplicity(i)) * sign;
    const auto added = table.add({entries.key(i), entries.value(i)}, times);
    if (!added) {
      claim(added.error().code() == ErrorCode::limit_exceeded, "what a table lists can be added to it");
      return false;
    }
  }
  return true;
}

// The listing and what is left in the cells account for the table: together they are the table.
inline void claim_nothing_is_lost_or_invented(const Iblt& table) {
  Iblt rest = table;
  const Listing listing = rest.consume();
  claim(listing.inserted.size() + listing.deleted.size() <= table.shape().cells().value,
        "no more removals than cells");
  claim(listing.poisoned_cells == cells_in_use(rest), "poisoned cells are those that are left");
  if (listing.outcome != ListingOutcome::malformed) {
    claim(listing.complete() == rest.empty(), "complete means that nothing is left");
  }
  const Listing copy = table.list();
  claim(copy.outcome == listing.outcome && copy.inserted.size() == listing.inserted.size() &&
            copy.deleted.size() == listing.deleted.size(),
        "listing a copy and consuming agree");
  if (!add_again(rest, listing.inserted, 1) || !add_again(rest, listing.deleted, -1)) return;
  claim(std::ranges::equal(rest.cells(), table.cells()), "adding back what was listed restores the cells");
}

inline void claim_lookups_agree(const Iblt& table, const Entries& entries, Lookup::Answer expected) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto found = table.get(entries.key(i));
    claim(found.has_value(), "a listed key has the width of the table's keys");
    if (found->answer == Lookup::Answer::unknown) continue;
    claim(found->answer == expected && found->multiplicity == entries.multiplicity(i) &&
              std::ranges::equal(found->value, entries.value(i)),
          "a lookup of a listed key agrees with the listing or does not know");
  }
}

// For tables with checks that list completely, each key once. (In others, cells may contradict one another.)
inline void claim_lookups_agree(const Iblt& table) {
  const Listing listing = table.list();
  if (!listing.complete() || table.shape().checks() == CellChecks::none) return;
  std::set<std::string> keys;
  for (const Entries* entries : {&listing.inserted, &listing.deleted}) {
    for (std::size_t i = 0; i < entries->size(); ++i) {
      if (!keys.emplace(as_text(entries->key(i))).second) return;
    }
  }
  claim_lookups_agree(table, listing.inserted, Lookup::Answer::present);
  claim_lookups_agree(table, listing.deleted, Lookup::Answer::deleted);
}

}  // namespace peel::fuzz
