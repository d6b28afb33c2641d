// The fields of a message, written one behind the other and read again. Numbers are LEB128, texts have their
// length before them.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/reconcile/session/message.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::reconcile::session {

class FieldWriter {
 public:
  void number(std::uint64_t value) { out_.varint(value); }
  void signed_number(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    out_.varint(bits << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0));
  }
  void word(std::uint64_t value) { out_.integer(value, 8); }
  void flag(bool value) { out_.integer(value ? 1 : 0, 1); }
  template <class Enum>
  void choice(Enum value) {
    out_.integer(static_cast<std::uint64_t>(value), 1);
  }
  void bytes(ByteView value) {
    out_.varint(value.size());
    out_.bytes(value);
  }
  void text(std::string_view value) { bytes(as_bytes(value)); }
  void texts(const std::vector<std::string>& values) {
    out_.varint(values.size());
    for (const std::string& value : values) text(value);
  }
  void optional_number(const std::optional<std::uint64_t>& value) {
    flag(value.has_value());
    if (value) number(*value);
  }

  Bytes take() { return out_.take(); }

 private:
  ByteWriter out_;
};

// Remembers the first failure, and yields nothing from then on; whoever reads asks once, at the end. A list
// is never longer than the bytes that are left, nor than a stated number of entries.
class FieldReader {
 public:
  explicit FieldReader(ByteView bytes) : in_(bytes) {}

  std::uint64_t number(std::string_view field) { return kept(in_.varint(field)); }
  std::int64_t signed_number(std::string_view field) {
    const std::uint64_t bits = number(field);
    return static_cast<std::int64_t>(bits >> 1 ^ (~(bits & 1) + 1));
  }
  std::uint64_t word(std::string_view field) { return kept(in_.integer(8, field)); }
  bool flag(std::string_view field) {
    const std::uint64_t value = kept(in_.integer(1, field));
    if (value > 1) refuse(field, value, "0 or 1");
    return value == 1;
  }
  // One of the values up to and with `last`.
  template <class Enum>
  Enum choice(std::string_view field, Enum last) {
    const std::uint64_t value = kept(in_.integer(1, field));
    if (value > static_cast<std::uint64_t>(last))
      refuse(field, value, "0 to " + std::to_string(static_cast<std::uint64_t>(last)));
    return failed() ? Enum{} : static_cast<Enum>(value);
  }
  ByteView bytes(std::string_view field) {
    const std::uint64_t size = number(field);
    if (failed()) return {};
    auto taken = in_.bytes(size, field);
    if (!taken) return fail(taken.error()), ByteView();
    return *taken;
  }
  std::string text(std::string_view field) { return std::string(as_text(bytes(field))); }
  // How many of something follow, each of at least one byte.
  std::uint64_t count(std::string_view field, std::uint64_t most = kMaxListEntries) {
    const std::uint64_t value = number(field);
    if (value > std::min<std::uint64_t>(most, in_.remaining())) {
      refuse(std::string(field) + " are " + std::to_string(value) + ", where at most " +
             std::to_string(most) + " are accepted and " + std::to_string(in_.remaining()) +
             " bytes are left");
    }
    return failed() ? 0 : value;
  }
  std::vector<std::string> texts(std::string_view field) {
    std::vector<std::string> values(count(field));
    for (std::string& value : values) value = text(field);
    return values;
  }
  std::optional<std::uint64_t> optional_number(std::string_view field) {
    return flag(field) ? std::optional(number(field)) : std::nullopt;
  }

  bool failed() const { return error_.has_value(); }
  void refuse(std::string_view field, std::uint64_t value, std::string_view accepted) {
    refuse(std::string(field) + " is " + std::to_string(value) + "; accepted is " + std::string(accepted));
  }
  void refuse(std::string sentence) { fail(Error(ErrorCode::malformed, std::move(sentence))); }
  // Fails with what failed first, or if bytes are left.
  Result<void> end() {
    if (!failed() && in_.remaining() != 0)
      refuse(std::to_string(in_.remaining()) + " bytes follow the last field");
    if (failed()) return failure(*error_);
    return {};
  }

 private:
  void fail(const Error& error) {
    if (!error_) error_ = error;
  }
  std::uint64_t kept(const Result<std::uint64_t>& value) {
    if (failed()) return 0;
    if (!value) return fail(value.error()), 0;
    return *value;
  }

  ByteReader in_;
  std::optional<Error> error_;
};

}  // namespace peel::reconcile::session
