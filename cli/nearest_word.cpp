#include "cli/nearest_word.hpp"

#include <algorithm>
#include <vector>

namespace peel::cli {

namespace {

// Longer words are no names that somebody types, and comparing them takes the product of their lengths.
constexpr std::size_t kLongestWord = 100;

std::string plain_letters(std::string_view word) {
  const std::size_t first = word.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  std::string letters(word.substr(first, word.find_last_not_of(' ') + 1 - first));
  for (char& letter : letters) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return letters;
}

std::size_t changes_between(std::string_view one, std::string_view other) {
  // Row i holds the changes from the first i letters of one to the first 0, 1, 2, ... of the other.
  std::vector<std::vector<std::size_t>> changes(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i) {
    for (std::size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0) {
        changes[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = changes[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      changes[i][j] = std::min({replaced, changes[i - 1][j] + 1, changes[i][j - 1] + 1});
      const bool is_swapped = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (is_swapped) changes[i][j] = std::min(changes[i][j], changes[i - 2][j - 2] + 1);
    }
  }
  return changes.back().back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view typed, std::span<const std::string> words) {
  const std::string letters = plain_letters(typed);
  const std::size_t most = letters.size() / 3;
  if (letters.empty() || letters.size() > kLongestWord) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t fewest = most + 1;
  for (const std::string& word : words) {
    if (word == typed || word.size() > kLongestWord) continue;
    const std::string others = plain_letters(word);
    if (std::max(others.size(), letters.size()) - std::min(others.size(), letters.size()) >= fewest) continue;
    const std::size_t changes = changes_between(letters, others);
    if (changes >= fewest) continue;
    fewest = changes;
    nearest = word;
  }
  return nearest;
}

}  // namespace peel::cli
