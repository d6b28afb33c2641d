// A JSON value in canonical form, and parts of it as cells, in one pass over its text.
//
// Canonical JSON is JSON: no space, members in the order of their names, numbers and text spelled in one way.
// So two values are equal if and only if their canonical bytes are. An object with two members of one name is
// refused: which of them counts is left open by RFC 8259, and what compares would be a guess.
#pragma once

#include "peel/rows/cell.hpp"

#include "sources/json/json_path.hpp"
#include "sources/json/json_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::sources {

class JsonCanonicalizer {
 public:
  // The paths name `columns` parts, and what is to be left out of all that encloses it.
  JsonCanonicalizer(JsonPathTree paths, std::size_t columns) : paths_(std::move(paths)), parts_(columns) {}
  // The value alone.
  JsonCanonicalizer() : JsonCanonicalizer(JsonPathTree(), 0) {}

  // Reads a value; or says why it is none.
  std::optional<JsonFault> read(std::string_view text);

  // Of the last value read. Valid until the next.
  std::string_view canonical() const { return out_; }
  // A part as a cell: a number, text or NULL; true, false, arrays and objects as JSON; JSON of no bytes if it
  // is not there.
  rows::Cell part(std::size_t column) const { return {parts_[column].tag, parts_[column].payload}; }
  // Whether any value so far has had this part.
  bool was_found(std::size_t column) const { return parts_[column].was_found; }
  // Whether any value so far has had this part, which is left out.
  bool was_left_out(const JsonPath& path) const { return left_out_.contains(paths_.place_of(path)); }

 private:
  struct Part {
    rows::CellTag tag = rows::CellTag::json;
    std::string payload = {};
    bool was_found = false;
  };
  // An array or object that is open. What is written of it so far begins at `begin`.
  struct Frame {
    std::size_t begin;
    std::size_t first_member;  // of members_
    std::uint64_t elements;
    JsonPathTree::Place place;
    bool is_object;
    std::size_t slot_begin;
  };
  // `,"name":value` in out_. The first comma of a container becomes its bracket when it is closed.
  struct Member {
    std::size_t begin;
    std::size_t name_end;
    std::size_t end;
    bool is_ignored = false;
  };
  // A value that is about to be written, and where its comma stands.
  struct Slot {
    std::size_t begin;
    JsonPathTree::Place place;
  };

  Slot begin_value();
  void end_value(Slot slot, JsonToken token);
  bool close(Frame frame);
  bool sort_members(const Frame& frame);
  bool write_scalar(const JsonReader& reader, JsonToken token);
  void keep_part(std::uint32_t column, std::string_view canonical, JsonToken token);
  std::string_view name_of(const Member& member) const {
    return std::string_view(out_).substr(member.begin + 2, member.name_end - member.begin - 2);
  }

  JsonPathTree paths_;
  std::vector<Part> parts_;
  std::set<JsonPathTree::Place> left_out_;  // that were found
  std::string out_;
  std::string sorted_;
  std::vector<Frame> frames_;
  std::vector<Member> members_;
  std::size_t value_begin_ = 0;  // of the value that has just been written
  std::string duplicate_;
  JsonPathTree::Place next_place_ = JsonPathTree::kRoot;  // of the value that follows a name
};

}  // namespace peel::sources
