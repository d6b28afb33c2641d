#include "peel/reconcile/session/message.hpp"

#include "peel/reconcile/row_items.hpp"
#include "peel/rows/columns.hpp"
#include "peel/wire/envelope.hpp"

#include "reconcile/session/fields.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace peel::reconcile::session {

namespace {

// From 1 on, in the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Message>> kNames = {
    "hello",    "open",    "describe", "agree", "cells",   "more", "enough",  "resolve", "scan",   "rows",
    "progress", "refused", "bye",      "edit",  "changes", "plan", "planned", "apply",   "applied"};

void put(FieldWriter& out, const Hello& hello) {
  out.number(hello.oldest);
  out.number(hello.newest);
  out.number(hello.most_message_bytes);
  out.text(hello.program);
}

void read(FieldReader& in, Hello& hello) {
  const auto version = [&in](std::string_view field) {
    const std::uint64_t number = in.number(field);
    if (number == 0 || number > 255) in.refuse(field, number, "1 to 255");
    return static_cast<std::uint8_t>(number);
  };
  hello.oldest = version("the oldest version");
  hello.newest = version("the newest version");
  if (hello.newest < hello.oldest)
    in.refuse("the newest version", hello.newest, "at least the oldest, " + std::to_string(hello.oldest));
  hello.most_message_bytes = in.number("the length of the longest message");
  if (hello.most_message_bytes < kLeastMessageBytes) {
    in.refuse("the length of the longest message", hello.most_message_bytes,
              "at least " + std::to_string(kLeastMessageBytes));
  }
  hello.program = in.text("the name of the program");
}

void put_tolerance(FieldWriter& out, const rows::Tolerance& tolerance) {
  out.text(tolerance.text());
}

// Nothing once reading has failed.
std::optional<rows::Tolerance> read_tolerance(FieldReader& in) {
  const std::string text = in.text("a tolerance");
  if (in.failed()) return std::nullopt;
  auto tolerance = rows::Tolerance::from(text);
  if (!tolerance || tolerance->text() != text) {
    in.refuse("a tolerance is no number that peel writes");
    return std::nullopt;
  }
  return tolerance;
}

void put(FieldWriter& out, const TermsRequest& request) {
  out.texts(request.key);
  out.texts(request.columns);
  out.texts(request.ignore);
  out.number(request.map.size());
  for (const auto& pair : request.map) out.text(pair.left), out.text(pair.right);
  out.number(request.tolerances.size());
  for (const auto& one : request.tolerances) out.text(one.column), put_tolerance(out, one.tolerance);
  out.flag(request.right_may_be_blank);
}

void read(FieldReader& in, TermsRequest& request) {
  request.key = in.texts("the key");
  request.columns = in.texts("the columns");
  request.ignore = in.texts("the ignored columns");
  request.map.resize(in.count("the name pairs"));
  for (auto& pair : request.map) pair = {in.text("a left name"), in.text("a right name")};
  for (std::uint64_t left = in.count("the tolerances"); left > 0 && !in.failed(); --left) {
    std::string column = in.text("the column of a tolerance");
    if (const auto tolerance = read_tolerance(in))
      request.tolerances.push_back({std::move(column), *tolerance});
  }
  request.right_may_be_blank = in.flag("whether the right side may be blank");
}

void put(FieldWriter& out, const Open& open) {
  out.text(open.source);
  out.choice(open.side);
  put(out, open.request);
  out.number(open.settings.size());
  for (const auto& [name, value] : open.settings) out.text(name), out.text(value);
}

void read(FieldReader& in, Open& open) {
  open.source = in.text("the source");
  open.side = in.choice("the side", Side::right);
  read(in, open.request);
  open.settings.resize(in.count("the settings"));
  for (auto& [name, value] : open.settings) {
    name = in.text("a setting");
    value = in.text("the value of a setting");
  }
}

void put_types(FieldWriter& out, const std::vector<rows::ColumnType>& types) {
  out.number(types.size());
  for (const rows::ColumnType type : types) out.choice(type);
}

std::vector<rows::ColumnType> read_types(FieldReader& in) {
  std::vector<rows::ColumnType> types(in.count("the types"));
  for (rows::ColumnType& type : types) {
    const auto byte = static_cast<std::uint8_t>(in.choice("the type of a column", rows::ColumnType{0xFF}));
    const auto known = rows::column_type(byte);
    if (!known) in.refuse("the type of a column", byte, "a letter of docs/formats/rows.md");
    type = known.value_or(rows::ColumnType::any);
  }
  return types;
}

void check_columns(FieldReader& in, bool is_table, std::size_t columns) {
  if (!is_table && columns != 0) in.refuse("the columns are those of lines, which have none");
}

// A list that has an entry for each column, if it has any.
void check_list(FieldReader& in, std::string_view field, std::size_t entries, std::size_t columns) {
  if (entries == 0 || entries == columns) return;
  in.refuse(std::string(field) + " are " + std::to_string(entries) + ", of " + std::to_string(columns) +
            " columns");
}

void put(FieldWriter& out, const rows::Schema& schema) {
  out.flag(schema.is_table);
  out.texts(schema.columns);
  out.flag(schema.has_names);
  put_types(out, schema.types);
  out.texts(schema.key);
  out.flag(schema.key_is_unique);
  out.flag(schema.has_paths);
  out.flag(schema.folds_case);
}

void put(FieldWriter& out, const Describe& describe) {
  put(out, describe.schema);
  out.choice(describe.place);
  out.optional_number(describe.bytes);
}

void read(FieldReader& in, rows::Schema& schema) {
  schema.is_table = in.flag("whether it is a table");
  schema.columns = in.texts("the columns");
  schema.has_names = in.flag("whether columns have names");
  schema.types = read_types(in);
  schema.key = in.texts("the key");
  schema.key_is_unique = in.flag("whether the key is unique");
  schema.has_paths = in.flag("whether columns are paths");
  schema.folds_case = in.flag("whether names differ in case");
  check_columns(in, schema.is_table, schema.columns.size());
  check_list(in, "the types", schema.types.size(), schema.columns.size());
  const rows::ColumnPlaces places(schema.columns);
  if (std::ranges::any_of(schema.key, [&](const std::string& column) { return !places.find(column); }))
    in.refuse("the key has a column that is none of the table's");
}

void read(FieldReader& in, Describe& describe) {
  read(in, describe.schema);
  describe.place = in.choice("what numbers of rows mean", rows::RowPlace::none);
  describe.bytes = in.optional_number("the number of bytes");
}

void put(FieldWriter& out, const Terms& terms) {
  out.flag(terms.is_table);
  out.flag(terms.is_tree);
  out.text(terms.table);
  out.flag(terms.has_key);
  out.texts(terms.columns.names);
  out.number(terms.columns.key_columns);
  out.number(terms.display.size());
  for (const std::size_t column : terms.display) out.number(column);
  out.choice(terms.typing);
  put_types(out, terms.types);
  out.number(terms.tolerances.size());
  for (const auto& tolerance : terms.tolerances) {
    out.flag(tolerance.has_value());
    if (tolerance) put_tolerance(out, *tolerance);
  }
  out.flag(terms.is_json);
  out.flag(terms.key_is_unique);
  out.texts(terms.left_names);
  out.texts(terms.right_names);
  out.choice(terms.left_place);
  out.choice(terms.right_place);
}

// What whoever reads rows by these terms relies on.
void check(FieldReader& in, const Terms& terms) {
  const std::size_t columns = terms.columns.names.size();
  check_columns(in, terms.is_table, columns);
  if (terms.columns.key_columns > columns || (terms.has_key && terms.columns.key_columns == 0)) {
    in.refuse("the number of key columns", terms.columns.key_columns,
              std::string(terms.has_key ? "1" : "0") + " to " + std::to_string(columns));
  }
  check_list(in, "the columns shown", terms.display.size(), columns);
  check_list(in, "the types", terms.types.size(), columns);
  check_list(in, "the tolerances", terms.tolerances.size(), columns);
  check_list(in, "the left names", terms.left_names.size(), columns);
  check_list(in, "the right names", terms.right_names.size(), columns);
  if (terms.typing != Typing::text && terms.types.size() != columns)
    in.refuse("the types are missing, although the typing is not that of text");
  for (const std::size_t column : terms.display) {
    if (column >= columns) in.refuse("a column shown", column, "less than " + std::to_string(columns));
  }
}

void read(FieldReader& in, Terms& terms) {
  terms.is_table = in.flag("whether it is a table");
  terms.is_tree = in.flag("whether it is a folder");
  terms.table = in.text("the name of the table");
  terms.has_key = in.flag("whether there is a key");
  terms.columns.names = in.texts("the columns");
  terms.columns.key_columns = in.number("the number of key columns");
  terms.display.resize(in.count("the columns shown"));
  for (std::size_t& column : terms.display) column = in.number("a column shown");
  terms.typing = in.choice("the typing", Typing::lent);
  terms.types = read_types(in);
  terms.tolerances.resize(in.count("the tolerances"));
  for (auto& tolerance : terms.tolerances) {
    if (in.flag("whether there is a tolerance")) tolerance = read_tolerance(in);
  }
  terms.is_json = in.flag("whether it is JSON");
  terms.key_is_unique = in.flag("whether the key is unique");
  terms.left_names = in.texts("the left names");
  terms.right_names = in.texts("the right names");
  terms.left_place = in.choice("what numbers of left rows mean", rows::RowPlace::none);
  terms.right_place = in.choice("what numbers of right rows mean", rows::RowPlace::none);
  check(in, terms);
}

void put(FieldWriter& out, const Agree& agree) {
  put(out, agree.terms);
  out.choice(agree.side);
  out.choice(agree.scheme.key_form);
  out.number(agree.scheme.key_columns);
  out.number(agree.scheme.key_bytes);
  out.number(agree.scheme.digest_bytes);
  out.choice(agree.hashing.family());
  out.word(agree.hashing.seed().low);
  out.word(agree.hashing.seed().high);
  const RatelessSpec& spec = agree.shape.spec();
  out.choice(spec.form);
  out.number(spec.item_width.value);
  out.choice(spec.arithmetic);
  out.number(spec.check_bits.value);
  out.number(spec.shard_bits.value);
}

ItemScheme read_scheme(FieldReader& in) {
  ItemScheme scheme;
  scheme.key_form = in.choice("the form of keys", ItemScheme::KeyForm::typed);
  const std::uint64_t columns = in.number("the number of key columns of an item");
  const std::uint64_t key_bytes = in.number("the bytes of a key");
  const std::uint64_t digest_bytes = in.number("the bytes of a digest");
  if (columns > kMaxKeyWidth) {
    in.refuse("the number of key columns of an item", columns, "0 to " + std::to_string(kMaxKeyWidth));
  }
  if (key_bytes > kMaxKeyWidth)
    in.refuse("the bytes of a key", key_bytes, "0 to " + std::to_string(kMaxKeyWidth));
  if (digest_bytes != 7 && digest_bytes != 8 && digest_bytes != 14)
    in.refuse("the bytes of a digest", digest_bytes, "7, 8 or 14");
  scheme.key_columns = static_cast<std::uint32_t>(columns);
  scheme.key_bytes = static_cast<std::uint8_t>(key_bytes);
  scheme.digest_bytes = static_cast<std::uint8_t>(digest_bytes);
  return scheme;
}

KeyHasher read_hashing(FieldReader& in) {
  const auto family = in.choice("the hash family", HashFamily::siphash);
  if (family != HashFamily::fast && family != HashFamily::siphash)
    in.refuse("the hash family", static_cast<std::uint64_t>(family), "1 or 2");
  const std::uint64_t low = in.word("the seed");
  const std::uint64_t high = in.word("the seed");
  return {in.failed() ? HashFamily::fast : family, Seed(low, high)};
}

RatelessShape read_shape(FieldReader& in) {
  RatelessSpec spec;
  spec.form = in.choice("the form of the stream", RatelessForm::irregular);
  spec.item_width = ByteWidth(in.number("the width of an item"));
  spec.arithmetic = in.choice("the arithmetic", CellArithmetic::prime_field);
  spec.check_bits = BitWidth(in.number("the bits of a check"));
  spec.shard_bits = BitWidth(in.number("the bits of a shard"));
  const auto shape = RatelessShape::from(spec);
  if (!shape) in.refuse(shape.error().sentence());
  return in.failed() ? *RatelessShape::from({}) : *shape;
}

// Whether rows of the terms have such items, and cells of the shape hold them: whoever makes items of rows
// reads as many cells of a key as the scheme says.
void check(FieldReader& in, const Agree& agree) {
  const ItemScheme& scheme = agree.scheme;
  if (scheme.by_key() ? !agree.terms.has_key || scheme.key_columns != agree.terms.columns.key_columns
                      : scheme.key_columns != 0) {
    in.refuse("the number of key columns of an item", scheme.key_columns,
              scheme.by_key() ? "that of the terms, which have a key" : "0 without a key");
  }
  if (!scheme.by_key() && scheme.key_bytes != 0)
    in.refuse("the bytes of a key", scheme.key_bytes, "0 without a key");
  if (scheme.key_form == ItemScheme::KeyForm::text && agree.terms.typing != Typing::text)
    in.refuse("the form of keys is that of text, and the typing is not");
  const auto items = RowItems::from(scheme, agree.hashing);
  if (!items) {
    in.refuse(items.error().sentence());
  } else if (items->width() != agree.shape.key_width().value) {
    in.refuse("the width of an item", agree.shape.key_width().value, std::to_string(items->width()));
  }
}

Agree read_agree(FieldReader& in) {
  Terms terms;
  read(in, terms);
  const Side side = in.choice("the side", Side::right);
  const ItemScheme scheme = read_scheme(in);
  const KeyHasher hashing = read_hashing(in);
  Agree agree{std::move(terms), side, scheme, hashing, read_shape(in)};
  if (!in.failed()) check(in, agree);
  return agree;
}

void put(FieldWriter& out, const Cells& cells) {
  out.signed_number(cells.totals.net);
  out.number(cells.totals.gross);
  out.word(cells.totals.digest_low);
  out.word(cells.totals.digest_high);
  out.bytes(cells.content);
}

Bytes copied(ByteView bytes) {
  return {bytes.begin(), bytes.end()};
}

void read(FieldReader& in, Cells& cells) {
  cells.totals.net = in.signed_number("the number of items");
  cells.totals.gross = in.number("the total of items");
  cells.totals.digest_low = in.word("the digest");
  cells.totals.digest_high = in.word("the digest");
  cells.content = copied(in.bytes("the block of cells"));
  if (cells.content.empty()) in.refuse("the block of cells has no bytes");
}

void put(FieldWriter& out, const More& more) {
  out.number(more.blocks);
}
void read(FieldReader& in, More& more) {
  more.blocks = in.number("the number of blocks");
}

void put(FieldWriter&, const Enough&) {}
void read(FieldReader&, Enough&) {}

void put(FieldWriter& out, const Resolve& resolve) {
  out.bytes(resolve.items);
}
void read(FieldReader& in, Resolve& resolve) {
  resolve.items = copied(in.bytes("the items"));
}

void put(FieldWriter& out, const Scan& scan) {
  put(out, scan.terms);
  out.choice(scan.side);
}

void read(FieldReader& in, Scan& scan) {
  read(in, scan.terms);
  scan.side = in.choice("the side", Side::right);
}

void put(FieldWriter& out, const Rows& rows) {
  out.number(rows.rows.size());
  for (const Rows::Row& row : rows.rows) {
    out.number(row.index);
    out.number(row.order);
    out.number(row.key_size);
    out.bytes(row.bytes);
    out.bytes(row.spelled);
  }
  out.flag(rows.is_last);
}

void read(FieldReader& in, Rows& rows) {
  for (std::uint64_t left = in.count("the rows", kMaxRowsOfMessage); left > 0 && !in.failed(); --left) {
    Rows::Row row;
    row.index = in.number("the index of a row");
    row.order = in.number("the place of a row");
    row.key_size = in.number("the bytes of a row's key");
    row.bytes = copied(in.bytes("a row"));
    row.spelled = copied(in.bytes("a row as it is spelled"));
    if (row.key_size > row.bytes.size())
      in.refuse("the bytes of a row's key", row.key_size, "at most " + std::to_string(row.bytes.size()));
    rows.rows.push_back(std::move(row));
  }
  rows.is_last = in.flag("whether these are the last rows");
}

void put(FieldWriter& out, const Progress& progress) {
  out.number(progress.done);
  out.optional_number(progress.total);
}

void read(FieldReader& in, Progress& progress) {
  progress.done = in.number("what is done");
  progress.total = in.optional_number("what there is to do");
}

void put(FieldWriter& out, const Refused& refused) {
  out.choice(refused.code);
  out.text(refused.sentence);
}

void read(FieldReader& in, Refused& refused) {
  refused.code = in.choice("the code of a refusal", ErrorCode::cancelled);
  refused.sentence = in.text("the sentence of a refusal");
}

void put(FieldWriter&, const Bye&) {}
void read(FieldReader&, Bye&) {}

void put(FieldWriter& out, const EditTable& edit) {
  put(out, edit.terms);
  put(out, edit.wanted);
}

void read(FieldReader& in, EditTable& edit) {
  read(in, edit.terms);
  read(in, edit.wanted);
}

void put(FieldWriter& out, const Changes::Row& row) {
  out.number(row.order);
  out.number(row.key_size);
  out.bytes(row.bytes);
  out.bytes(row.spelled);
}

void read(FieldReader& in, Changes::Row& row) {
  row.order = in.number("the place of a row");
  row.key_size = in.number("the bytes of a row's key");
  row.bytes = copied(in.bytes("a row"));
  row.spelled = copied(in.bytes("a row as it is spelled"));
  if (row.key_size > row.bytes.size())
    in.refuse("the bytes of a row's key", row.key_size, "at most " + std::to_string(row.bytes.size()));
}

void put(FieldWriter& out, const Changes& changes) {
  out.number(changes.changes.size());
  for (const Changes::One& change : changes.changes) {
    out.choice(change.kind);
    out.number(change.count);
    if (change.kind != Change::Kind::added) put(out, change.left);
    if (change.kind != Change::Kind::removed) put(out, change.right);
  }
}

void read(FieldReader& in, Changes& changes) {
  for (std::uint64_t left = in.count("the changes", kMaxRowsOfMessage); left > 0 && !in.failed(); --left) {
    Changes::One change;
    change.kind = in.choice("the kind of a change", Change::Kind::added);
    change.count = in.number("how often a row is there");
    if (change.count == 0 || (change.kind == Change::Kind::changed && change.count != 1))
      in.refuse("how often a row is there", change.count, change.count == 0 ? "1 or more" : "1, if changed");
    if (change.kind != Change::Kind::added) read(in, change.left);
    if (change.kind != Change::Kind::removed) read(in, change.right);
    changes.changes.push_back(std::move(change));
  }
}

void put(FieldWriter& out, const PlanEdit& plan) {
  out.number(plan.changes);
}
void read(FieldReader& in, PlanEdit& plan) {
  plan.changes = in.number("the number of changes");
}

void put(FieldWriter& out, const Planned& planned) {
  out.texts(planned.notes.sentences);
  out.texts(planned.notes.triggers);
  out.texts(planned.notes.converting);
}

void read(FieldReader& in, Planned& planned) {
  planned.notes.sentences = in.texts("the notes");
  planned.notes.triggers = in.texts("the triggers");
  planned.notes.converting = in.texts("the columns that convert");
}

void put(FieldWriter&, const Apply&) {}
void read(FieldReader&, Apply&) {}
void put(FieldWriter&, const Applied&) {}
void read(FieldReader&, Applied&) {}

template <std::size_t at = 0>
Message read_type(FieldReader& in, std::size_t type) {
  if constexpr (at == std::variant_size_v<Message>) {
    in.refuse("the type of a message", type, "1 to " + std::to_string(at));
    return Bye();
  } else {
    if (type != at + 1) return read_type<at + 1>(in, type);
    using Type = std::variant_alternative_t<at, Message>;
    if constexpr (std::is_same_v<Type, Agree>) {
      return read_agree(in);
    } else {
      Type message;
      read(in, message);
      return message;
    }
  }
}

Result<void> check_kind(wire::Kind kind) {
  if (kind == wire::Kind::message) return {};
  return failure(ErrorCode::malformed, "an envelope of the kind " + std::string(wire::name_of(kind)) +
                                           " came where a message should");
}

}  // namespace

std::string_view name_of(const Message& message) {
  return kNames[message.index()];
}

Bytes encode(const Message& message) {
  FieldWriter out;
  std::visit([&out](const auto& content) { put(out, content); }, message);
  const std::array<std::byte, 1> type = {static_cast<std::byte>(message.index() + 1)};
  const Bytes payload = out.take();
  return wire::seal(
      {.kind = wire::Kind::message, .hash_family = HashFamily::fast, .shape = type, .payload = payload});
}

Result<Message> decode(ByteView bytes) {
  const auto envelope = wire::open(bytes);
  if (!envelope) return failure(envelope.error());
  if (auto checked = check_kind(envelope->kind); !checked) return failure(checked.error());
  if (envelope->hash_family != HashFamily::fast || envelope->seed != Seed() || envelope->shape.size() != 1)
    return failure(ErrorCode::malformed, "a message has a seed, or no type of one byte");
  FieldReader in(envelope->payload);
  const auto type = std::to_integer<std::size_t>(envelope->shape.front());
  Message message = read_type(in, type);
  if (auto read = in.end(); !read) {
    const std::string name(type >= 1 && type <= kNames.size() ? kNames[type - 1] : "unknown");
    return failure(ErrorCode::malformed, "a message of the type " + name + ": " + read.error().sentence());
  }
  return message;
}

Result<std::optional<Message>> MessageReader::next() {
  const ByteView unread = this->unread();
  // What cannot become a message is refused before more of it comes.
  if (unread.size() < wire::kEnvelopeHeaderBytes) {
    if (unread.size() >= 5 && !wire::begins_like_envelope(unread))
      return failure(wire::declared_size(unread).error());
    return std::optional<Message>();
  }
  const auto kind = wire::declared_kind(unread);
  if (!kind) return failure(kind.error());
  if (auto checked = check_kind(*kind); !checked) return failure(checked.error());
  const auto size = wire::declared_size(unread);
  if (!size) return failure(size.error());
  if (*size > most_bytes_) {
    return failure(ErrorCode::limit_exceeded, "a message has " + std::to_string(*size) +
                                                  " bytes; accepted are at most " +
                                                  std::to_string(most_bytes_));
  }
  if (unread.size() < *size) return std::optional<Message>();
  auto message = decode(unread.first(*size));
  if (!message) return failure(message.error());
  used_ += *size;
  if (2 * used_ >= waiting_.size()) {
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ = 0;
  }
  return std::optional(std::move(*message));
}

}  // namespace peel::reconcile::session
