// CSV, TSV and their like (RFC 4180): a header or none, quotes, newlines inside quotes, LF or CRLF. Bytes
// that are not UTF-8 pass as they are; a byte order mark at the beginning is no part of the table.
#pragma once

#include "sources/block_source.hpp"

#include <memory>
#include <string>
#include <utility>

namespace peel::sources {

enum class Header : std::uint8_t { absent, present };

class TableSource final : public BlockSource {
 public:
  // Reads as far as the first record, for the names or the number of the columns.
  static Result<std::unique_ptr<RowSource>> open(InputFile file, ReadingLimits limits, char delimiter,
                                                 Header header);

  const Schema& schema() const override { return schema_; }
  char delimiter() const { return dialect_.delimiter; }
  Result<void> take(RowBatch& batch, std::size_t most) override;
  bool reads_like(const BlockSource& other) const override;
  Within rows_within(std::size_t bytes) const override;
  Ahead row_at(std::size_t offset) const override;

 private:
  TableSource(InputFile file, ReadingLimits limits, char delimiter, Header header);

  Result<void> find_first_row() override;
  Result<void> read_schema();
  Result<void> name_columns(const RecordScanner& header);
  tl::unexpected<Error> fault(RecordScanner::Found found, const RecordScanner& scanner) const;

  Schema schema_;
  Dialect dialect_;
  std::uint64_t first_record_line_ = 1;  // whose number of fields all others must have
  std::uint64_t rows_begin_ = 0;         // in bytes from the beginning of the file
  std::uint64_t rows_line_ = 1;
};

}  // namespace peel::sources
