// Messages of every type with any contents that their parts may have.
#pragma once

#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/session/message.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

class RandomMessages {
 public:
  explicit RandomMessages(Random& random) : random_(random) {}

  // Of the type with that number, which is its place in the variant.
  reconcile::session::Message message(std::size_t type) {
    namespace session = reconcile::session;
    switch (type) {
      case 0:
        return hello();
      case 1:
        return open();
      case 2:
        return describe();
      case 3:
        return agree();
      case 4:
        return session::Cells{totals(), some_bytes(300)};
      case 5:
        return session::More{number()};
      case 6:
        return session::Enough();
      case 7:
        return session::Resolve{bytes(300)};
      case 8:
        return session::Scan{terms(), side()};
      case 9:
        return rows();
      case 10:
        return session::Progress{number(), optional_number()};
      case 11:
        return session::Refused{static_cast<ErrorCode>(random_.below(8)), text()};
      case 12:
        return session::Bye();
      case 13:
        return session::EditTable{terms(), describe().schema};
      case 14:
        return changes();
      case 15:
        return session::PlanEdit{number()};
      case 16:
        return session::Planned{{some_texts(), some_texts(), some_texts()}};
      case 17:
        return session::Apply();
      default:
        return session::Applied();
    }
  }

 private:
  bool flag() { return random_.below(2) == 1; }
  // Of any length: small ones, and such as need all bits.
  std::uint64_t number() { return random_.next() >> random_.below(64); }
  std::optional<std::uint64_t> optional_number() { return flag() ? std::optional(number()) : std::nullopt; }
  Bytes bytes(std::uint64_t most) {
    Bytes made(random_.below(most + 1));
    for (std::byte& byte : made) byte = static_cast<std::byte>(random_.below(256));
    return made;
  }
  Bytes some_bytes(std::uint64_t most) {
    Bytes made = bytes(most - 1);
    made.push_back(std::byte{0});
    return made;
  }
  std::string text() { return std::string(as_text(bytes(20))); }
  std::vector<std::string> texts(std::size_t count) {
    std::vector<std::string> made(count);
    for (std::string& one : made) one = text();
    return made;
  }
  std::vector<std::string> some_texts() { return texts(random_.below(4)); }
  reconcile::Side side() { return flag() ? reconcile::Side::left : reconcile::Side::right; }
  rows::RowPlace place() { return static_cast<rows::RowPlace>(random_.below(4)); }
  rows::Tolerance tolerance() {
    constexpr std::array<std::string_view, 4> kTexts = {"0.01", "1", "2.5e-3", "12e100"};
    return *rows::Tolerance::from(kTexts[random_.below(kTexts.size())]);
  }
  std::vector<rows::ColumnType> types(std::size_t count) {
    constexpr std::string_view kLetters = "atidfeubpj";
    std::vector<rows::ColumnType> made;
    while (made.size() < count)
      made.push_back(rows::ColumnType{static_cast<std::uint8_t>(kLetters[random_.below(kLetters.size())])});
    return made;
  }

  reconcile::session::Hello hello() {
    const auto oldest = static_cast<std::uint8_t>(1 + random_.below(255));
    const auto newest = static_cast<std::uint8_t>(oldest + random_.below(256U - oldest));
    return {oldest, newest, reconcile::session::kLeastMessageBytes + number() / 2, text()};
  }

  reconcile::session::Open open() {
    reconcile::session::Open open{.source = text(), .side = side()};
    open.request = {.key = some_texts(), .columns = some_texts(), .ignore = some_texts()};
    for (std::uint64_t left = random_.below(3); left > 0; --left)
      open.request.map.push_back({text(), text()});
    for (std::uint64_t left = random_.below(3); left > 0; --left)
      open.request.tolerances.push_back({text(), tolerance()});
    open.request.right_may_be_blank = flag();
    for (std::uint64_t left = random_.below(3); left > 0; --left) open.settings.emplace_back(text(), text());
    return open;
  }

  reconcile::session::Describe describe() {
    reconcile::session::Describe describe{.place = place(), .bytes = optional_number()};
    rows::Schema& schema = describe.schema;
    schema.is_table = flag();
    if (schema.is_table) schema.columns = texts(1 + random_.below(4));
    schema.has_names = flag();
    if (flag()) schema.types = types(schema.columns.size());
    if (schema.is_table && flag()) schema.key = {schema.columns.back()};
    schema.key_is_unique = flag();
    schema.has_paths = flag();
    schema.folds_case = flag();
    return describe;
  }

  reconcile::Terms terms() {
    reconcile::Terms terms{.is_table = flag(), .is_tree = flag(), .table = text()};
    const std::size_t columns = terms.is_table ? 1 + random_.below(4) : 0;
    terms.has_key = terms.is_table && flag();
    terms.columns.names = texts(columns);
    terms.columns.key_columns = terms.has_key ? 1 + random_.below(columns) : random_.below(columns + 1);
    if (flag()) {
      for (std::size_t i = 0; i < columns; ++i) terms.display.push_back(random_.below(columns));
    }
    terms.typing = static_cast<reconcile::Typing>(random_.below(3));
    if (terms.typing != reconcile::Typing::text || flag()) terms.types = types(columns);
    if (flag()) terms.tolerances.resize(columns);
    for (auto& one : terms.tolerances) {
      if (flag()) one = tolerance();
    }
    terms.is_json = flag();
    terms.key_is_unique = flag();
    if (flag()) terms.left_names = texts(columns);
    if (flag()) terms.right_names = texts(columns);
    terms.left_place = place();
    terms.right_place = place();
    return terms;
  }

  reconcile::session::Agree agree() {
    using KeyForm = reconcile::ItemScheme::KeyForm;
    constexpr std::array<std::uint8_t, 3> kDigests = {7, 8, 14};
    reconcile::Terms agreed = terms();
    reconcile::ItemScheme scheme{.digest_bytes = kDigests[random_.below(3)]};
    if (agreed.has_key && flag()) {
      scheme.key_form = agreed.typing == reconcile::Typing::text ? KeyForm::text : KeyForm::typed;
      scheme.key_columns = static_cast<std::uint32_t>(agreed.columns.key_columns);
      scheme.key_bytes = static_cast<std::uint8_t>(16 + random_.below(20));
    }
    const auto shape =
        RatelessShape::from({.form = flag() ? RatelessForm::regular : RatelessForm::irregular,
                             .item_width = ByteWidth(scheme.width()),
                             .arithmetic = flag() ? CellArithmetic::xor_sums : CellArithmetic::prime_field,
                             .check_bits = BitWidth(24 + 8 * random_.below(6)),
                             .shard_bits = BitWidth(random_.below(13))});
    return {std::move(agreed), side(), scheme,
            KeyHasher(flag() ? HashFamily::fast : HashFamily::siphash, random_.seed()), *shape};
  }

  RatelessTotals totals() {
    return {static_cast<std::int64_t>(number()), number(), random_.next(), random_.next()};
  }

  reconcile::session::Rows rows() {
    reconcile::session::Rows rows;
    for (std::uint64_t left = random_.below(5); left > 0; --left) {
      reconcile::session::Rows::Row row{.index = number(), .order = number(), .bytes = bytes(30)};
      row.key_size = random_.below(row.bytes.size() + 1);
      row.spelled = bytes(30);
      rows.rows.push_back(std::move(row));
    }
    rows.is_last = flag();
    return rows;
  }

  reconcile::session::Changes::Row changed_row() {
    reconcile::session::Changes::Row row{.order = number(), .bytes = bytes(30)};
    row.key_size = random_.below(row.bytes.size() + 1);
    row.spelled = bytes(30);
    return row;
  }

  reconcile::session::Changes changes() {
    using Kind = reconcile::Change::Kind;
    reconcile::session::Changes changes;
    for (std::uint64_t left = random_.below(5); left > 0; --left) {
      reconcile::session::Changes::One one{.kind = static_cast<Kind>(random_.below(3))};
      if (one.kind != Kind::changed) one.count = std::max<std::uint64_t>(1, number());
      if (one.kind != Kind::added) one.left = changed_row();
      if (one.kind != Kind::removed) one.right = changed_row();
      changes.changes.push_back(std::move(one));
    }
    return changes;
  }

  Random& random_;
};

}  // namespace peel::test
