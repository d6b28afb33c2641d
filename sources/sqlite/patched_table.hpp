// A table of a patch with the changes to be made to it, names turned into places. Private to patch_plan.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/stored_value.hpp"
#include "sources/sqlite/table_change.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::sqlite {

// A unique key as far as its columns are among those compared. Two rows that it forbids agree in these.
struct KnownUniqueKey {
  std::vector<std::size_t> columns;  // places in TableChanges::columns, at least one
  TextFold text_fold = TextFold::coarse;
};

class PatchedTable {
 public:
  // Fails with `unsupported` for what is no table or a value that SQLite cannot store, with
  // `invalid_argument` if the changes do not fit the table.
  //
  // A row to remove and a row to insert whose keys only differ where the table's unique key does not (in
  // case, or 1 and 1.0) become an update: taking the row away would take with it what depends on it.
  static Result<PatchedTable> from(TableInfo info, TableChanges changes);

  const TableInfo& info() const { return info_; }
  const TableChanges& changes() const { return changes_; }
  std::size_t width() const { return columns_.size(); }
  const ColumnInfo& column(std::size_t place) const { return info_.columns[columns_[place]]; }
  const std::vector<std::size_t>& key() const { return key_; }
  // Whether the key finds one row of the table and no other, unless part of it is NULL.
  bool key_is_unique() const { return key_is_unique_; }
  // Updates that were left out since they change generated columns alone.
  std::size_t unwritable() const { return unwritable_; }
  const std::vector<KnownUniqueKey>& unique_keys() const { return unique_keys_; }
  // Whether rows can be taken away and put back: all that can be written is compared.
  bool is_whole() const;
  // Whether taking a row away may do more than that.
  bool has_followers() const { return !info_.triggers.empty() || !info_.acted_on_by.empty(); }
  // Whether a value that a row has only for a while may break a CHECK.
  bool may_forbid_parking() const;
  // Whether the column may be NULL for a while.
  bool may_be_null(std::size_t place) const;
  // What two rows that may not be at the same time have in common; nothing if they may, because of NULL.
  std::optional<std::string> fold(const KnownUniqueKey& key, const std::vector<OwnedCell>& row) const;

 private:
  PatchedTable(TableInfo info, TableChanges changes) : info_(std::move(info)), changes_(std::move(changes)) {}
  Result<void> resolve_names();
  Result<void> check_cells() const;
  void resolve_unique_keys();
  void pair_same_keys();
  void leave_out_unwritable();
  std::optional<std::size_t> place_of(const std::string& name) const;

  TableInfo info_;
  TableChanges changes_;
  std::vector<std::size_t> columns_;  // places in info_.columns
  std::vector<std::size_t> key_;      // places in changes_.columns
  bool key_is_unique_ = false;
  std::vector<KnownUniqueKey> unique_keys_;
  std::size_t unwritable_ = 0;
};

// Whether the word, of ASCII letters in any case, stands anywhere in it.
bool mentions(std::string_view sql, std::string_view word);

}  // namespace peel::sources::sqlite
