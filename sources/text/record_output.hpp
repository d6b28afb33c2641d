// RecordOutput: rows on their way into the file that replaces another one. What stays is written as it was;
// what is added ends its lines as the file does.
#pragma once

#include "peel/core/result.hpp"

#include "sources/output_file.hpp"
#include "sources/text/record_text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace peel::sources {

class RecordOutput {
 public:
  // Without a delimiter, records are lines.
  RecordOutput(OutputFile& file, std::optional<char> delimiter) : file_(file), delimiter_(delimiter) {}

  // Bytes that are no record: empty lines, a byte order mark.
  Result<void> put(std::string_view text);
  // A record of the old file, and the end of its line, which is empty at the end of the file.
  Result<void> keep(std::string_view record, std::string_view end);
  // The end of a line that is not kept: what is added may have to end like it.
  void note_end(std::string_view end);
  // A record behind all of the old file.
  Result<void> append(std::string_view record);
  // Everything that was written goes to the file.
  Result<void> finish();

 private:
  Result<void> flush();
  std::string_view end_of_line() const { return end_.empty() ? std::string_view("\n") : end_; }

  OutputFile& file_;
  std::optional<char> delimiter_;
  std::string end_;                  // of the first line that has one
  std::optional<std::string> last_;  // the record that ended the old file without an end of line
  std::string waiting_;
  bool is_empty_ = true;  // nothing was written
};

}  // namespace peel::sources
