#include "cli/filter/key_options.hpp"

#include <CLI/CLI.hpp>

namespace peel::cli {

void add_key_options(CLI::App& verb, KeyOptions& options) {
  verb.add_option("--field", options.part.field, "Take this field of each line, from 1, as awk and cut do")
      ->type_name("N");
  verb.add_option("--delimiter", options.part.delimiter,
                  "Between fields; without, blanks and tabs, or what the table has")
      ->type_name("CHAR");
  verb.add_flag("--ip", options.part.ip,
                "Take the first IPv4 or IPv6 address of each line, field or cell, in its usual spelling");
  verb.add_option("--column", options.column, "Take this column of a table, by name or number")
      ->type_name("COL");
  verb.add_option("--input", options.input, "How to read (default: by extension with --column, else lines)")
      ->type_name("lines|csv|tsv|jsonl");
  verb.add_flag("--no-header", options.no_header, "The first record is a row; columns are numbered from 1");
}

}  // namespace peel::cli
