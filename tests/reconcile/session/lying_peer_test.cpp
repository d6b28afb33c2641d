// The side that asks, and a peer that does not keep to the protocol: a comparison ends in a sentence, or in
// what really differs.
#include "reconcile/session/lying_peer.hpp"

#include "support/random.hpp"
#include "wire/rateless_blocks.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using session::Cells;
using session::Describe;
using session::Hello;
using session::Message;
using session::Progress;
using session::Refused;
using session::Rows;
using test::Compared;
using test::id_range;
using test::IdRows;
using test::LyingPeer;
using test::SeenChange;
using testing::HasSubstr;

// Rows of which the last ones have other values than id_range has.
IdRows changed_range(std::size_t rows, std::size_t changed) {
  IdRows all = id_range(0, rows);
  for (std::size_t i = rows - changed; i < rows; ++i) all[i].value = "y";
  return all;
}

// A table here, and another one behind a peer.
struct Lied {
  explicit Lied(const IdRows& there = changed_range(50, 3)) : peer(there) {
    options.seed = Seed(11);
    options.memory_bytes = std::uint64_t{2} << 20;  // cells that are never listed end sooner
    model = test::id_changes(here, there);
    std::ranges::sort(model);
  }

  // The sentence that it ends with, or "" for the right answer.
  std::string outcome() {
    auto far = peer.open();
    if (!far) return far.error().sentence();
    RowsEndpoint left(test::id_table("LEFT", here));
    const auto terms = agree(left.party(), (*far)->party(), {.key = {"id"}});
    if (!terms) return terms.error().sentence();
    Compared found = test::compared(left, **far, *terms, options, watch);
    if (!found.result) return found.sentence();
    report = *found.result;
    std::ranges::sort(found.changes);
    return found.changes == model ? "" : "a wrong answer";
  }

  // Changes the answers of one type.
  template <class Type, class Change>
  void change(Change how) {
    peer.lie = [how](const Message& answer) mutable {
      Message told = answer;
      if (auto* const one = std::get_if<Type>(&told)) how(*one);
      return std::vector{told};
    };
  }

  IdRows here = id_range(0, 50);
  LyingPeer peer;
  std::vector<SeenChange> model;
  Options options;
  test::StageWatch watch;
  Report report;
};

// The canonical bytes of a row of text.
Bytes text_row(const std::vector<std::string>& cells) {
  ByteWriter out;
  for (const std::string& cell : cells) {
    out.integer('t', 1);
    out.varint(cell.size());
    out.bytes(as_bytes(cell));
  }
  return out.take();
}

TEST(LyingPeer, IsBelievedWhereItTellsTheTruth) {
  Lied lied;
  EXPECT_EQ(lied.outcome(), "");
  EXPECT_EQ(lied.report.method, Method::sketch);
  EXPECT_EQ(lied.report.changed, 3U);
}

constexpr const char* kNotAskedFor = "the far side sends a row that is none of those asked for";

TEST(LyingPeer, SendsARowThatNobodyAskedFor) {
  Lied lied;
  lied.change<Rows>([](Rows& rows) {
    rows.rows.front().bytes = text_row({"7", "never"});
    rows.rows.front().key_size = 3;
  });
  EXPECT_EQ(lied.outcome(), kNotAskedFor);
}

TEST(LyingPeer, SendsARowForAnotherItem) {
  Lied lied;
  lied.change<Rows>([](Rows& rows) { ++rows.rows.front().index; });
  EXPECT_EQ(lied.outcome(), kNotAskedFor);
}

TEST(LyingPeer, SendsBytesThatAreNoCanonicalRow) {
  for (const char* const bytes : {"", "t",
                                  "t\x02"
                                  "7t\x01y",
                                  "x\x01"
                                  "7t\x01y",
                                  "i\x02\x07\x00t\x01y"}) {
    Lied lied;
    lied.change<Rows>([bytes](Rows& rows) {
      const ByteView view = as_bytes(bytes);
      rows.rows.front().bytes.assign(view.begin(), view.end());
      rows.rows.front().key_size = std::min<std::uint64_t>(3, view.size());
    });
    EXPECT_EQ(lied.outcome(), kNotAskedFor);
  }
}

TEST(LyingPeer, SendsARowOfOtherTerms) {
  for (const std::vector<std::string>& cells : {std::vector<std::string>{"47"}, {"47", "y", "z"}}) {
    Lied lied;
    lied.change<Rows>([cells](Rows& rows) { rows.rows.front().bytes = text_row(cells); });
    EXPECT_EQ(lied.outcome(), kNotAskedFor);
  }
}

TEST(LyingPeer, SendsAKeyThatIsCutElsewhere) {
  for (const std::uint64_t size : {0U, 3U, 7U}) {  // the key has four bytes
    Lied lied;
    lied.change<Rows>([size](Rows& rows) { rows.rows.front().key_size = size; });
    EXPECT_EQ(lied.outcome(), kNotAskedFor);
  }
}

TEST(LyingPeer, SpellsARowWithOtherCells) {
  Lied lied;
  lied.change<Rows>([](Rows& rows) { rows.rows.front().spelled = text_row({"47"}); });
  EXPECT_EQ(lied.outcome(), kNotAskedFor);
}

// Rows are sent as a whole where cells are not asked for.
template <class Change>
std::string outcome_of_scan(Change change) {
  Lied lied;
  lied.options.method = Method::exact;
  lied.change<Rows>(change);
  return lied.outcome();
}

TEST(LyingPeer, SendsAScanWithAGap) {
  EXPECT_EQ(outcome_of_scan([](Rows& rows) { rows.rows.erase(rows.rows.begin() + 3); }),
            "the far side sends a row that is none of FAR");
}

TEST(LyingPeer, SendsAScanOfOtherCells) {
  for (const char* const bytes : {"i\x01\x07t\x01x", "n\x00t\x01x", "r\x01\x07t\x01x",
                                  "t\x01"
                                  "7"}) {
    EXPECT_EQ(outcome_of_scan([bytes](Rows& rows) {
                const ByteView view =
                    std::as_bytes(std::span(bytes, bytes[0] == 'n' ? 5 : std::strlen(bytes)));
                rows.rows.front().bytes.assign(view.begin(), view.end());
                rows.rows.front().key_size = bytes[0] == 'n' ? 2 : 3;
              }),
              "the far side sends a row that is none of FAR");
  }
}

TEST(LyingPeer, SendsTwoLinesAsOne) {
  LyingPeer peer([] { return test::AskedResponder::of(test::fake_lines("LINES", {"a", "b"})); });
  peer.lie = [](const Message& answer) {
    Message told = answer;
    if (auto* const rows = std::get_if<Rows>(&told)) {
      rows->rows.front().bytes.assign(3, std::byte{'\n'});
      rows->rows.front().key_size = 3;
    }
    return std::vector{told};
  };
  auto far = peer.open();
  ASSERT_TRUE(far);
  RowsEndpoint left(test::fake_lines("LEFT", {"a"}));
  Watch watch;
  const Compared found =
      test::compared(left, **far, TermsRequest(), {.method = Method::exact, .seed = Seed(1)}, watch);
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.sentence(), "the far side sends a row that is none of FAR");
}

TEST(LyingPeer, LeavesRowsOut) {
  Lied lied;
  lied.change<Rows>([is_first = true](Rows& rows) mutable {
    if (std::exchange(is_first, false)) rows.rows.clear();
  });
  EXPECT_EQ(lied.outcome(), "") << "all rows are compared instead";
  EXPECT_EQ(lied.report.reason, Reason::rows_unaccounted);
}

TEST(LyingPeer, SendsARowTwice) {
  Lied lied;
  lied.change<Rows>([is_first = true](Rows& rows) mutable {
    if (std::exchange(is_first, false)) rows.rows.push_back(rows.rows.back());
  });
  EXPECT_EQ(lied.outcome(), "") << "all rows are compared instead";
  EXPECT_EQ(lied.report.reason, Reason::rows_unaccounted);
}

TEST(LyingPeer, SendsRowsForEver) {
  Lied lied;
  lied.change<Rows>([&lied](Rows& rows) {
    rows.is_last = false;
    lied.peer.for_ever = rows;
  });
  EXPECT_EQ(lied.outcome(), "the far side sends more rows than the 50 that it said it has");
}

TEST(LyingPeer, SendsRowsForEverWithoutAnyInThem) {
  Lied lied;
  lied.change<Rows>([&lied](Rows& rows) {
    rows.is_last = false;
    lied.peer.for_ever = Rows();
  });
  EXPECT_EQ(lied.outcome(), "the far side sends no rows, and not the last of them");
}

TEST(LyingPeer, SendsMoreRowsThanThereIsMemoryFor) {
  Lied lied;
  lied.options.method = Method::exact;
  lied.options.memory_bytes = std::uint64_t{1} << 20;
  Rows rows;
  for (std::uint64_t i = 0; i < 10'000; ++i) rows.rows.push_back({i, i, 3, text_row({"7", "x"}), {}});
  lied.change<Rows>([&rows](Rows& answer) { answer = rows; });
  EXPECT_THAT(lied.outcome(), HasSubstr("the rows do not fit into the memory allowed"));
}

// The first block of an honest peer, cut behind some cells.
Cells shorter_block(const Cells& cells, std::uint64_t most) {
  const auto shape =
      RatelessShape::from({.item_width = ByteWidth(7), .arithmetic = CellArithmetic::prime_field});
  auto block = wire::cells_of_block(*shape, cells.totals.net, wire::full_block(*shape, 0), cells.content);
  block->words.resize(most * shape->cell_words());
  const auto made = RatelessCells::from_cells(*shape, KeyHasher(HashFamily::fast, Seed(11)), {0, most},
                                              cells.totals, std::move(block->words));
  return {cells.totals, wire::block_content(*made, made->range())};
}

TEST(LyingPeer, SendsABlockWithFewerCells) {
  Lied lied;
  lied.change<Cells>([](Cells& cells) { cells = shorter_block(cells, 100); });
  EXPECT_EQ(lied.outcome(), "the far side: a block of cells is shorter than its place allows");
}

TEST(LyingPeer, SendsABlockThatIsCutShort) {
  Lied lied;
  lied.change<Cells>([](Cells& cells) { cells.content.resize(cells.content.size() / 2); });
  EXPECT_THAT(lied.outcome(), testing::StartsWith("the far side: "));
}

TEST(LyingPeer, SendsCellsThatCountOtherRowsThanItHas) {
  Lied fewer;
  fewer.change<Cells>([](Cells& cells) { cells.totals.gross += 2; });
  EXPECT_EQ(fewer.outcome(), "the far side: its cells count 50 rows, and say that they stand for 52");
  Lied negative;
  negative.change<Cells>([](Cells& cells) { cells.totals.net = -50; });
  EXPECT_EQ(negative.outcome(), "the far side: its cells count -50 rows, and say that they stand for 50");
}

TEST(LyingPeer, ChangesItsTotalsBetweenBlocks) {
  Lied lied(id_range(0, 2'000));
  lied.change<Cells>([is_first = true](Cells& cells) mutable {
    if (!std::exchange(is_first, false)) ++cells.totals.digest_low;
  });
  EXPECT_THAT(lied.outcome(), HasSubstr("these cells stand for other items than those before"));
}

TEST(LyingPeer, SendsTheSameBlockAgainAndAgain) {
  Lied lied(id_range(0, 2'000));
  lied.peer.lie = [first = std::optional<Message>()](const Message& answer) mutable {
    if (!std::holds_alternative<Cells>(answer)) return std::vector{answer};
    if (!first) first = answer;
    return std::vector{*first};
  };
  EXPECT_THAT(lied.outcome(), testing::StartsWith("the far side: 256 cells; accepted are 1 to 64"));
}

TEST(LyingPeer, SendsCellsForEverWhenNoneAreWanted) {
  Lied lied;
  lied.peer.lie = [&lied](const Message& answer) {
    if (std::holds_alternative<Rows>(answer)) return std::vector<Message>();
    if (std::holds_alternative<Cells>(answer)) lied.peer.for_ever = answer;
    return std::vector{answer};
  };
  EXPECT_EQ(lied.outcome(), "the far side sends a message of the type cells where another is due");
}

TEST(LyingPeer, SendsCellsThatAreNeverListed) {
  Lied lied(id_range(0, 1'000));
  lied.change<Cells>([](Cells& cells) { ++cells.totals.digest_high; });
  EXPECT_EQ(lied.outcome(), "") << "all rows are compared instead";
  EXPECT_EQ(lied.report.method, Method::exact);
}

TEST(LyingPeer, SendsCellsBeforeAnythingWasAgreed) {
  Lied lied;
  lied.peer.lie = [](const Message& answer) {
    return std::holds_alternative<Describe>(answer) ? std::vector<Message>{Cells{.content = Bytes(1)}, answer}
                                                    : std::vector{answer};
  };
  EXPECT_EQ(lied.outcome(), "the far side sends a message of the type cells where another is due");
}

TEST(LyingPeer, DescribesWhatCannotBe) {
  const auto outcome_of = [](const rows::Schema& schema) {
    Lied lied;
    lied.change<Describe>([schema](Describe& describe) { describe.schema = schema; });
    return lied.outcome();
  };
  EXPECT_THAT(outcome_of({.columns = {"id"}}), HasSubstr("the columns are those of lines, which have none"));
  EXPECT_THAT(outcome_of({.is_table = true, .columns = {"id"}, .types = {{}, {}}}),
              HasSubstr("the far side: a message of the type describe: the type of a column is 0"));
  EXPECT_THAT(outcome_of({.is_table = true, .columns = {"id"}, .key = {"value"}}),
              HasSubstr("the key has a column that is none of the table's"));
  EXPECT_EQ(outcome_of({}), "LEFT is read as a table and FAR as lines");
  EXPECT_EQ(outcome_of({.is_table = true, .columns = {"id"}, .has_names = true}),
            "FAR has no column value; its columns are id");
}

TEST(LyingPeer, DescribesColumnsThatItLacks) {
  Lied lied;
  lied.here = {};
  lied.change<Describe>([](Describe& describe) { describe.schema.columns = {"id", "value", "price"}; });
  EXPECT_EQ(lied.outcome(), "FAR has a column price that LEFT has not");
}

TEST(LyingPeer, AnswersWithWhatIsNotDue) {
  Lied lied;
  lied.peer.lie = [](const Message& answer) {
    return std::vector<Message>{std::holds_alternative<Rows>(answer) ? Message(Describe()) : answer};
  };
  EXPECT_EQ(lied.outcome(), "the far side sends a message of the type describe where another is due");
}

TEST(LyingPeer, SpeaksAnotherVersion) {
  Lied lied;
  lied.change<Hello>([](Hello& hello) { hello.oldest = hello.newest = 9; });
  EXPECT_EQ(
      lied.outcome(),
      "the far side: answer speaks version 9 of the protocol, and here it is version 1; update the older "
      "one");
}

TEST(LyingPeer, RefusesInTheMiddle) {
  Lied lied;
  lied.peer.lie = [](const Message& answer) {
    if (!std::holds_alternative<Rows>(answer)) return std::vector{answer};
    return std::vector<Message>{Refused{ErrorCode::io, "the disk is broken"}};
  };
  EXPECT_EQ(lied.outcome(), "the far side: the disk is broken");
}

TEST(LyingPeer, TellsOfProgressForEver) {
  Lied lied;
  lied.peer.lie = [&lied](const Message& answer) {
    if (std::holds_alternative<Cells>(answer))
      return lied.peer.for_ever = Progress{1}, std::vector<Message>();
    return std::vector{answer};
  };
  auto far = lied.peer.open();
  ASSERT_TRUE(far);
  RowsEndpoint left(test::id_table("LEFT", lied.here));
  Watch watch(Watch::Clock::now() + std::chrono::milliseconds(20));
  const Compared found = test::compared(left, **far, TermsRequest{.key = {"id"}}, lied.options, watch);
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.code(), ErrorCode::timed_out);
}

// Changes one byte, but none of rows that are all sent in the end: those it may invent.
class ChangedByte {
 public:
  explicit ChangedByte(test::Random& random) : random_(random), left_(random.below(8)) {}

  std::vector<Message> operator()(const Message& answer) {
    Message told = answer;
    auto* const cells = std::get_if<Cells>(&told);
    auto* const rows = std::get_if<Rows>(&told);
    if ((cells == nullptr && rows == nullptr) || has_rows_ || left_-- != 0) return {answer};
    if (cells != nullptr) change(cells->content);
    has_rows_ = rows != nullptr;
    if (rows != nullptr && !rows->rows.empty()) change(rows->rows[random_.below(rows->rows.size())].bytes);
    return {told};
  }

 private:
  void change(Bytes& bytes) {
    bytes[random_.below(bytes.size())] ^= static_cast<std::byte>(1 + random_.below(255));
  }

  test::Random& random_;
  std::uint64_t left_;     // answers before the one that is changed
  bool has_rows_ = false;  // the next ones are those of a scan
};

TEST(LyingPeer, NeverMakesAWrongAnswerOfAChangedByte) {
  test::Random random;
  int right = 0;
  for (int round = 0; round < test::rounds(100); ++round) {
    Lied lied(changed_range(50 + random.below(300), random.below(30)));
    lied.peer.lie = ChangedByte(random);
    const std::string outcome = lied.outcome();
    EXPECT_NE(outcome, "this does not end");
    EXPECT_NE(outcome, "a wrong answer");
    right += outcome.empty() ? 1 : 0;
  }
  EXPECT_GT(right, 0);
}

}  // namespace
}  // namespace peel::reconcile
