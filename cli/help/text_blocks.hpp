// The text that a command says of itself (Command::more), cut into paragraphs and titled blocks.
#pragma once

#include <string>
#include <vector>

namespace peel::cli {

struct Entry {
  std::string term;
  std::string text;  // may be empty
};

struct Block {
  std::string source;  // as it was written, without a newline at the end
  std::string title;   // without the colon; empty for a paragraph
  std::vector<Entry> entries;

  bool is_paragraph() const { return title.empty(); }
  bool is_examples() const { return title == "Examples"; }
};

std::vector<Block> blocks_of(const std::string& text);

}  // namespace peel::cli
