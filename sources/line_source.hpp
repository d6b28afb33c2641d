// Text lines: the bytes between one newline and the next. A carriage return, a NUL, anything else is part of
// the line; a last line without newline is one too.
#pragma once

#include "sources/block_source.hpp"

namespace peel::sources {

class LineSource final : public BlockSource {
 public:
  using BlockSource::BlockSource;

  const Schema& schema() const override { return schema_; }
  Result<void> take(RowBatch& batch, std::size_t most) override;
  bool reads_like(const BlockSource& other) const override;
  Within rows_within(std::size_t bytes) const override;
  Ahead row_at(std::size_t offset) const override;

 private:
  Result<void> find_first_row() override { return {}; }

  Schema schema_;
};

}  // namespace peel::sources
