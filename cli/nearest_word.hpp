// The word that somebody probably meant who typed another.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace peel::cli {

// The first of the words that need the fewest changes: a letter more, fewer or another, or two neighbours
// swapped. Small and capital letters are the same, and spaces around a word do not count. Nothing if even
// that word needs more than one change for every three letters typed, or is what was typed.
std::optional<std::string> nearest_word(std::string_view typed, std::span<const std::string> words);

}  // namespace peel::cli
