// RowRewriter: writes a file of rows anew, with changes. Rows that stay are copied byte by byte, ends of
// lines and empty lines included. Changes come in the order in which a comparison finds them, those of rows
// of this file first, so that it is read once.
//
// A change says the line of the first row that it is about. What stands there must be the row that was
// compared; otherwise the file is no longer what it was, and nothing may be replaced. Of several equal
// rows, those from there on are removed.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/row_reader.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/block_source.hpp"
#include "sources/text/record_maker.hpp"
#include "sources/text/record_output.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace peel::sources {

struct RewritingLimits {
  std::uint64_t memory_bytes;  // for rows to be removed several times
  Seed seed;
};

class RowRewriter : public reconcile::ChangeSink {
 public:
  // Reads `rows` from where it stands, the first row. Its source is a BlockSource. The watch is asked before
  // each block.
  RowRewriter(reconcile::RowReader& rows, const RecordMaker& maker, RecordOutput& output,
              RewritingLimits limits, const reconcile::Watch& watch);

  // `left` of a change is the row that the file has, `right` the one that it gets. Removed and changed rows
  // come in the order of the file, then added ones. Fails with `io` if the file is not what was compared,
  // with `limit_exceeded` if the memory does not suffice, and as the watch does.
  Result<void> take(const reconcile::Change& change) override;
  // Copies what is left of the file.
  Result<void> finish();

 private:
  // The row that is read next, as it stands in the file: views into the buffer of the source.
  struct Row {
    std::string_view before;  // empty lines
    std::string_view record;
    std::string_view end;  // of its line; empty if the file ends here
    std::uint64_t line;
    Stretch stretch;
  };
  // Keyed: whoever writes the file must not be able to choose rows that collide here.
  struct KeyedHash {
    KeyHasher hasher;
    std::size_t operator()(const std::string& row) const { return hasher(as_bytes(row)).low; }
  };

  Result<std::optional<Row>> look();
  Result<rows::CanonicalRow> read_row();
  Result<void> pass(const Row& row);
  Result<void> edit(const reconcile::Change& change);
  Result<void> remember(const reconcile::Change& change);
  Result<void> copy_rest();
  tl::unexpected<Error> not_as_compared(std::uint64_t line) const;

  reconcile::RowReader& rows_;
  BlockSource& source_;
  const RecordMaker& maker_;
  RecordOutput& output_;
  std::uint64_t memory_bytes_;
  const reconcile::Watch& watch_;

  RowBatch batch_;
  std::unordered_map<std::string, std::uint64_t, KeyedHash> due_;  // rows of which more are to be removed
  std::uint64_t due_bytes_ = 0;
  bool has_copied_rest_ = false;
};

}  // namespace peel::sources
