// What counting, spectral and rotating filters say of themselves, as text and as JSON lines.
#pragma once

#include "cli/output/json.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text_table.hpp"
#include "cli/peel_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

struct CellInspection {
  std::string name;       // of the file
  std::vector<Row> rows;  // for people
  Json file;              // for programs: what it is,
  Json summary;           // and what is in it
};

// Nothing for a file of another kind.
std::optional<CellInspection> look_at_cells(const PeelFile& file);

void print_as_text(const CellInspection& seen, Output& output);
void print_as_json(const CellInspection& seen, Output& output);

}  // namespace peel::cli
