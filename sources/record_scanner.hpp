// Finds the records of a table in a buffer (RFC 4180). A bit mask shows where newlines, delimiters and quotes
// are; a small state machine goes from one to the next, so bytes between them are never looked at one by one.
// A quote counts only at the beginning of a field: elsewhere it is a byte like others.
#pragma once

#include "sources/source.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace peel::sources {

// Whether more bytes may follow those of the buffer.
enum class Tail : std::uint8_t { more_may_come, end_of_file };

struct Dialect {
  char delimiter = ',';
  std::size_t columns = 0;    // that each record must have; 0 while it is not known
  std::size_t row_bytes = 0;  // the most that a record may have
};

class RecordScanner {
 public:
  enum class Found : std::uint8_t {
    record,
    end,         // there is none: the file ends here
    incomplete,  // one may have begun, but not ended: more bytes are needed
    too_long,
    ragged,        // a record of `field_count` fields where another number is needed
    after_quote,   // behind a closing quote, a byte that may not stand there; `offender` is its place
    never_closed,  // a quote that the end of the file leaves open
  };

  // Scans from the beginning of `bytes`, which is in line `line` of the file.
  RecordScanner(std::string_view bytes, Tail tail, Dialect dialect, std::uint64_t line);

  // Finds the next record and begins its row in the batch, if one is given; the caller adds or drops it.
  // Lines without a byte are passed over unless the table has one column. After anything but a record it must
  // not be called again.
  Found next(RowBatch* batch);

  // Of the record found:
  std::string_view raw() const { return bytes_.substr(begin_, raw_end_ - begin_); }
  std::size_t raw_begin() const { return begin_; }
  std::uint64_t record_line() const { return record_line_; }
  std::size_t field_count() const { return field_count_; }

  // How far the scan has come: behind the last record found, and behind empty lines that followed it.
  std::size_t consumed() const { return consumed_; }
  std::uint64_t line() const { return line_; }

  // Of a fault:
  std::string_view scanned() const { return bytes_; }
  std::size_t offender() const { return offender_; }
  std::uint64_t fault_line() const { return fault_line_; }

 private:
  struct Field {
    // Offsets and not a view: built of two halves in memory, a view would be copied as one, and stall.
    std::size_t text_begin = 0;  // without its quotes
    std::size_t text_end = 0;
    std::size_t end = 0;       // behind its last byte, quotes included
    std::size_t next = 0;      // behind what ends it
    bool ends_record = false;  // by a newline or the end of the file
    bool has_doubled_quotes = false;
  };

  std::size_t next_separator();
  Found pass_empty_lines();  // `record` if one begins behind them
  std::size_t scan_plain_run(std::size_t begin, std::span<std::string_view> fields);
  Found scan_plain(std::size_t begin, Field& field);
  Found scan_quoted(std::size_t begin, std::uint64_t& line, Field& field);
  Found end_quoted(std::size_t closing, std::uint64_t line, Field& field);

  std::string_view bytes_;
  Tail tail_;
  Dialect dialect_;
  std::size_t block_ = 0;         // where the 64 bytes of the mask begin
  std::uint64_t separators_ = 0;  // those of the block that are still to come

  std::size_t begin_ = 0;
  std::size_t raw_end_ = 0;
  std::size_t field_count_ = 0;
  std::uint64_t record_line_ = 0;
  std::size_t consumed_ = 0;
  std::uint64_t line_;
  std::size_t offender_ = 0;
  std::uint64_t fault_line_ = 0;
};

}  // namespace peel::sources
