// Which part of a JSON value is meant: the names of members and numbers of elements on the way to it.
//
//   user.id     the member id of the member user      tags.2, tags[2]   the third element of tags
//   a\.b        the member a.b                        "a.b".c           the same in quotes, as JSON spells it
//   .           the whole value
#pragma once

#include "peel/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::sources {

struct JsonPath {
  // Names as canonical JSON spells them, without quotes. One of digits alone is also the number of an
  // element.
  std::vector<std::string> steps;

  // Fails with `invalid_argument` for what is none, with what is accepted.
  static Result<JsonPath> parse(std::string_view text);

  friend bool operator==(const JsonPath&, const JsonPath&) = default;
};

// A step more, as paths are shown: .name, ."odd name", [3].
void append_name(std::string_view canonical_name, std::string& path);
void append_index(std::uint64_t index, std::string& path);

// The column that is the whole value, without some of its parts: what --ignore names.
std::string whole_column(std::vector<std::string> ignored);
// The parts that such a column is without.
std::vector<std::string> parts_left_out(std::string_view column);

// Several paths, walked at the same time from the whole value inwards.
class JsonPathTree {
 public:
  using Place = std::uint32_t;
  static constexpr Place kNowhere = 0xFFFFFFFF;
  static constexpr Place kRoot = 0;

  void add_column(const JsonPath& path, std::uint32_t column) {
    nodes_[reach(path)].columns.push_back(column);
  }
  void ignore(const JsonPath& path) { nodes_[reach(path)].is_ignored = true; }

  // Where the path leads; kNowhere if it was not added.
  Place place_of(const JsonPath& path) const;

  // One step on; kNowhere if no path leads there.
  Place member(Place from, std::string_view canonical_name) const;
  Place element(Place from, std::uint64_t index) const;

  const std::vector<std::uint32_t>& columns_at(Place place) const { return nodes_[place].columns; }
  bool is_ignored(Place place) const { return nodes_[place].is_ignored; }

 private:
  struct Child {
    std::string name;
    std::optional<std::uint64_t> index;
    Place place;
  };
  struct Node {
    std::vector<Child> children = {};
    std::vector<std::uint32_t> columns = {};
    bool is_ignored = false;
  };

  Place reach(const JsonPath& path);

  std::vector<Node> nodes_ = std::vector<Node>(1);
};

}  // namespace peel::sources
