// JSON Lines: one JSON value in each line, in UTF-8. Lines of nothing but space are passed over, and so is a
// byte order mark; lines end with LF or CRLF. A row has a cell for each path that was asked for, and it is
// typed.
#pragma once

#include "sources/block_source.hpp"
#include "sources/json/canonical_json.hpp"

#include <memory>
#include <string>
#include <vector>

namespace peel::sources {

class JsonSource final : public BlockSource {
 public:
  // Fails with `invalid_argument` for a column that is no path.
  static Result<std::unique_ptr<RowSource>> open(InputFile file, ReadingLimits limits,
                                                 const JsonColumns& columns);

  const Schema& schema() const override { return schema_; }
  std::vector<std::string> columns_not_found() const override;
  Result<void> take(RowBatch& batch, std::size_t most) override;
  bool reads_like(const BlockSource& other) const override;
  Within rows_within(std::size_t bytes) const override;
  Ahead row_at(std::size_t offset) const override;

 private:
  JsonSource(InputFile file, ReadingLimits limits, const JsonColumns& columns, JsonPathTree paths);

  Result<void> find_first_row() override { return pass_byte_order_mark(); }
  Ahead line_at(std::size_t offset) const;
  // Why the line is no row, if so; its parts are then in values_.
  std::optional<std::string> fault_of(std::string_view line) const;
  void add_row(std::string_view raw, std::uint64_t line, RowBatch& batch) const;

  Schema schema_;
  std::size_t key_columns_;
  // Memory that is used again and again, also by what only looks ahead. One thread reads a source.
  mutable JsonCanonicalizer values_;
};

}  // namespace peel::sources
