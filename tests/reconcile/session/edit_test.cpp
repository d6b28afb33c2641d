// Changes that one side has the other one make.
#include "peel/reconcile/kept_changes.hpp"
#include "peel/reconcile/session/peer_endpoint.hpp"

#include "reconcile/fake_edit.hpp"
#include "reconcile/fake_spill.hpp"
#include "reconcile/session/asked_responder.hpp"

#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace peel::reconcile::session {
namespace {

using test::AskedResponder;
using test::EditLog;
using test::id_range;
using test::id_table;
using test::id_terms;
using testing::ElementsAre;
using testing::HasSubstr;

AskedResponder::Make edited(EditLog& log) {
  return [&log]() -> Result<std::unique_ptr<Endpoint>> {
    return std::make_unique<test::EditedRows>(id_table("TABLE", id_range(0, 20)), log);
  };
}

// A peer at the other end of a call.
class CalledPeer : public Channel {
 public:
  explicit CalledPeer(AskedResponder::Make make) : asked_(std::move(make)) {}

  Result<void> send(ByteView bytes) override {
    (void)asked_.responder.receive(bytes);
    for (const Message& answer : std::exchange(asked_.heard, {})) waiting_.push_back(encode(answer));
    return {};
  }
  Result<Bytes> receive(const Watch&) override {
    if (waiting_.empty()) return Bytes();
    Bytes bytes = std::move(waiting_.front());
    waiting_.pop_front();
    return bytes;
  }

 private:
  AskedResponder asked_;
  std::deque<Bytes> waiting_;
};

struct FarEdit {
  explicit FarEdit(AskedResponder::Make make) : peer(std::move(make)) {
    EXPECT_TRUE(connection->greet("test"));
    auto opened = PeerEndpoint::open(connection, "FAR", {}, watch);
    EXPECT_TRUE(opened);
    endpoint = std::move(*opened);
    edit = *endpoint->edit({std::uint64_t{1} << 20, spill});
  }

  Watch watch;
  test::FakeSpill spill;
  CalledPeer peer;
  std::shared_ptr<Connection> connection = std::make_shared<Connection>(peer, "there");
  std::unique_ptr<PeerEndpoint> endpoint;
  std::unique_ptr<Edit> edit;
};

// A row of id_terms in canonical bytes.
struct MadeRow {
  MadeRow(const std::string& id, const std::string& value) {
    for (const std::string* const cell : {&id, &value}) {
      bytes += 't';
      bytes += static_cast<char>(cell->size());
      bytes += *cell;
    }
    key_size = id.size() + 2;
  }
  KnownRow known(RowOrder order) const { return KnownRow::whole({as_bytes(bytes), key_size}, order); }

  std::string bytes;
  std::size_t key_size;
};

TEST(PeerEdit, IsHeardAsItWasSaid) {
  EditLog log{.notes = {{"mind the gap"}, {"trigger"}, {"column v"}}};
  FarEdit far(edited(log));
  const Terms terms = id_terms();
  const auto sink = far.edit->begin(terms, {.is_table = true, .columns = {"id", "value"}});
  ASSERT_TRUE(sink);
  const MadeRow one("1", "x"), other("1", "y");
  ASSERT_TRUE((*sink)->take({.kind = Change::Kind::changed, .left = one.known(2), .right = other.known(7)}));
  ASSERT_TRUE((*sink)->take({.kind = Change::Kind::removed, .left = one.known(9), .count = 3}));
  ASSERT_TRUE((*sink)->take({.kind = Change::Kind::added, .right = other.known(1)}));
  EXPECT_TRUE(log.said.empty());
  const auto notes = far.edit->plan(far.watch);
  ASSERT_TRUE(notes) << notes.error().sentence();
  EXPECT_THAT(notes->sentences, ElementsAre("mind the gap"));
  EXPECT_THAT(notes->triggers, ElementsAre("trigger"));
  EXPECT_THAT(notes->converting, ElementsAre("column v"));
  EXPECT_TRUE(far.edit->apply(far.watch));
  const std::string x = one.bytes, y = other.bytes;
  EXPECT_THAT(log.said, ElementsAre("begin  of 2", "changed 1: 2/3/" + x + " 7/3/" + y,
                                    "removed 3: 9/3/" + x + " ", "added 1:  1/3/" + y, "plan", "apply"));
}

TEST(PeerEdit, OfMoreThanAMessageHoldsIsSentInSeveral) {
  EditLog log;
  FarEdit far(edited(log));
  const Terms terms = id_terms();
  const auto sink = far.edit->begin(terms, {});
  ASSERT_TRUE(sink);
  for (int i = 0; i < 3000; ++i) {
    const MadeRow row(std::to_string(i), std::string(100, 'x'));
    ASSERT_TRUE((*sink)->take({.kind = Change::Kind::added, .right = row.known(1)}));
  }
  ASSERT_TRUE(far.edit->plan(far.watch));
  EXPECT_EQ(log.said.size(), 3002U);
}

TEST(PeerEdit, EndsWithTheSentenceOfWhoeverCouldNotMakeIt) {
  EditLog log{.trouble = Error(ErrorCode::io, "the file has changed")};
  FarEdit far(edited(log));
  const Terms terms = id_terms();
  ASSERT_TRUE(far.edit->begin(terms, {}));
  ASSERT_TRUE(far.edit->plan(far.watch));
  const auto applied = far.edit->apply(far.watch);
  ASSERT_FALSE(applied);
  EXPECT_THAT(applied.error().sentence(), HasSubstr("there: the file has changed"));
}

TEST(PeerEdit, IsRefusedWhereNothingMayBeWritten) {
  FarEdit far([] { return AskedResponder::of(id_table("TABLE", id_range(0, 20))); });
  const Terms terms = id_terms();
  ASSERT_TRUE(far.edit->begin(terms, {}));
  const auto notes = far.edit->plan(far.watch);
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(notes.error().sentence(), "there: TABLE may only be read");
}

TEST(PeerEdit, LeavesTheSourceToBeOpenedAgain) {
  EditLog log;
  FarEdit far(edited(log));
  const Terms terms = id_terms();
  ASSERT_TRUE(far.edit->begin(terms, {}));
  ASSERT_TRUE(far.edit->plan(far.watch));
  ASSERT_TRUE(far.edit->apply(far.watch));
  const auto again = far.endpoint->again(far.watch);
  ASSERT_TRUE(again) << again.error().sentence();
  EXPECT_EQ((*again)->schema().columns.size(), 2U);
}

Changes one_change(Change::Kind kind, const MadeRow& row, std::uint64_t key_size) {
  Changes::One one{.kind = kind};
  const ByteView bytes = as_bytes(row.bytes);
  (kind == Change::Kind::added ? one.right : one.left) = {1, key_size, Bytes(bytes.begin(), bytes.end()), {}};
  return {.changes = {std::move(one)}};
}

TEST(Responder, RefusesAChangeOfARowThatTheTermsDoNotHave) {
  const MadeRow row("1", "x");
  MadeRow number("1", "x");
  number.bytes[0] = 'i';
  MadeRow cut("1", "x");
  cut.bytes.pop_back();
  for (const auto& [made, key_size] : {std::pair(row, 2U), std::pair(row, 6U), std::pair(number, 3U),
                                       std::pair(cut, 3U), std::pair(row, 0U)}) {
    EditLog log;
    AskedResponder asked(edited(log));
    asked.greet_and_open();
    ASSERT_TRUE(asked.say(EditTable{.terms = id_terms()}));
    EXPECT_FALSE(asked.say(one_change(Change::Kind::added, made, key_size)));
    EXPECT_EQ(asked.refusal(), "a change is of a row that the terms do not have");
    EXPECT_THAT(log.said, ElementsAre("begin  of 0"));
  }
}

TEST(Responder, RefusesAnEditOfLinesForATable) {
  EditLog log;
  AskedResponder asked(edited(log));
  asked.greet_and_open();
  EXPECT_FALSE(asked.say(EditTable{}));
  EXPECT_EQ(asked.refusal(), "TABLE is a table, and the terms are of lines");
}

TEST(Responder, RefusesToPlanWhereChangesAreMissing) {
  EditLog log;
  AskedResponder asked(edited(log));
  asked.greet_and_open();
  ASSERT_TRUE(asked.say(EditTable{.terms = id_terms()}));
  ASSERT_TRUE(asked.say(one_change(Change::Kind::added, MadeRow("1", "x"), 3)));
  EXPECT_FALSE(asked.say(PlanEdit{2}));
  EXPECT_EQ(asked.refusal(), "there should be 2 changes, and 1 have come");
}

TEST(SessionMessage, RefusesAChangeThatIsNone) {
  const MadeRow row("1", "x");
  Changes none = one_change(Change::Kind::removed, row, 3);
  none.changes.front().count = 0;
  EXPECT_FALSE(decode(encode(none)));
  Changes twice = one_change(Change::Kind::removed, row, 3);
  twice.changes.front().kind = Change::Kind::changed;
  twice.changes.front().right = twice.changes.front().left;
  EXPECT_TRUE(decode(encode(twice)));
  twice.changes.front().count = 2;
  EXPECT_FALSE(decode(encode(twice)));
  EXPECT_FALSE(decode(encode(one_change(Change::Kind::moved, row, 3))));
}

}  // namespace
}  // namespace peel::reconcile::session
