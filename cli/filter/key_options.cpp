#include "cli/filter/key_options.hpp"

#include "cli/numbers.hpp"

#include <fmt/format.h>

namespace peel::cli {

void add_key_options(Command& verb, KeyOptions& options) {
  verb.add({"--field", options.part.field, "Take this field of each line, from 1, as awk and cut do", "N"});
  verb.add({"--delimiter", options.part.delimiter,
            "Between fields; without, blanks and tabs, or what the table has", "CHAR"});
  verb.add({"--ip", options.part.ip,
            "Take the first IPv4 or IPv6 address of each line, field or cell, in its usual spelling"});
  verb.add({"--column", options.column, "Take this column of a table, by name or number", "COL"});
  verb.add({"--input", options.input, "How to read (default: by extension with --column, else lines)",
            "lines|csv|tsv|jsonl"});
  verb.add({"--no-header", options.no_header, "The first record is a row; columns are numbered from 1"});
}

Result<void> check_key_options(const KeyOptions& options) {
  LinePartOptions part = options.part;
  if (options.part.field && options.column)
    return refused("--field is for lines and --column for tables; leave one of them out");
  if (options.ask_for_table()) {
    if (options.part.field)
      return refused(fmt::format("--field is for lines and --input {} for tables; leave one of them out",
                                 *options.input));
    part.delimiter.reset();  // the table's
  } else if (options.part.delimiter && !options.part.field) {
    return refused("--delimiter needs --field or --column, which say what it is between");
  } else if (options.no_header) {
    return refused("--no-header is for tables; give --column, or --input csv or tsv, or leave it out");
  }
  const auto understood = line_part(part);
  if (!understood) return failure(understood.error());
  return {};
}

}  // namespace peel::cli
