// The sessions of tests/golden/session, which are made again byte for byte. A file there has all messages of
// a session in the order in which they were sent, each behind a byte that says by whom: '>' by who asks, '<'
// by who answers. docs/protocol.md explains one of them, and tests/conformance/peel_session.py reads all.
#include "peel/reconcile/session/peer_endpoint.hpp"

#include "reconcile/fake_edit.hpp"
#include "reconcile/fake_spill.hpp"
#include "reconcile/session/asked_responder.hpp"
#include "wire/golden_folder.hpp"

#include <deque>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

namespace peel::reconcile {
namespace {

using test::AskedResponder;

// A peer at the other end of a call, and what both say. How far reading is depends on the clock, and is left
// out.
class RecordedPeer : public session::Channel {
 public:
  explicit RecordedPeer(AskedResponder::Make make) : asked_(std::move(make)) {}

  Result<void> send(ByteView bytes) override {
    record('>', bytes);
    (void)asked_.responder.receive(bytes);
    for (const session::Message& answer : std::exchange(asked_.heard, {})) {
      if (std::holds_alternative<session::Progress>(answer)) continue;
      waiting_.push_back(encode(answer));
      record('<', waiting_.back());
    }
    return {};
  }
  Result<Bytes> receive(const Watch&) override {
    if (waiting_.empty()) return Bytes();
    Bytes bytes = std::move(waiting_.front());
    waiting_.pop_front();
    return bytes;
  }
  const std::string& recorded() const { return recorded_; }

 private:
  void record(char who, ByteView bytes) { (recorded_ += who) += as_text(bytes); }

  AskedResponder asked_;
  std::deque<Bytes> waiting_;
  std::string recorded_;
};

// How a table here is compared with one there.
struct GoldenSession {
  std::unique_ptr<test::FakeSource> here;
  AskedResponder::Make there;
  session::Open open = {};
  Options options = {};
};

std::string recorded(GoldenSession golden) {
  test::FakeSpill spill;
  golden.options.seed = Seed(0x7065656C, 1);
  golden.options.spill = &spill;
  RecordedPeer peer(golden.there);
  const auto connection = std::make_shared<session::Connection>(peer, "there");
  Watch watch;
  EXPECT_TRUE(connection->greet("here"));
  const auto far = session::PeerEndpoint::open(connection, "FAR", golden.open, watch);
  EXPECT_TRUE(far) << far.error().sentence();
  RowsEndpoint near(std::move(golden.here));
  const test::Compared found = test::compared(near, **far, golden.open.request, golden.options, watch);
  EXPECT_TRUE(found.result) << found.sentence();
  EXPECT_TRUE(connection->send(session::Bye()));
  return peer.recorded();
}

void expect_golden(const std::string& name, const std::string& made) {
  const auto path = test::golden_folder() / "session" / (name + ".bin");
  if (test::is_writing()) std::ofstream(path, std::ios::binary) << made;
  std::ifstream in(path, std::ios::binary);
  const std::string kept{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(made == kept) << name << ": " << made.size() << " bytes were made, " << kept.size()
                            << " are in the file";
}

// Three rows on each side, of which one differs.
TEST(GoldenSessions, ListADifferenceByItsCells) {
  const AskedResponder::Make there = [] {
    return AskedResponder::of(test::id_table("THERE", {{1, "apple"}, {2, "plum"}, {3, "fig"}}));
  };
  expect_golden("three-rows",
                recorded({.here = test::id_table("HERE", {{1, "apple"}, {2, "pear"}, {3, "fig"}}),
                          .there = there,
                          .open = {.source = "fruit.csv", .side = Side::right, .request = {.key = {"id"}}}}));
}

// Far more rows there than here, and little memory: cells do not list the difference, and all rows come.
TEST(GoldenSessions, FallBackToAllRows) {
  const AskedResponder::Make there = [] {
    return AskedResponder::of(test::id_table("THERE", test::id_range(0, 300)));
  };
  expect_golden("all-rows",
                recorded({.here = test::id_table("HERE", test::id_range(10, 5)),
                          .there = there,
                          .open = {.source = "numbers.csv", .side = Side::right, .request = {.key = {"id"}}},
                          .options = {.memory_bytes = 20'000}}));
}

std::unique_ptr<test::FakeSource> prices(const std::string& name, const std::string& column, double price) {
  test::FakeRows rows;
  rows.push_back({{}, {test::integer_cell(-7), test::real_cell(1.25), test::text_cell("Ulm")}});
  rows.push_back({{}, {test::integer_cell(300), test::real_cell(price), test::FakeCell()}});
  auto source = std::make_unique<test::FakeSource>(
      name,
      rows::Schema{.is_table = true,
                   .columns = {"id", column, "place"},
                   .has_names = true,
                   .types = {rows::ColumnType::integer, rows::ColumnType::real, rows::ColumnType::text},
                   .key = {"id"},
                   .key_is_unique = true,
                   .folds_case = true},
      std::move(rows));
  source->behaviour.place = rows::RowPlace::rowid;
  source->behaviour.size = 40'000;
  return source;
}

// Typed cells, a column with two names, a tolerance, settings.
TEST(GoldenSessions, CompareTypedTablesWithATolerance) {
  const AskedResponder::Make there = [] { return AskedResponder::of(prices("THERE", "cost", 2.5)); };
  expect_golden("typed",
                recorded({.here = prices("HERE", "price", 9.75),
                          .there = there,
                          .open = {.source = "sqlite:shop.db?table=prices",
                                   .side = Side::right,
                                   .request = {.map = {{"price", "cost"}},
                                               .tolerances = {{"price", *rows::Tolerance::from("0.01")}}},
                                   .settings = {{"memory", "1048576"}}}}));
}

// Three rows there become those here. What they differ in is known already.
TEST(GoldenSessions, ChangeWhatIsThere) {
  test::EditLog log{
      .notes = {{"fruit.csv has other names (hard links), which keep the old content"}, {}, {}}};
  test::FakeSpill spill;
  RecordedPeer peer([&log]() -> Result<std::unique_ptr<Endpoint>> {
    return std::make_unique<test::EditedRows>(
        test::id_table("THERE", {{1, "apple"}, {2, "plum"}, {3, "fig"}}), log);
  });
  const auto connection = std::make_shared<session::Connection>(peer, "there");
  Watch watch;
  EXPECT_TRUE(connection->greet("here"));
  const session::Open open{.source = "fruit.csv", .side = Side::right, .request = {.key = {"id"}}};
  const auto far = session::PeerEndpoint::open(connection, "FAR", open, watch);
  ASSERT_TRUE(far) << far.error().sentence();
  const Terms terms = test::id_terms();
  const auto edit = (*far)->edit({std::uint64_t{1} << 20, spill});
  ASSERT_TRUE(edit);
  const auto sink = (*edit)->begin(terms, (*far)->schema());
  ASSERT_TRUE(sink);
  const auto row = [](std::string_view bytes, RowOrder order) {
    return KnownRow::whole({as_bytes(bytes), 3}, order);
  };
  EXPECT_TRUE((*sink)->take({.kind = Change::Kind::changed,
                             .left = row("t\0012t\004plum", 3),
                             .right = row("t\0012t\004pear", 2)}));
  EXPECT_TRUE((*sink)->take({.kind = Change::Kind::removed, .left = row("t\0013t\003fig", 4)}));
  EXPECT_TRUE((*sink)->take({.kind = Change::Kind::added, .right = row("t\0014t\004kiwi", 5), .count = 2}));
  EXPECT_TRUE((*edit)->plan(watch));
  EXPECT_TRUE((*edit)->apply(watch));
  EXPECT_TRUE(connection->send(session::Bye()));
  expect_golden("edit", peer.recorded());
}

// The answering side speaks no version that the other one knows.
TEST(GoldenSessions, EndInARefusal) {
  RecordedPeer peer([] { return AskedResponder::of(test::id_table("THERE", {})); });
  session::Connection connection(peer, "there");
  Watch watch;
  EXPECT_TRUE(connection.send(session::Hello{.oldest = 2, .newest = 3, .program = "peel 9"}));
  EXPECT_FALSE(connection.receive(watch));
  expect_golden("refused", peer.recorded());
}

}  // namespace
}  // namespace peel::reconcile
