#include "sources/ip_address.hpp"

#include "peel/sources/address_text.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>

namespace peel::sources {

namespace {

// What a byte may be in the text of an address.
enum class Part : std::uint8_t {
  other,
  word,   // of a name or number, but in no address
  hex,    // a digit, of base 16
  point,  // . or :
};

constexpr std::array<Part, 256> parts() {
  std::array<Part, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto in = [byte](char first, char last) {
      return byte >= static_cast<unsigned char>(first) && byte <= static_cast<unsigned char>(last);
    };
    if (in('a', 'z') || in('A', 'Z') || byte == '_') table[byte] = Part::word;
    if (in('0', '9') || in('a', 'f') || in('A', 'F')) table[byte] = Part::hex;
    if (byte == '.' || byte == ':') table[byte] = Part::point;
  }
  return table;
}
constexpr std::array<Part, 256> kParts = parts();

// The longest text of an IPv6 address: six groups and an IPv4 address.
constexpr std::size_t kLongest = 45;
constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

// Looks at one text, word by word. A word is digits and letters, and points join words to names and numbers.
class AddressSearch {
 public:
  explicit AddressSearch(std::string_view text) : text_(text) {}

  std::optional<IpAddress> first() {
    while (at_ < text_.size()) {
      if (part_at(at_) == Part::other) {
        ++at_;
        may_be_6_ = true;
        continue;
      }
      if (part_at(at_) != Part::word) {
        if (const auto found = version_6()) return found;
        if (const auto found = version_4()) return found;
      }
      pass_word();
    }
    return std::nullopt;
  }

 private:
  // Beyond the end there is nothing that could go on with an address.
  Part part_at(std::size_t at) const {
    return at < text_.size() ? kParts[static_cast<std::uint8_t>(text_[at])] : Part::other;
  }
  bool is_word(std::size_t at) const { return part_at(at) == Part::word || part_at(at) == Part::hex; }
  bool is(std::size_t at, char byte) const { return at < text_.size() && text_[at] == byte; }

  // Behind a word and one colon an address may begin ("addr:1.2.3.4"), of version 6 only if the word itself
  // cannot be its first group. A word behind other points is part of a name.
  void pass_word() {
    const std::size_t begin = at_;
    bool is_group = true;
    for (; is_word(at_); ++at_) is_group = is_group && part_at(at_) == Part::hex;
    if (is(at_, ':') && !is(at_ + 1, ':')) {
      may_be_6_ = !is_group || (begin == at_ && may_be_6_);
      ++at_;
      return;
    }
    if (part_at(at_) != Part::point) return;
    may_be_6_ = is(at_, '.');
    while (part_at(at_) == Part::point) ++at_;
    while (is_word(at_)) ++at_;
  }

  // The address that begins here and goes as far as digits and points do.
  std::optional<IpAddress> version_6() const {
    if (!may_be_6_) return std::nullopt;
    const std::size_t begin = at_;
    std::size_t end = begin;
    std::size_t colons = 0;
    for (; end - begin <= kLongest + 1 && (part_at(end) == Part::hex || part_at(end) == Part::point); ++end)
      colons += is(end, ':') ? 1U : 0U;
    if (colons < 2) return std::nullopt;
    const bool goes_on = is_word(end);  // so that the last group is not one
    const std::size_t whole = end;
    while (end > begin && is(end - 1, '.')) --end;
    if (end > begin + 1 && is(end - 1, ':') && !is(end - 2, ':')) --end;
    if ((goes_on && end == whole) || end - begin > kLongest) return std::nullopt;
    const std::string_view text = text_.substr(begin, end - begin);
    const bool in_brackets = begin > 0 && is(begin - 1, '[') && (is(end, ']') || is(end, '%'));
    if (text == "::" && !in_brackets) return std::nullopt;
    std::array<char, kLongest + 1> terminated{};
    std::ranges::copy(text, terminated.begin());
    IpAddress address;
    if (::inet_pton(AF_INET6, terminated.data(), address.bytes.data()) != 1) return std::nullopt;
    return address;
  }

  std::optional<IpAddress> version_4() const {
    IpAddress address;
    std::size_t at = at_;
    std::ranges::copy(kMapped, address.bytes.begin());
    for (std::size_t group = 0; group < 4; ++group) {
      unsigned number = 0;
      const std::size_t begin = at;
      for (; at < text_.size() && at - begin < 3 && text_[at] >= '0' && text_[at] <= '9'; ++at)
        number = number * 10 + static_cast<unsigned>(text_[at] - '0');
      const bool has_leading_zero = at - begin > 1 && is(begin, '0');
      if (at == begin || number > 255 || has_leading_zero) return std::nullopt;
      address.bytes[kMapped.size() + group] = static_cast<std::uint8_t>(number);
      if (group < 3 && !is(at++, '.')) return std::nullopt;
    }
    if (is_word(at) || (is(at, '.') && is_word(at + 1))) return std::nullopt;
    return address;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool may_be_6_ = true;
};

// The longest row of at least two zero groups, the first of several. [RFC 5952, 4.2]
struct Zeros {
  std::size_t begin = 8;
  std::size_t length = 1;
};

Zeros longest_zeros(const std::array<unsigned, 8>& groups) {
  Zeros longest;
  for (std::size_t i = 0; i < groups.size();) {
    std::size_t end = i;
    while (end < groups.size() && groups[end] == 0) ++end;
    if (end - i > longest.length) longest = {i, end - i};
    i = end + 1;
  }
  return longest;
}

}  // namespace

std::optional<IpAddress> first_address(std::string_view text) {
  return AddressSearch(text).first();
}

std::string text_of(const IpAddress& address) {
  const auto& bytes = address.bytes;
  std::string text;
  if (std::equal(kMapped.begin(), kMapped.end(), bytes.begin())) {
    for (std::size_t i = kMapped.size(); i < bytes.size(); ++i) {
      text += (text.empty() ? "" : ".") + std::to_string(bytes[i]);
    }
    return text;
  }
  std::array<unsigned, 8> groups{};
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = bytes[2 * i] * 256U + bytes[2 * i + 1];
  const Zeros zeros = longest_zeros(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == zeros.begin) {
      text += "::";
      i += zeros.length - 1;
      continue;
    }
    if (!text.empty() && !text.ends_with(':')) text += ':';
    std::array<char, 4> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), groups[i], 16);
    text.append(digits.data(), written.ptr);
  }
  return text;
}

std::string address_text(std::string_view bytes) {
  IpAddress address;
  std::copy_n(bytes.begin(), address.bytes.size(), address.bytes.begin());
  return text_of(address);
}

}  // namespace peel::sources
