// Some lines at the end of a terminal that are drawn again and again in the same place. What stood above
// stays, and can be scrolled back to. The cursor is hidden meanwhile.
#pragma once

#include "cli/output/output.hpp"
#include "cli/top/top_table.hpp"

#include <string>
#include <vector>

namespace peel::cli {

class Screen {
 public:
  explicit Screen(Output& output) : output_(output) {}
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  ~Screen();  // shows the cursor

  // In place of what was drawn before. No line may be wider than the terminal.
  void draw(std::vector<TableRow> lines);
  // Takes away what was drawn: something else may be printed here.
  void erase();
  // Leaves what was drawn where it is, and shows the cursor below.
  void leave();

 private:
  std::string way_up() const;

  Output& output_;
  std::vector<TableRow> drawn_;
  bool is_cursor_hidden_ = false;
};

}  // namespace peel::cli
