// The messages of a session: two peers, each with a data set of its own, find what differs between them.
//
//   who asks                            who answers
//   hello, open           ->
//                         <-            hello, describe
//   agree                 ->            (both read their rows now)
//                         <-            cells, cells, ...
//   more, more, ...       ->            (in flight: at most as much as was acknowledged, and 14 KiB)
//   enough, resolve       ->
//                         <-            rows, rows, ...
//   bye                   ->
//
// Before it says goodbye, whoever asks may have changes made to the source, if that is allowed there:
//
//   edit, changes, plan   ->
//                         <-            planned
//   apply                 ->
//                         <-            applied
//
// Each is an envelope of kind 15. docs/protocol.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/error.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/rateless_cells.hpp"
#include "peel/invertible/rateless_shape.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/item_scheme.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/rows/row_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace peel::reconcile::session {

// The versions of the protocol that this code speaks.
inline constexpr std::uint8_t kOldestVersion = 1;
inline constexpr std::uint8_t kNewestVersion = 1;

// The longest message that is read; a row has to fit into one. Nobody may ask for shorter ones than the
// least: a refusal always fits.
inline constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 26;
inline constexpr std::uint64_t kLeastMessageBytes = std::uint64_t{1} << 16;
// Entries of a list of names, types, settings or the like: a few bytes could else ask for much memory.
inline constexpr std::uint64_t kMaxListEntries = 65'535;
inline constexpr std::uint64_t kMaxRowsOfMessage = 65'536;

// Who speaks, and what it understands. The first message of both.
struct Hello {
  std::uint8_t oldest = kOldestVersion;
  std::uint8_t newest = kNewestVersion;
  std::uint64_t most_message_bytes = kMaxMessageBytes;
  std::string program = {};  // for people: "peel 0.1.0"
};

// Please open this source. The settings say how it is read; whoever opens sources knows their names.
struct Open {
  std::string source = {};
  Side side = Side::left;
  TermsRequest request = {};
  std::vector<std::pair<std::string, std::string>> settings = {};
};

// The source is open, and this is what it is.
struct Describe {
  rows::Schema schema = {};
  rows::RowPlace place = rows::RowPlace::none;
  std::optional<std::uint64_t> bytes = {};  // that reading it will take, if that is known
};

// What is compared, and what the cells are. Whoever hears it begins to read, and sends cells.
struct Agree {
  Terms terms = {};
  Side side = Side::left;  // of whoever hears this
  ItemScheme scheme = {};
  KeyHasher hashing;
  RatelessShape shape;
};

// One block of cells; they come in order. The range follows from the cells before.
struct Cells {
  RatelessTotals totals = {};
  Bytes content = {};  // docs/formats/rateless.md, "Blocks"
};

// Bytes of blocks of cells that are sent before any of them is acknowledged: enough for 600 differing rows,
// so that a round trip does for them.
inline constexpr std::uint64_t kFirstWindow = 14'336;

// So many blocks have come in all, and more are wanted.
struct More {
  std::uint64_t blocks = 0;
};

// No more cells are wanted.
struct Enough {};

// Please send the rows that have one of these items.
struct Resolve {
  Bytes items = {};  // one behind the other
};

// Please send all rows.
struct Scan {
  Terms terms = {};
  Side side = Side::left;
};

// Rows in the order of the source. An answer has as many of these as it takes; `is_last` ends it.
struct Rows {
  struct Row {
    std::uint64_t index = 0;  // among the items asked for; of all rows, its number
    RowOrder order = 0;
    std::uint64_t key_size = 0;
    Bytes bytes = {};
    Bytes spelled = {};
  };
  std::vector<Row> rows = {};
  bool is_last = false;
};

// How far reading is. May come before any answer.
struct Progress {
  std::uint64_t done = 0;                   // bytes
  std::optional<std::uint64_t> total = {};  // what it will be at the end
};

// What was asked for is not done, and the session is over.
struct Refused {
  ErrorCode code = ErrorCode::unsupported;
  std::string sentence = {};
};

// Nothing more is asked for.
struct Bye {};

// Changes of the source follow, which is the left side of the terms.
struct EditTable {
  Terms terms = {};
  rows::Schema wanted = {};  // of the other side
};

struct Changes {
  struct Row {
    RowOrder order = 0;
    std::uint64_t key_size = 0;
    Bytes bytes = {};
    Bytes spelled = {};

    KnownRow known() const { return KnownRow::whole({bytes, key_size, spelled}, order); }
  };
  struct One {
    Change::Kind kind = Change::Kind::removed;  // or changed, or added
    std::uint64_t count = 1;
    Row left = {};   // empty if added
    Row right = {};  // empty if removed
  };
  std::vector<One> changes = {};
};

// All changes have come, so many of them. Whoever hears this closes the source, and looks at what is to be
// done.
struct PlanEdit {
  std::uint64_t changes = 0;
};

struct Planned {
  EditNotes notes = {};
};

// Please make the changes.
struct Apply {};

// They are made. The source has to be opened again to be read.
struct Applied {};

using Message = std::variant<Hello, Open, Describe, Agree, Cells, More, Enough, Resolve, Scan, Rows, Progress,
                             Refused, Bye, EditTable, Changes, PlanEdit, Planned, Apply, Applied>;

// "hello", "open", ...
std::string_view name_of(const Message& message);

// The whole envelope.
Bytes encode(const Message& message);

// Fails with `malformed` unless encode() would make these bytes of some message that keeps what is promised
// of its parts, and with `unsupported` for messages of other versions.
Result<Message> decode(ByteView bytes);

// Cuts a stream of bytes into messages.
class MessageReader {
 public:
  explicit MessageReader(std::uint64_t most_bytes = kMaxMessageBytes) : most_bytes_(most_bytes) {}

  void receive(ByteView bytes) { waiting_.insert(waiting_.end(), bytes.begin(), bytes.end()); }
  // The next message; none if its end has not come yet. Fails like decode(), and with `limit_exceeded` for a
  // message that is too long; a reader that has failed is of no further use.
  Result<std::optional<Message>> next();
  // Bytes of a message whose end has not come.
  ByteView unread() const { return ByteView(waiting_).subspan(used_); }

 private:
  std::uint64_t most_bytes_;
  Bytes waiting_;
  std::size_t used_ = 0;  // of `waiting_`
};

}  // namespace peel::reconcile::session
