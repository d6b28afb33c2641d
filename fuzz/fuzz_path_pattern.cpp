// Any bytes as a pattern of --exclude and a path: what is taken matches what a plain reading of the rules
// matches, and what is refused is refused with a reason.
#include "fuzz/claim.hpp"
#include "sources/tree/exclude_rules.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace {

using namespace peel;
using sources::tree::EntryKind;
using sources::tree::PathPattern;

// The rules as they are written, by recursion with what is known remembered.
class PlainMatcher {
 public:
  PlainMatcher(std::string_view pattern, std::string_view text, bool has_folders)
      : pattern_(pattern), text_(text), has_folders_(has_folders) {}

  bool matches(std::size_t p = 0, std::size_t t = 0) {
    const auto known = known_.find({p, t});
    if (known != known_.end()) return known->second;
    const bool result = look(p, t);
    known_.emplace(std::pair(p, t), result);
    return result;
  }

 private:
  bool look(std::size_t p, std::size_t t) {
    if (p == pattern_.size()) return t == text_.size();
    const char byte = pattern_[p];
    if (byte == '*') {
      const std::size_t end = std::min(pattern_.find_first_not_of('*', p), pattern_.size());
      const bool begins = p == 0 || pattern_[p - 1] == '/';
      if (has_folders_ && begins && end - p == 2 && end == pattern_.size()) return t < text_.size();
      if (has_folders_ && begins && end - p == 2 && pattern_[end] == '/') return folders(end + 1, t);
      for (std::size_t i = t;; ++i) {
        if (matches(end, i)) return true;
        if (i >= text_.size() || text_[i] == '/') return false;
      }
    }
    if (t == text_.size()) return false;
    if (byte == '?') return text_[t] != '/' && matches(p + 1, t + 1);
    if (byte == '[') return bracket(p, t);
    if (byte == '\\') ++p;
    return pattern_[p] == text_[t] && matches(p + 1, t + 1);
  }

  // Any number of components, each with its slash.
  bool folders(std::size_t p, std::size_t t) {
    if (matches(p, t)) return true;
    for (std::size_t i = t + 1; i < text_.size(); ++i) {
      if (text_[i] != '/') continue;
      if (i == t || text_[t] == '/') return false;
      return folders(p, i + 1);
    }
    return false;
  }

  bool bracket(std::size_t p, std::size_t t) {
    std::size_t i = p + 1;
    const bool is_negated = pattern_[i] == '!' || pattern_[i] == '^';
    if (is_negated) ++i;
    bool is_in = false;
    const auto byte = static_cast<unsigned char>(text_[t]);
    for (bool first = true; first || pattern_[i] != ']'; first = false) {
      if (pattern_[i] == '\\' && i + 1 < pattern_.size()) ++i;
      const auto low = static_cast<unsigned char>(pattern_[i++]);
      auto high = low;
      if (i + 1 < pattern_.size() && pattern_[i] == '-' && pattern_[i + 1] != ']') {
        i += pattern_[i + 1] == '\\' && i + 2 < pattern_.size() ? 2U : 1U;
        high = static_cast<unsigned char>(pattern_[i++]);
      }
      is_in = is_in || (low <= byte && byte <= high);
    }
    return byte != '/' && is_in != is_negated && matches(i + 1, t + 1);
  }

  std::string_view pattern_;
  std::string_view text_;
  bool has_folders_;
  std::map<std::pair<std::size_t, std::size_t>, bool> known_;
};

bool matches_plainly(std::string_view pattern, std::string_view path) {
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  const bool is_anchored = pattern.find('/') != std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  return PlainMatcher(pattern, is_anchored ? path : sources::tree::base_name(path), is_anchored).matches();
}

}  // namespace

// The pattern, a newline, and the path.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view given = bytes.substr(0, end);
  const std::string_view path = bytes.substr(std::min(end + 1, bytes.size()));
  const auto pattern = PathPattern::from(given);
  if (!pattern) {
    fuzz::claim(pattern.error().code() == ErrorCode::invalid_argument, "a refusal is of the argument");
    fuzz::claim(pattern.error().sentence().find(": ") != std::string::npos, "a refusal says why");
    return 0;
  }
  const bool is_folder = pattern->matches(path, EntryKind::folder);
  const bool is_file = pattern->matches(path, EntryKind::file);
  fuzz::claim(is_file == (is_folder && !given.ends_with('/')), "a slash at the end is for folders");
  if (given.size() * path.size() > 100'000) return 0;  // the plain matcher takes its time
  fuzz::claim(is_folder == matches_plainly(given, path), "the rules say the same");
  return 0;
}
