#include "sources/json/json_path.hpp"

#include "peel/rows/columns.hpp"

#include "sources/json/canonical_text.hpp"
#include "sources/json/json_reader.hpp"

#include <algorithm>
#include <charconv>

namespace peel::sources {

namespace {

constexpr std::string_view kBetween = ", ";

// The number that a step is, if it is spelled as one.
std::optional<std::uint64_t> index_in(std::string_view step) {
  std::uint64_t index = 0;
  const auto [end, problem] = std::from_chars(step.data(), step.data() + step.size(), index);
  const bool is_number = problem == std::errc() && end == step.data() + step.size() && !step.empty();
  if (!is_number || (step.size() > 1 && step.front() == '0')) return std::nullopt;
  return index;
}

tl::unexpected<Error> no_path(std::string_view text, const std::string& why) {
  return failure(ErrorCode::invalid_argument,
                 std::string(text) + ": " + why +
                     "; accepted are names with dots between them, such as user.id or tags.2, with a dot "
                     "in a name as \\. or the name in quotes");
}

// A step in quotes at the beginning of `rest`, taken away from it.
std::optional<std::string> take_quoted(std::string_view& rest) {
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] == '\\') {
      ++at;
    } else if (rest[at] == '"') {
      JsonReader reader(rest.substr(0, at + 1));
      if (reader.next() != JsonToken::text) return std::nullopt;
      std::string name;
      append_canonical_text(reader.raw(), name);
      rest.remove_prefix(at + 1);
      return name;
    }
  }
  return std::nullopt;
}

bool is_plain_in_path(std::string_view name) {
  return !name.empty() && std::ranges::none_of(name, [](char byte) {
    return static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7F ||
           std::string_view(".[]\\\",=:").find(byte) != std::string_view::npos;
  });
}

}  // namespace

Result<JsonPath> JsonPath::parse(std::string_view text) {
  JsonPath path;
  if (text == rows::kWholeColumn) return path;
  std::string_view rest = text;
  for (bool is_first = true;; is_first = false) {
    if (!is_first && rest.empty()) return path;
    if (!rest.starts_with('[')) {
      if (!is_first) {
        if (!rest.starts_with('.')) return no_path(text, "something follows a step");
        rest.remove_prefix(1);
      }
      if (rest.starts_with('"')) {
        auto name = take_quoted(rest);
        if (!name) return no_path(text, "a name in quotes is not as JSON has it");
        path.steps.push_back(std::move(*name));
        continue;
      }
      std::string name;
      std::size_t at = 0;
      for (; at < rest.size() && rest[at] != '.' && rest[at] != '['; ++at) {
        if (rest[at] == '\\' && ++at == rest.size()) return no_path(text, "it ends with a backslash");
        name += rest[at];
      }
      if (at == 0) return no_path(text.empty() ? "a path" : text, "a name is empty");
      if (name.front() == ' ' || name.back() == ' ')
        return no_path(text, "a space at the end of a name only stands in quotes");
      rest.remove_prefix(at);
      path.steps.emplace_back();
      append_escaped(name, path.steps.back());
      continue;
    }
    const std::size_t end = rest.find(']');
    const auto index = end == std::string_view::npos ? std::nullopt : index_in(rest.substr(1, end - 1));
    if (!index) return no_path(text, "between [ and ] stands the number of an element");
    path.steps.push_back(std::to_string(*index));
    rest.remove_prefix(end + 1);
  }
}

void append_name(std::string_view canonical_name, std::string& path) {
  if (!path.empty()) path += '.';
  if (is_plain_in_path(canonical_name)) {
    path += canonical_name;
    return;
  }
  path += '"';
  path += canonical_name;
  path += '"';
}

void append_index(std::uint64_t index, std::string& path) {
  path += '[';
  path += std::to_string(index);
  path += ']';
}

std::string whole_column(std::vector<std::string> ignored) {
  if (ignored.empty()) return std::string(rows::kWholeColumn);
  // Sketches that leave out the same have the same columns.
  std::ranges::sort(ignored);
  ignored.erase(std::unique(ignored.begin(), ignored.end()), ignored.end());
  std::string name(rows::kWholeColumnWithout);
  for (std::size_t i = 0; i < ignored.size(); ++i) {
    if (i > 0) name += kBetween;
    name += ignored[i];
  }
  return name;
}

std::vector<std::string> parts_left_out(std::string_view column) {
  std::vector<std::string> parts;
  if (!column.starts_with(rows::kWholeColumnWithout)) return parts;
  column.remove_prefix(rows::kWholeColumnWithout.size());
  for (;;) {
    const std::size_t end = column.find(kBetween);
    parts.emplace_back(column.substr(0, end));
    if (end == std::string_view::npos) return parts;
    column.remove_prefix(end + kBetween.size());
  }
}

JsonPathTree::Place JsonPathTree::member(Place from, std::string_view canonical_name) const {
  if (from == kNowhere) return kNowhere;
  for (const Child& child : nodes_[from].children) {
    if (child.name == canonical_name) return child.place;
  }
  return kNowhere;
}

JsonPathTree::Place JsonPathTree::element(Place from, std::uint64_t index) const {
  if (from == kNowhere) return kNowhere;
  for (const Child& child : nodes_[from].children) {
    if (child.index == index) return child.place;
  }
  return kNowhere;
}

JsonPathTree::Place JsonPathTree::place_of(const JsonPath& path) const {
  Place place = kRoot;
  for (const std::string& step : path.steps) place = member(place, step);
  return place;
}

JsonPathTree::Place JsonPathTree::reach(const JsonPath& path) {
  Place place = kRoot;
  for (const std::string& step : path.steps) {
    Place next = member(place, step);
    if (next == kNowhere) {
      next = static_cast<Place>(nodes_.size());
      nodes_.emplace_back();
      nodes_[place].children.push_back({step, index_in(step), next});
    }
    place = next;
  }
  return place;
}

}  // namespace peel::sources
