#include "cli/help/text_blocks.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace peel::cli {

namespace {

constexpr std::string_view kIndent = "  ";

// The lines between blank lines.
std::vector<std::vector<std::string>> chunks_of(const std::string& text) {
  std::vector<std::vector<std::string>> chunks(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) {
      chunks.back().push_back(line);
    } else if (!chunks.back().empty()) {
      chunks.emplace_back();
    }
  }
  if (chunks.back().empty()) chunks.pop_back();
  return chunks;
}

// An indented line without its indent, cut at the first gap of two spaces.
Entry entry_of(std::string_view line) {
  line.remove_prefix(kIndent.size());
  const std::size_t gap = line.find(kIndent);
  if (gap == std::string_view::npos) return {std::string(line), ""};
  return {std::string(line.substr(0, gap)), std::string(line.substr(line.find_first_not_of(' ', gap)))};
}

Block block_of(const std::vector<std::string>& lines) {
  Block block;
  for (const std::string& line : lines) block.source += (block.source.empty() ? "" : "\n") + line;
  const bool is_titled = lines.size() > 1 && lines[0].ends_with(':') && lines[1].starts_with(kIndent);
  if (!is_titled) return block;
  block.title = lines[0].substr(0, lines[0].size() - 1);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t indent = std::min(lines[i].find_first_not_of(' '), lines[i].size());
    if (indent <= kIndent.size() || block.entries.empty()) {
      block.entries.push_back(entry_of(lines[i]));
    } else {
      block.entries.back().text += " " + lines[i].substr(indent);
    }
  }
  return block;
}

}  // namespace

std::vector<Block> blocks_of(const std::string& text) {
  std::vector<Block> blocks;
  for (const auto& lines : chunks_of(text)) blocks.push_back(block_of(lines));
  return blocks;
}

}  // namespace peel::cli
