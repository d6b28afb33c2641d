// What one side of a session says, made of a fuzz input. Its first byte chooses:
//
//   bits 0 and 1   how many honest messages come first
//   bit 2          1: the rest is messages without their envelopes, each a type, a length of two bytes and so
//                  many bytes of payload, since checksums would stop nearly every mutation. 0: it is bytes
//   bits 3 and 4   whose rows it is about: a table, a typed table, lines, or a table of no rows
//   bits 5 to 7    into what pieces the bytes are cut: of so many powers of two; 0: not at all
#pragma once

#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/session/message.hpp"
#include "peel/wire/envelope.hpp"

#include "fuzz/script.hpp"
#include "tests/reconcile/fake_source.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace peel::fuzz {

struct SessionInput {
  std::uint64_t honest = 0;
  std::uint64_t source = 0;
  std::size_t piece = 0;  // bytes; 0: all
  Bytes said;             // behind the honest messages

  static SessionInput from(ByteView input) {
    Script script(input);
    const std::uint64_t first = script.number(1);
    SessionInput made{first & 3, first >> 3 & 3, first >> 5 == 0 ? 0 : std::size_t{1} << (first >> 5), {}};
    if (input.empty()) return made;
    const ByteView rest = input.subspan(1);
    if ((first & 4) == 0) {
      made.said.assign(rest.begin(), rest.end());
    } else {
      made.seal_messages(rest);
    }
    return made;
  }

 private:
  void seal_messages(ByteView rest) {
    while (rest.size() >= 3) {
      const std::array<std::byte, 1> type = {rest[0]};
      const ByteView payload = rest.subspan(3, std::min<std::size_t>(load_le(&rest[1], 2), rest.size() - 3));
      const Bytes sealed = wire::seal(
          {.kind = wire::Kind::message, .hash_family = HashFamily::fast, .shape = type, .payload = payload});
      said.insert(said.end(), sealed.begin(), sealed.end());
      rest = rest.subspan(3 + payload.size());
    }
  }
};

// Small sources, by the number in an input.
inline std::unique_ptr<test::FakeSource> session_source(std::uint64_t number, const std::string& changed) {
  if (number == 2) return test::fake_lines("LINES", {"one", "two", "two", changed});
  if (number == 1) {
    test::FakeRows rows;
    for (std::int64_t id = 0; id < 4; ++id)
      rows.push_back({{}, {test::integer_cell(id), test::text_cell(id == 2 ? changed : "x")}});
    auto source = std::make_unique<test::FakeSource>(
        "TYPED",
        rows::Schema{.is_table = true,
                     .columns = {"id", "value"},
                     .has_names = true,
                     .types = {rows::ColumnType::integer, rows::ColumnType::text},
                     .key = {"id"},
                     .key_is_unique = true},
        std::move(rows));
    source->behaviour.indexed = {"id"};
    source->behaviour.rows_said_for_each = 100;  // so that rows are found by their keys
    return source;
  }
  std::vector<std::vector<std::string>> records = {{"1", "x"}, {"2", changed}, {"3", "x"}, {"3", "x"}};
  if (number == 3) records.clear();
  return test::fake_table("TABLE", {"id", "value"}, records);
}

// What a live comparison of such a source agrees about.
inline reconcile::Terms session_terms(std::uint64_t number) {
  if (number == 2) return {};
  reconcile::Terms terms{.is_table = true, .has_key = true, .columns = {{"id", "value"}, 1}};
  if (number == 1) {
    terms.typing = reconcile::Typing::strict;
    terms.types = {rows::ColumnType::integer, rows::ColumnType::text};
  }
  return terms;
}

}  // namespace peel::fuzz
