#include "cli/filter/key_options.hpp"

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

}  // namespace peel::cli
