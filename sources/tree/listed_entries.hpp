// ListedEntries: takes what a sketch of a folder lists, where entries are known by the number of their folder
// and a name there, and hands it on by path. Paths come from the folder that is there, and from what is
// listed of folders that are gone; then moves are found among what only one side has.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"

#include "sources/tree/entry_rows.hpp"
#include "sources/tree/listed_paths.hpp"
#include "sources/tree/tree_moves.hpp"
#include "sources/tree/tree_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::sources::tree {

class ListedEntries : public reconcile::ChangeSink {
 public:
  // `folder` is the side that is no sketch, none if both are. It must outlive this.
  ListedEntries(const TreeTerms& terms, const TreeSource* folder)
      : folder_(folder), left_rows_(terms), right_rows_(terms) {}

  // Changes of rows as TreeSource has them. The order of a whole row is its entry's place in the folder,
  // from 1.
  Result<void> take(const reconcile::Change& change) override;

  // Once, when everything was taken. An entry of the folder is known as a whole row; what only a sketch has
  // is known by its path. A path that cannot be told for certain stands in the place of a digest. What moved
  // has the same values on both sides, so both are known. What may be where nobody could look in the folder
  // is left out.
  Result<void> hand_on(reconcile::ChangeSink& sink);

 private:
  // What is known of an entry on one side.
  struct Listed {
    const TreeEntry* entry = nullptr;     // if it is in the folder
    std::optional<ListedName> name = {};  // if the sketch has it
    std::string digest = {};              // in the place of a name
    std::optional<std::uint64_t> value = {};
    ListedPath path = {};
  };
  struct ListedChange {
    reconcile::Change::Kind kind;
    Listed left;
    Listed right;
    bool is_certain;
    std::uint64_t files = 1;

    const Listed& row() const { return kind == reconcile::Change::Kind::added ? right : left; }
  };
  // Those of one side that may have moved, by path.
  struct Lone {
    std::vector<const ListedChange*> changes;
    std::vector<LoneEntry> entries;
  };

  Result<Listed> listed(const reconcile::KnownRow& row) const;
  void find_paths();
  void drop_what_is_hidden();
  Lone lone(reconcile::Change::Kind kind) const;
  void find_moves_of_listed();
  reconcile::KnownRow known(const Listed& side, const Listed& other, reconcile::Change::Kind kind,
                            EntryRows& rows) const;

  const TreeSource* folder_;
  EntryRows left_rows_;
  EntryRows right_rows_;
  std::vector<ListedChange> changes_;
};

}  // namespace peel::sources::tree
