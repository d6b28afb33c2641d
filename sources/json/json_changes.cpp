#include "sources/json/json_changes.hpp"

#include "sources/json/canonical_json.hpp"
#include "sources/json/canonical_text.hpp"

#include <algorithm>
#include <optional>

namespace peel::sources {

namespace {

constexpr std::size_t kMostPathBytes = std::size_t{1} << 20;
// A tree of values takes up to fifty times the bytes of its text.
constexpr std::size_t kMostTextBytes = std::size_t{1} << 24;

struct Value {
  JsonToken token = JsonToken::null_value;
  std::string_view raw = {};       // as it is spelled
  std::string name = {};           // of a member, canonical
  std::vector<Value> values = {};  // members in the order of their names, or elements
};

// The value whose first token was read.
Value rest_of_value(JsonReader& reader, JsonToken token) {
  Value value{token, reader.raw()};
  if (token == JsonToken::text) value.raw = {value.raw.data() - 1, value.raw.size() + 2};
  if (token != JsonToken::begin_object && token != JsonToken::begin_array) return value;
  for (;;) {
    JsonToken next = reader.next();
    if (next == JsonToken::end_object || next == JsonToken::end_array || next == JsonToken::fault) break;
    std::string name;
    if (next == JsonToken::name) {
      append_canonical_text(reader.raw(), name);
      next = reader.next();
    }
    value.values.push_back(rest_of_value(reader, next));
    value.values.back().name = std::move(name);
  }
  const char* const begin = value.raw.data();
  value.raw = {begin, static_cast<std::size_t>(reader.raw().data() + 1 - begin)};
  if (token == JsonToken::begin_object) std::ranges::sort(value.values, {}, &Value::name);
  return value;
}

Value value_in(std::string_view text) {
  JsonReader reader(text);
  const JsonToken first = reader.next();
  return rest_of_value(reader, first);
}

// Of two numbers, two texts, or the same word.
bool is_same_scalar(const Value& left, const Value& right) {
  if (left.raw == right.raw) return true;
  std::string one;
  std::string other;
  if (left.token == JsonToken::text) {
    append_canonical_text(left.raw.substr(1, left.raw.size() - 2), one);
    append_canonical_text(right.raw.substr(1, right.raw.size() - 2), other);
  } else {
    append_canonical_number(left.raw, one);
    append_canonical_number(right.raw, other);
  }
  return one == other;
}

class PathWalk {
 public:
  explicit PathWalk(JsonPathTree left_out) : left_out_(std::move(left_out)) {}

  // One of them may be missing.
  void compare(const Value* left, const Value* right, JsonPathTree::Place place) {
    if (place != JsonPathTree::kNowhere && left_out_.is_ignored(place)) return;
    if (left != nullptr && right != nullptr && left->token == right->token) {
      if (left->token == JsonToken::begin_object) return compare_members(*left, *right, place);
      if (left->token == JsonToken::begin_array) return compare_elements(*left, *right, place);
      if (is_same_scalar(*left, *right)) return;
    }
    add(left == nullptr ? std::string_view() : left->raw, right == nullptr ? std::string_view() : right->raw);
  }

  PathChanges take() { return std::move(changes_); }

 private:
  void compare_members(const Value& left, const Value& right, JsonPathTree::Place place) {
    auto one = left.values.begin();
    auto other = right.values.begin();
    while (one != left.values.end() || other != right.values.end()) {
      const bool has_one =
          other == right.values.end() || (one != left.values.end() && one->name <= other->name);
      const bool has_other =
          one == left.values.end() || (other != right.values.end() && other->name <= one->name);
      const std::string& name = has_one ? one->name : other->name;
      const std::size_t size = path_.size();
      append_name(name, path_);
      compare(has_one ? &*one : nullptr, has_other ? &*other : nullptr, left_out_.member(place, name));
      path_.resize(size);
      if (has_one) ++one;
      if (has_other) ++other;
    }
  }

  void compare_elements(const Value& left, const Value& right, JsonPathTree::Place place) {
    for (std::size_t i = 0; i < std::max(left.values.size(), right.values.size()); ++i) {
      const std::size_t size = path_.size();
      append_index(i, path_);
      compare(i < left.values.size() ? &left.values[i] : nullptr,
              i < right.values.size() ? &right.values[i] : nullptr, left_out_.element(place, i));
      path_.resize(size);
    }
  }

  void add(std::string_view left, std::string_view right) {
    path_bytes_ += path_.size();
    if (path_bytes_ > kMostPathBytes) {
      ++changes_.not_shown;
    } else {
      changes_.shown.push_back({path_.empty() ? "." : path_, left, right});
    }
  }

  JsonPathTree left_out_;
  std::string path_;
  std::size_t path_bytes_ = 0;
  PathChanges changes_;
};

}  // namespace

PathChanges changed_paths(std::string_view left, std::string_view right, std::string_view column) {
  if (left.size() + right.size() > kMostTextBytes) return {{{".", left, right}}, 0};
  JsonPathTree left_out;
  for (const std::string& part : parts_left_out(column)) {
    if (const auto path = JsonPath::parse(part)) left_out.ignore(*path);
  }
  PathWalk walk(std::move(left_out));
  const Value one = value_in(left);
  const Value other = value_in(right);
  walk.compare(&one, &other, JsonPathTree::kRoot);
  return walk.take();
}

std::string json_literal(const rows::Cell& cell) {
  if (cell.is_null()) return "null";
  if (cell.tag != rows::CellTag::text) return rows::text_of(cell);
  std::string text = "\"";
  append_escaped(cell.payload, text);
  text += '"';
  return text;
}

bool is_json(const rows::Cell& cell) {
  return cell.is_missing() || !JsonCanonicalizer().read(json_literal(cell));
}

}  // namespace peel::sources
