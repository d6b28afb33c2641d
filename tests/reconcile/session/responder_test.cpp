// The side that answers: whatever is said to it, and whenever, ends in an answer or in a refusal.
#include "peel/reconcile/session/responder.hpp"

#include "peel/reconcile/row_reader.hpp"

#include "reconcile/fake_edit.hpp"
#include "reconcile/session/asked_responder.hpp"
#include "reconcile/session/random_messages.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace peel::reconcile::session {
namespace {

using test::AskedResponder;
using test::fake_lines;
using test::id_range;
using test::id_table;
using test::id_terms;
using test::live_agreement;
using testing::HasSubstr;

// One of each type, as an honest side would say it to a table of 20 rows of which block 0 was sent.
std::vector<Message> one_of_each_type() {
  return {Hello(),
          Open(),
          Describe(),
          live_agreement(id_terms()),
          Cells(),
          More{1},
          Enough(),
          Resolve(),
          Scan{.terms = id_terms()},
          Rows(),
          Progress(),
          Refused(),
          Bye(),
          EditTable{.terms = id_terms()},
          Changes(),
          PlanEdit(),
          Planned(),
          Apply(),
          Applied()};
}

// What was said before, and which types may come next.
struct Stage {
  const char* name;
  std::vector<Message> said;
  std::set<std::string> due;
};

std::vector<Stage> stages() {
  const Message agree = live_agreement(id_terms());
  const Message edit = EditTable{.terms = id_terms()};
  return {
      {"strange", {}, {"hello"}},
      {"greeted", {Hello()}, {"open", "bye"}},
      {"open", {Hello(), Open()}, {"open", "agree", "scan", "edit", "bye"}},
      {"streaming", {Hello(), Open(), agree}, {"open", "more", "enough", "resolve", "scan", "edit", "bye"}},
      {"settled", {Hello(), Open(), agree, Enough()}, {"open", "resolve", "scan", "edit", "bye"}},
      {"resolved", {Hello(), Open(), agree, Enough(), Resolve()}, {"open", "resolve", "scan", "edit", "bye"}},
      {"scanned", {Hello(), Open(), Scan{.terms = id_terms()}}, {"open", "agree", "scan", "edit", "bye"}},
      {"open again", {Hello(), Open(), agree, Open()}, {"open", "agree", "scan", "edit", "bye"}},
      {"editing", {Hello(), Open(), edit}, {"open", "edit", "changes", "plan", "bye"}},
      {"editing more", {Hello(), Open(), edit, Changes(), edit}, {"open", "edit", "changes", "plan", "bye"}},
      {"planned", {Hello(), Open(), edit, PlanEdit()}, {"open", "apply", "bye"}},
      {"applied", {Hello(), Open(), edit, PlanEdit(), Apply()}, {"open", "bye"}},
      {"open to be edited again", {Hello(), Open(), edit, Open()}, {"open", "agree", "scan", "edit", "bye"}},
  };
}

Result<std::unique_ptr<Endpoint>> editable(test::EditLog& log) {
  return std::make_unique<test::EditedRows>(id_table("TABLE", id_range(0, 20)), log);
}

TEST(Responder, RefusesEveryMessageThatIsNotDue) {
  for (const Stage& stage : stages()) {
    for (const Message& message : one_of_each_type()) {
      SCOPED_TRACE(std::string(stage.name) + ": " + std::string(name_of(message)));
      test::EditLog log;
      AskedResponder asked([&log] { return editable(log); });
      for (const Message& said : stage.said) ASSERT_TRUE(asked.say(said));
      const auto answered = asked.say(message);
      if (stage.due.contains(std::string(name_of(message)))) {
        EXPECT_TRUE(answered) << answered.error().sentence();
        EXPECT_EQ(asked.refusal(), "");
        continue;
      }
      ASSERT_FALSE(answered);
      EXPECT_FALSE(answered.error().sentence().empty());
      EXPECT_EQ(asked.refusal(), answered.error().sentence());
      EXPECT_TRUE(asked.responder.is_over());
    }
  }
}

TEST(Responder, AnswersNothingOnceTheSessionIsOver) {
  for (const Message& last : {Message(Bye()), Message(Progress())}) {
    AskedResponder asked(id_range(0, 20));
    ASSERT_TRUE(asked.say(Hello()));
    (void)asked.say(last);
    const std::size_t heard = asked.heard.size();
    for (const Message& message : one_of_each_type()) EXPECT_TRUE(asked.say(message));
    EXPECT_EQ(asked.heard.size(), heard);
    EXPECT_TRUE(asked.responder.end());
  }
}

TEST(Responder, SaysWhichMessageWasNotDue) {
  AskedResponder asked(id_range(0, 20));
  (void)asked.say(Hello());
  (void)asked.say(Hello());
  EXPECT_EQ(asked.refusal(), "a message of the type hello came where another was due");
}

TEST(Responder, RefusesASecondAgreementAboutOneSource) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  EXPECT_FALSE(asked.say(live_agreement(id_terms())));
  EXPECT_THAT(asked.refusal(), HasSubstr("a second agreement about one source"));
}

TEST(Responder, RefusesToResolveBeforeItemsWereAgreed) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  EXPECT_FALSE(asked.say(Resolve()));
  EXPECT_EQ(asked.refusal(), "rows are asked for before anything was agreed");
}

TEST(Responder, RefusesVersionsThatItDoesNotSpeak) {
  AskedResponder asked(id_range(0, 20));
  EXPECT_FALSE(asked.say(Hello{.oldest = 2, .newest = 3}));
  EXPECT_EQ(asked.refusal(),
            "the other side speaks versions 2 to 3 of the protocol, and here it is version 1; update the "
            "older one");
  EXPECT_EQ(asked.answers<Refused>().front().code, ErrorCode::unsupported);
  EXPECT_TRUE(asked.responder.is_over());
}

TEST(Responder, RefusesAnAcknowledgementOfBlocksThatWereNeverSent) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  const std::size_t sent = asked.answers<Cells>().size();
  EXPECT_FALSE(asked.say(More{sent + 1}));
  EXPECT_EQ(asked.refusal(), std::to_string(sent + 1) +
                                 " blocks of cells are acknowledged; accepted is 0 to " +
                                 std::to_string(sent));
}

TEST(Responder, RefusesAnAcknowledgementThatTakesOneBack) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  EXPECT_TRUE(asked.say(More{1}));
  EXPECT_FALSE(asked.say(More{0}));
  EXPECT_THAT(asked.refusal(), HasSubstr("0 blocks of cells are acknowledged; accepted is 1 to "));
}

TEST(Responder, RefusesItemsOfAnotherLength) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  EXPECT_FALSE(asked.say(Resolve{Bytes(15)}));
  EXPECT_EQ(asked.refusal(), "15 bytes of items, of which each has 7");
}

TEST(Responder, RefusesAnItemThatIsAskedForTwice) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  EXPECT_FALSE(asked.say(Resolve{Bytes(14)}));  // of which both are zeros
  EXPECT_EQ(asked.refusal(), "an item is asked for twice; accepted is each once");
}

TEST(Responder, RefusesTermsOfColumnsThatTheSourceLacks) {
  Terms terms = id_terms();
  terms.columns.names[1] = "price";
  for (const Message& message : {Message(live_agreement(terms)), Message(Scan{.terms = terms})}) {
    AskedResponder asked(id_range(0, 20));
    asked.greet_and_open();
    EXPECT_FALSE(asked.say(message));
    EXPECT_EQ(asked.refusal(), "TABLE has no column price; its columns are id, value");
  }
}

TEST(Responder, RefusesTermsOfATableForLines) {
  for (const Message& message : {Message(live_agreement(id_terms())), Message(Scan{.terms = id_terms()})}) {
    AskedResponder asked([] { return AskedResponder::of(fake_lines("LINES", {"a", "b"})); });
    asked.greet_and_open();
    EXPECT_FALSE(asked.say(message));
    EXPECT_EQ(asked.refusal(), "LINES is read as lines, and the terms are of a table");
  }
}

TEST(Responder, RefusesTermsOfLinesForATable) {
  for (const Message& message : {Message(live_agreement({})), Message(Scan())}) {
    AskedResponder asked(id_range(0, 20));
    asked.greet_and_open();
    EXPECT_FALSE(asked.say(message));
    EXPECT_EQ(asked.refusal(), "TABLE is a table, and the terms are of lines");
  }
}

TEST(Responder, RefusesCellsThatExceedItsMemory) {
  AskedResponder asked([] { return AskedResponder::of(id_table("TABLE", id_range(0, 20))); },
                       std::uint64_t{1} << 20);
  asked.greet_and_open();
  Agree agree = live_agreement(id_terms());
  RatelessSpec spec = agree.shape.spec();
  spec.shard_bits = BitWidth(12);
  agree.shape = *RatelessShape::from(spec);
  EXPECT_FALSE(asked.say(agree));
  EXPECT_EQ(asked.refusal(),
            "a block of cells takes 25165824 bytes of memory, of which 1048576 are allowed here; ask for "
            "fewer shards");
}

TEST(Responder, RefusesBytesThatAreNoMessage) {
  AskedResponder asked(id_range(0, 20));
  EXPECT_FALSE(asked.responder.receive(as_bytes("GET / HTTP/1.1\r\n")));
  EXPECT_THAT(asked.refusal(), HasSubstr("not a peel file"));
  EXPECT_TRUE(asked.responder.is_over());
}

TEST(Responder, TellsWhyASourceCannotBeOpened) {
  AskedResponder asked(
      []() -> Result<std::unique_ptr<Endpoint>> { return failure(ErrorCode::io, "cannot read data.csv"); });
  ASSERT_TRUE(asked.say(Hello()));
  EXPECT_FALSE(asked.say(Open()));
  EXPECT_EQ(asked.refusal(), "cannot read data.csv");
  EXPECT_EQ(asked.answers<Refused>().front().code, ErrorCode::io);
}

TEST(Responder, CutsASentenceThatNoMessageHasRoomFor) {
  AskedResponder asked([]() -> Result<std::unique_ptr<Endpoint>> {
    return failure(ErrorCode::io, std::string(100'000, 'x'));
  });
  ASSERT_TRUE(asked.say(Hello{.most_message_bytes = kLeastMessageBytes}));
  EXPECT_FALSE(asked.say(Open()));
  EXPECT_EQ(asked.refusal(), std::string(4096, 'x'));
}

TEST(Responder, RefusesARowThatIsTooLongForItsPeer) {
  AskedResponder asked({{1, std::string(70'000, 'x')}});
  ASSERT_TRUE(asked.say(Hello{.most_message_bytes = kLeastMessageBytes}));
  ASSERT_TRUE(asked.say(Open()));
  EXPECT_FALSE(asked.say(Scan{.terms = id_terms()}));
  EXPECT_THAT(asked.refusal(), HasSubstr("a row is too long to be sent"));
  EXPECT_THAT(asked.refusal(), HasSubstr("where at most 65536 are read"));
}

TEST(Responder, EndsQuietlyWhenItsPeerHasGone) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  asked.has_gone = true;
  const auto answered = asked.say(live_agreement(id_terms()));
  ASSERT_FALSE(answered);
  EXPECT_EQ(answered.error().sentence(), "nobody hears this");
  EXPECT_TRUE(asked.responder.is_over());
}

TEST(Responder, FailsWhenItsPeerClosesInTheMiddle) {
  AskedResponder asked(id_range(0, 20));
  EXPECT_TRUE(asked.responder.end()) << "nothing was said yet";
  ASSERT_TRUE(asked.say(Hello()));
  EXPECT_FALSE(asked.responder.end());
  EXPECT_TRUE(asked.responder.is_over());
}

// All rows of the answers to one question.
std::vector<Rows::Row> rows_of(const AskedResponder& asked) {
  std::vector<Rows::Row> rows;
  const auto answers = asked.answers<Rows>();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].is_last, i + 1 == answers.size());
    rows.insert(rows.end(), answers[i].rows.begin(), answers[i].rows.end());
  }
  return rows;
}

TEST(Responder, SendsAllRowsInMessagesThatCanBeRead) {
  // Empty lines: of each, a message has its index, its place and three lengths.
  const std::size_t lines = 3 * kMaxRowsOfMessage;
  AskedResponder asked([] {
    return AskedResponder::of(fake_lines("LINES", std::vector<std::string>(3 * kMaxRowsOfMessage)));
  });
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(Scan()));  // whose answers the test decodes
  const auto rows = rows_of(asked);
  ASSERT_EQ(rows.size(), lines);
  for (std::size_t i = 0; i < lines; ++i) EXPECT_EQ(rows[i].index, i);
}

TEST(Responder, SendsTheRowsBehindItems) {
  AskedResponder asked(id_range(0, 20));
  asked.greet_and_open();
  const Agree agree = live_agreement(id_terms());
  EXPECT_TRUE(asked.say(agree));
  EXPECT_TRUE(asked.say(Enough()));
  const auto items = RowItems::from(agree.scheme, agree.hashing);
  const auto source = id_table("TABLE", {{99, "x"}, {7, "x"}});  // of which it has the second
  auto reader = RowReader::of(*source, agree.terms, Side::right);
  Resolve resolve;
  Watch watch;
  const auto add = [&](const rows::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Bytes item(items->width());
      items->write(reader->row(batch, i), item.data());
      resolve.items.insert(resolve.items.end(), item.begin(), item.end());
    }
    return {};
  };
  ASSERT_TRUE(reader->read(add, watch));
  EXPECT_TRUE(asked.say(resolve));
  const auto rows = rows_of(asked);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].index, 1U);
  EXPECT_EQ(rows[0].order, 8U);
  EXPECT_EQ(as_text(rows[0].bytes),
            "t\x01"
            "7t\x01x");
}

TEST(Responder, SendsTheSameCellsWhateverWasReadBefore) {
  const auto cells_after = [](const std::vector<Message>& said) {
    AskedResponder asked(id_range(0, 20));
    asked.greet_and_open();
    for (const Message& message : said) EXPECT_TRUE(asked.say(message));
    EXPECT_TRUE(asked.say(live_agreement(id_terms())));
    std::vector<Bytes> cells;
    for (const Cells& block : asked.answers<Cells>()) cells.push_back(encode(block));
    return cells;
  };
  EXPECT_EQ(cells_after({}), cells_after({Scan{.terms = id_terms()}}));
}

// Blocks that were sent and acknowledged, as whoever asks counts them.
struct Window {
  std::vector<std::uint64_t> sizes;  // of the contents of blocks
  std::size_t acknowledged = 0;

  std::uint64_t bytes(std::size_t from, std::size_t to) const {
    std::uint64_t bytes = 0;
    for (std::size_t i = from; i < to; ++i) bytes += sizes[i];
    return bytes;
  }
  std::uint64_t in_flight() const { return bytes(acknowledged, sizes.size()); }
  bool is_kept() const {
    return acknowledged + 1 == sizes.size() ||
           in_flight() <= std::max<std::uint64_t>(kFirstWindow, bytes(0, acknowledged));
  }
};

TEST(Responder, NeverHasMoreInFlightThanItsWindowAllows) {
  test::Random random;
  for (int round = 0; round < test::rounds(10); ++round) {
    AskedResponder asked(id_range(0, 1 + random.below(1'000)));
    asked.greet_and_open();
    Agree agree = live_agreement(id_terms());
    if (random.below(3) == 0) {  // blocks that are larger than the first window
      agree.scheme.digest_bytes = 14;
      agree.shape = *RatelessShape::from({.item_width = ByteWidth(14),
                                          .arithmetic = CellArithmetic::prime_field,
                                          .shard_bits = BitWidth(3)});
    }
    EXPECT_TRUE(asked.say(agree));
    Window window;
    for (int step = 0; step < 7; ++step) {
      window.sizes.clear();
      for (const Cells& block : asked.answers<Cells>()) window.sizes.push_back(block.content.size());
      EXPECT_TRUE(window.is_kept()) << window.in_flight() << " bytes in flight";
      EXPECT_LT(window.acknowledged, window.sizes.size()) << "whoever waits for a block gets one";
      window.acknowledged += random.below(window.sizes.size() - window.acknowledged + 1);
      EXPECT_TRUE(asked.say(More{window.acknowledged}));
    }
  }
}

TEST(Responder, SendsAsManyBlocksAsTheWindowAllows) {
  AskedResponder asked(id_range(0, 3'000));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  Window window;
  for (const Cells& block : asked.answers<Cells>()) window.sizes.push_back(block.content.size());
  EXPECT_LE(window.in_flight(), kFirstWindow);
  EXPECT_GT(window.in_flight() + 2 * window.sizes.back(), kFirstWindow);
}

TEST(Responder, SendsFewCellsOfFewRowsUntilMoreAreWanted) {
  AskedResponder asked(id_range(0, 3));
  asked.greet_and_open();
  EXPECT_TRUE(asked.say(live_agreement(id_terms())));
  EXPECT_EQ(asked.answers<Cells>().size(), 1U);
  EXPECT_TRUE(asked.say(More{1}));
  EXPECT_GT(asked.answers<Cells>().size(), 10U);
}

TEST(Responder, OutlivesAnyMessagesInAnyOrder) {
  test::Random random;
  test::RandomMessages messages(random);
  for (int round = 0; round < test::rounds(300); ++round) {
    AskedResponder asked(id_range(0, random.below(30)));
    const std::vector<Message> honest = one_of_each_type();
    const std::size_t begin = random.below(4);
    for (const std::size_t type : {0U, 1U, 3U}) {
      if (asked.heard.size() < begin) (void)asked.say(honest[type]);
    }
    for (int step = 0; step < 20 && !asked.responder.is_over(); ++step) {
      const std::size_t type = random.below(honest.size());
      const auto answered = asked.say(random.below(4) == 0 ? messages.message(type) : honest[type]);
      if (!answered) {
        EXPECT_EQ(asked.refusal(), answered.error().sentence());
        EXPECT_TRUE(asked.responder.is_over());
      }
    }
  }
}

}  // namespace
}  // namespace peel::reconcile::session
