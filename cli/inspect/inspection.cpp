#include "cli/inspect/inspection.hpp"

#include "cli/input.hpp"
#include "cli/output/printable.hpp"

#include <variant>

namespace peel::cli {

Inspection look_at(PeelFile& file) {
  Inspection seen;
  std::visit([&](auto& content) { say(content, file, seen); }, file.content);
  return seen;
}

void print(const Inspection& seen, const PeelFile& file, InspectionFormat format, Output& output) {
  if (format == InspectionFormat::json) {
    write_json_line(output, seen.file);
    write_json_line(output, {{"summary", seen.summary}});
  } else {
    output.write(printable(spoken_name(file.path)) + "\n");
    output.write(text_table(seen.rows, "  "));
  }
}

}  // namespace peel::cli
