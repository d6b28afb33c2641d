#include "sources/json/canonical_json.hpp"

#include "sources/json/canonical_text.hpp"

#include <algorithm>
#include <charconv>

namespace peel::sources {

namespace {

// The bytes of an integer cell, for the digits of a 64-bit integer; false for other numbers.
bool as_integer(std::string_view canonical, std::string& payload) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(canonical.data(), canonical.data() + canonical.size(), value);
  if (problem != std::errc() || end != canonical.data() + canonical.size()) return false;
  rows::NumberRoom room;
  payload = rows::integer_cell(value, room).payload;
  return true;
}

// For messages, where what is in the data may be of any length.
std::string beginning_of(std::string_view text) {
  constexpr std::size_t kMost = 40;
  if (text.size() <= kMost) return std::string(text);
  std::size_t end = kMost;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // no character is cut in two
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace

std::optional<JsonFault> JsonCanonicalizer::read(std::string_view text) {
  out_.clear();
  frames_.clear();
  members_.clear();
  next_place_ = JsonPathTree::kRoot;
  for (Part& part : parts_) {
    part.tag = rows::CellTag::json;
    part.payload.clear();
  }
  JsonReader reader(text);
  for (;;) {
    const JsonToken token = reader.next();
    switch (token) {
      case JsonToken::end:
        return std::nullopt;
      case JsonToken::fault:
        return reader.fault();
      case JsonToken::name: {
        members_.push_back({out_.size(), 0, 0});
        out_ += ",\"";
        if (reader.has_escapes()) {
          append_canonical_text(reader.raw(), out_);
        } else {
          out_ += reader.raw();
        }
        members_.back().name_end = out_.size();
        const JsonPathTree::Place around = frames_.back().place;
        next_place_ =
            around == JsonPathTree::kNowhere ? around : paths_.member(around, name_of(members_.back()));
        out_ += "\":";
        break;
      }
      case JsonToken::begin_object:
      case JsonToken::begin_array: {
        const Slot slot = begin_value();
        frames_.push_back(
            {out_.size(), members_.size(), 0, slot.place, token == JsonToken::begin_object, slot.begin});
        break;
      }
      case JsonToken::end_object:
      case JsonToken::end_array: {
        const Frame frame = frames_.back();
        if (!close(frame)) return JsonFault{reader.offset(), std::move(duplicate_)};
        end_value({frame.slot_begin, frame.place}, token);
        break;
      }
      default: {
        const Slot slot = begin_value();
        value_begin_ = out_.size();
        if (!write_scalar(reader, token)) {
          return JsonFault{reader.offset(),
                           "the number " + beginning_of(reader.raw()) +
                               " is beyond 10^10000 or finer than 10^-10000; accepted is it in "
                               "quotes, as text"};
        }
        end_value(slot, token);
      }
    }
  }
}

bool JsonCanonicalizer::write_scalar(const JsonReader& reader, JsonToken token) {
  if (token == JsonToken::number) return append_canonical_number(reader.raw(), out_);
  if (token != JsonToken::text) {
    out_ += reader.raw();
    return true;
  }
  out_ += '"';
  if (reader.has_escapes()) {
    append_canonical_text(reader.raw(), out_);
  } else {
    out_ += reader.raw();
  }
  out_ += '"';
  return true;
}

JsonCanonicalizer::Slot JsonCanonicalizer::begin_value() {
  if (frames_.empty()) return {0, JsonPathTree::kRoot};
  Frame& frame = frames_.back();
  if (frame.is_object) return {members_.back().begin, next_place_};
  const Slot slot{out_.size(), paths_.element(frame.place, frame.elements++)};
  out_ += ',';
  return slot;
}

// The value stands in out_ from value_begin_ to the end.
void JsonCanonicalizer::end_value(Slot slot, JsonToken token) {
  const bool is_member = !frames_.empty() && frames_.back().is_object;
  if (is_member) members_.back().end = out_.size();
  if (slot.place == JsonPathTree::kNowhere) return;
  for (const std::uint32_t column : paths_.columns_at(slot.place))
    keep_part(column, std::string_view(out_).substr(value_begin_), token);
  if (!paths_.is_ignored(slot.place)) return;
  left_out_.insert(slot.place);
  // The name of an ignored member stays known, so that a second one of that name is still refused.
  if (is_member) {
    members_.back().is_ignored = true;
  } else {
    out_.resize(slot.begin);
  }
}

// False for an object with two members of one name.
bool JsonCanonicalizer::close(Frame frame) {
  if (frame.is_object && !sort_members(frame)) return false;
  frames_.pop_back();
  value_begin_ = frame.begin;
  if (out_.size() == frame.begin) {
    out_ += frame.is_object ? "{}" : "[]";
    return true;
  }
  out_[frame.begin] = frame.is_object ? '{' : '[';
  out_ += frame.is_object ? '}' : ']';
  return true;
}

bool JsonCanonicalizer::sort_members(const Frame& frame) {
  const auto first = members_.begin() + static_cast<std::ptrdiff_t>(frame.first_member);
  bool is_sorted = true;
  for (auto member = first; member != members_.end() && is_sorted; ++member) {
    is_sorted = !member->is_ignored && (member == first || name_of(*(member - 1)) < name_of(*member));
  }
  if (!is_sorted) {
    std::sort(first, members_.end(),
              [this](const Member& a, const Member& b) { return name_of(a) < name_of(b); });
    sorted_.clear();
    for (auto member = first; member != members_.end(); ++member) {
      if (member != first && name_of(*(member - 1)) == name_of(*member)) {
        duplicate_ = "the member \"" + beginning_of(name_of(*member)) +
                     "\" stands twice in the object that ends here; accepted is each name once";
        return false;
      }
      if (!member->is_ignored) sorted_.append(out_, member->begin, member->end - member->begin);
    }
    out_.replace(frame.begin, std::string::npos, sorted_);
  }
  members_.resize(frame.first_member);
  return true;
}

void JsonCanonicalizer::keep_part(std::uint32_t column, std::string_view canonical, JsonToken token) {
  Part& part = parts_[column];
  part.was_found = true;
  switch (token) {
    case JsonToken::null_value:
      part.tag = rows::CellTag::null;
      return;
    case JsonToken::text:
      part.tag = rows::CellTag::text;
      append_unescaped(canonical.substr(1, canonical.size() - 2), part.payload);
      return;
    case JsonToken::number:
      part.tag = rows::CellTag::integer;
      if (as_integer(canonical, part.payload)) return;
      part.tag = rows::CellTag::decimal;
      break;
    default:
      break;
  }
  part.payload = canonical;
}

}  // namespace peel::sources
