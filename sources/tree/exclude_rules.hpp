// Patterns of paths that are left out of a tree, as in a .gitignore file:
//
//   *.o          a name, at any depth
//   build/       the same, folders only
//   /tmp, a/*.o  with a slash that is not the last byte: from the root of the tree
//   **           any number of folders, in a/**/b, **/b and a/**
//   ? [a-z] [!a] one byte, none of them a slash; \ takes the next byte as it is
//   [[:digit:]]  one of a class of ASCII, which POSIX names
//
// What is in a folder that is left out is left out with it. Nothing is brought back: there is no "!".
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/tree_entry.hpp"

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::tree {

inline constexpr std::size_t kMostPatternBytes = 4096;

// One pattern. Time is bounded by the bytes of the pattern times those of the text.
class PathPattern {
 public:
  // Fails with `invalid_argument` for a pattern that is empty, too long or that no path can match: with an
  // empty component, "." or "..", a [ that is not closed, a class that is none, a \ at its end or a ! at its
  // beginning.
  static Result<PathPattern> from(std::string_view pattern);

  // Whether this entry itself is meant; that a folder above it may be is not looked at.
  bool matches(std::string_view path, EntryKind kind) const;

 private:
  enum class Step : std::uint8_t {
    one_of,        // a byte of the set
    within,        // any bytes of one component
    folders,       // at the beginning of a component: none or more whole components and their slashes
    in_a_folder,   // the rest of such a component; always behind `folders`
    all_the_rest,  // any bytes, at least one
  };
  struct Part {
    Step step;
    std::bitset<256> bytes = {};
  };

  Result<void> add_bracket(std::string_view pattern, std::size_t& at);
  void add_byte(char byte);
  bool matches_text(std::string_view text) const;

  std::vector<Part> parts_;
  bool is_anchored_ = false;
  bool folders_only_ = false;
};

class ExcludeRules {
 public:
  ExcludeRules() = default;
  // Fails as PathPattern::from does. The sentence begins with the pattern.
  static Result<ExcludeRules> from(std::vector<std::string> patterns);

  bool excludes(std::string_view path, EntryKind kind) const;
  bool empty() const { return rules_.empty(); }
  // In the order of their bytes, each once: equal rules have equal ones.
  const std::vector<std::string>& patterns() const { return patterns_; }

 private:
  std::vector<std::string> patterns_;
  std::vector<PathPattern> rules_;
};

}  // namespace peel::sources::tree
