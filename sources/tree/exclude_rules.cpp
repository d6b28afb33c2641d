#include "sources/tree/exclude_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace peel::sources::tree {

namespace {

tl::unexpected<Error> no_pattern(std::string_view pattern, const std::string& why) {
  return failure(ErrorCode::invalid_argument, std::string(pattern) + ": " + why);
}

std::size_t index_of(char byte) {
  return static_cast<unsigned char>(byte);
}

bool is_between(std::size_t byte, char low, char high) {
  return index_of(low) <= byte && byte <= index_of(high);
}
bool is_digit(std::size_t byte) {
  return is_between(byte, '0', '9');
}
bool is_lower(std::size_t byte) {
  return is_between(byte, 'a', 'z');
}
bool is_upper(std::size_t byte) {
  return is_between(byte, 'A', 'Z');
}
bool is_alpha(std::size_t byte) {
  return is_lower(byte) || is_upper(byte);
}
bool is_graph(std::size_t byte) {
  return is_between(byte, '!', '~');
}

// Of ASCII, whatever the language of the user is: a pattern means the same on two machines.
struct ByteClass {
  std::string_view name;
  bool (*holds)(std::size_t byte);
};
constexpr std::array kByteClasses = {
    ByteClass{"alnum", [](std::size_t byte) { return is_alpha(byte) || is_digit(byte); }},
    ByteClass{"alpha", is_alpha},
    ByteClass{"blank", [](std::size_t byte) { return byte == ' ' || byte == '\t'; }},
    ByteClass{"cntrl", [](std::size_t byte) { return byte < ' ' || byte == 0x7F; }},
    ByteClass{"digit", is_digit},
    ByteClass{"graph", is_graph},
    ByteClass{"lower", is_lower},
    ByteClass{"print", [](std::size_t byte) { return is_between(byte, ' ', '~'); }},
    ByteClass{"punct", [](std::size_t byte) { return is_graph(byte) && !is_alpha(byte) && !is_digit(byte); }},
    ByteClass{"space", [](std::size_t byte) { return byte == ' ' || is_between(byte, '\t', '\r'); }},
    ByteClass{"upper", is_upper},
    ByteClass{"xdigit",
              [](std::size_t byte) {
                return is_digit(byte) || is_between(byte, 'a', 'f') || is_between(byte, 'A', 'F');
              }},
};

// The name in [:name:] that stands here; "" if none does.
std::string_view class_name_at(std::string_view pattern, std::size_t at) {
  if (!pattern.substr(at).starts_with("[:")) return "";
  const std::size_t end = pattern.find(']', at + 2);
  if (end == std::string_view::npos || end < at + 3 || pattern[end - 1] != ':') return "";
  return pattern.substr(at + 2, end - at - 3);
}

Result<void> check_components(std::string_view pattern, std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view component = path.substr(begin, end - begin);
    if (component.empty() || component == "." || component == "..") {
      return no_pattern(pattern, "no path in a tree has a component '" + std::string(component) +
                                     "'; accepted are patterns such as *.o, build/ and docs/*.html");
    }
    begin = end + 1;
  }
  return {};
}

}  // namespace

void PathPattern::add_byte(char byte) {
  parts_.push_back({Step::one_of});
  parts_.back().bytes.set(index_of(byte));
}

// `at` is that of the bracket, and then behind its end.
Result<void> PathPattern::add_bracket(std::string_view pattern, std::size_t& at) {
  Part part{Step::one_of};
  std::size_t i = at + 1;
  const bool is_negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (is_negated) ++i;
  // A bracket that closes at once is one of the bytes.
  for (bool is_first = true; i < pattern.size() && (pattern[i] != ']' || is_first); is_first = false) {
    if (const std::string_view name = class_name_at(pattern, i); !name.empty()) {
      const auto* const found = std::ranges::find(kByteClasses, name, &ByteClass::name);
      if (found == kByteClasses.end()) {
        return no_pattern(pattern, "[:" + std::string(name) +
                                       ":] is no class of bytes; accepted are those of POSIX, such as "
                                       "[[:digit:]] and [[:alpha:]]");
      }
      for (std::size_t byte = 0; byte < part.bytes.size(); ++byte)
        if (found->holds(byte)) part.bytes.set(byte);
      i += name.size() + std::string_view("[::]").size();
      continue;
    }
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    const std::size_t low = index_of(pattern[i++]);
    std::size_t high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      i += std::size_t{pattern[i + 1] == '\\' && i + 2 < pattern.size() ? 2U : 1U};
      high = index_of(pattern[i++]);
    }
    for (std::size_t byte = low; byte <= high; ++byte) part.bytes.set(byte);
  }
  if (i >= pattern.size())
    return no_pattern(pattern, "a [ is not closed; accepted is [abc], or \\[ for itself");
  if (is_negated) part.bytes.flip();
  part.bytes.reset(index_of('/'));
  parts_.push_back(part);
  at = i + 1;
  return {};
}

Result<PathPattern> PathPattern::from(std::string_view pattern) {
  PathPattern made;
  std::string_view path = pattern;
  if (path.size() > kMostPatternBytes) {
    return no_pattern(path.substr(0, 40), "the pattern has " + std::to_string(path.size()) +
                                              " bytes, accepted are " + std::to_string(kMostPatternBytes));
  }
  if (path.starts_with('!')) {
    return no_pattern(pattern,
                      "what is left out cannot be brought back; accepted is \\! for the byte itself");
  }
  if (path.ends_with('/')) {
    made.folders_only_ = true;
    path.remove_suffix(1);
  }
  made.is_anchored_ = path.find('/') != std::string_view::npos;
  if (path.starts_with('/')) path.remove_prefix(1);
  if (auto checked = check_components(pattern, path); !checked) return failure(checked.error());
  for (std::size_t i = 0; i < path.size();) {
    const char byte = path[i];
    if (byte == '*') {
      const std::size_t end = std::min(path.find_first_not_of('*', i), path.size());
      const bool begins_component = i == 0 || path[i - 1] == '/';
      const bool is_component = made.is_anchored_ && end - i == 2 && begins_component;
      if (is_component && end == path.size()) {
        made.parts_.push_back({Step::all_the_rest});
      } else if (is_component && path[end] == '/') {
        made.parts_.push_back({Step::folders});
        made.parts_.push_back({Step::in_a_folder});
        i = end + 1;
        continue;
      } else {
        made.parts_.push_back({Step::within});
      }
      i = end;
    } else if (byte == '?') {
      made.parts_.push_back({Step::one_of});
      made.parts_.back().bytes.set().reset(index_of('/'));
      ++i;
    } else if (byte == '[') {
      if (auto added = made.add_bracket(path, i); !added) return failure(added.error());
    } else if (byte == '\\') {
      if (i + 1 == path.size())
        return no_pattern(pattern, "nothing follows the last \\; accepted is \\\\ for the byte itself");
      made.add_byte(path[i + 1]);
      i += 2;
    } else {
      made.add_byte(byte);
      ++i;
    }
  }
  return made;
}

bool PathPattern::matches(std::string_view path, EntryKind kind) const {
  if (folders_only_ && kind != EntryKind::folder) return false;
  return matches_text(is_anchored_ ? path : base_name(path));
}

// All places in the pattern where a reader of the text may be, byte by byte.
bool PathPattern::matches_text(std::string_view text) const {
  const std::size_t end = parts_.size();
  std::vector<bool> here(end + 1);
  std::vector<bool> next(end + 1);
  // Steps that take no byte lead forwards only, so one pass in order reaches all.
  const auto pass_on = [this, end](std::vector<bool>& places) {
    for (std::size_t i = 0; i < end; ++i) {
      if (!places[i]) continue;
      if (parts_[i].step == Step::within) places[i + 1] = true;
      if (parts_[i].step == Step::folders) places[i + 2] = true;
    }
  };
  here[0] = true;
  pass_on(here);
  for (const char byte : text) {
    next.assign(end + 1, false);
    for (std::size_t i = 0; i < end; ++i) {
      if (!here[i]) continue;
      switch (parts_[i].step) {
        case Step::one_of:
          if (parts_[i].bytes[index_of(byte)]) next[i + 1] = true;
          break;
        case Step::within:
          if (byte != '/') next[i] = true;
          break;
        case Step::folders:
          if (byte != '/') next[i + 1] = true;
          break;
        case Step::in_a_folder:
          next[byte == '/' ? i - 1 : i] = true;
          break;
        case Step::all_the_rest:
          next[i] = next[i + 1] = true;
          break;
      }
    }
    pass_on(next);
    here.swap(next);
  }
  return here[end];
}

Result<ExcludeRules> ExcludeRules::from(std::vector<std::string> patterns) {
  ExcludeRules rules;
  std::ranges::sort(patterns);
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  for (const std::string& pattern : patterns) {
    auto rule = PathPattern::from(pattern);
    if (!rule) return failure(rule.error());
    rules.rules_.push_back(std::move(*rule));
  }
  rules.patterns_ = std::move(patterns);
  return rules;
}

bool ExcludeRules::excludes(std::string_view path, EntryKind kind) const {
  return std::ranges::any_of(rules_, [&](const PathPattern& rule) { return rule.matches(path, kind); });
}

}  // namespace peel::sources::tree
