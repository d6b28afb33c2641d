// Two peers: whatever the way between them does to the bytes, the difference is that of the model.
#include "reconcile/fake_spill.hpp"
#include "reconcile/session/joined_peers.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::Compared;
using test::FarSource;
using test::id_changes;
using test::id_range;
using test::id_table;
using test::IdRows;
using test::SeenChange;

struct Session {
  Session(const IdRows& here, const IdRows& there)
      : left(id_table("LEFT", here)), far(id_table("RIGHT", there)) {
    options.seed = random.seed();
    options.spill = &spill;
  }

  Compared compare() {
    auto right = far.open();
    EXPECT_TRUE(right) << right.error().sentence();
    Compared found = test::compared(left, **right, TermsRequest{.key = {"id"}}, options, watch);
    traffic = *(*right)->traffic();
    return found;
  }

  test::Random random;
  RowsEndpoint left;
  FarSource far;
  test::FakeSpill spill;
  Options options;
  test::StageWatch watch;
  Traffic traffic;
};

IdRows shuffled(IdRows rows, test::Random& random) {
  for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
  return rows;
}

std::vector<SeenChange> sorted(std::vector<SeenChange> changes) {
  std::ranges::sort(changes);
  return changes;
}

TEST(SessionOfTwoPeers, FindsTheDifferenceOfTheModel) {
  test::Random random;
  for (int round = 0; round < test::rounds(30); ++round) {
    IdRows left;
    IdRows right;
    const std::uint64_t rows = random.below(3) == 0 ? random.below(5) : random.below(400);
    for (std::uint64_t i = 0; i < rows; ++i) {  // equal rows, changed ones, some of one side, duplicates
      const auto id = static_cast<std::int64_t>(random.below(300));
      if (random.below(20) != 0) left.push_back({id, "x"});
      if (random.below(20) != 0) right.push_back({id, random.below(10) == 0 ? "y" : "x"});
    }
    Session session(left, right);
    session.far.there.piece =
        session.far.back.piece = [size = 1 + random.below(random.below(2) == 0 ? 3 : 500)] { return size; };
    Compared found = session.compare();
    EXPECT_TRUE(found.report().complete());
    EXPECT_EQ(sorted(found.changes), sorted(id_changes(left, right)));
  }
}

TEST(SessionOfTwoPeers, SendsNextToNothingWhereNothingDiffers) {
  test::Random random;
  const IdRows rows = id_range(0, 20'000);
  Session session(rows, shuffled(rows, random));
  const Compared found = session.compare();
  EXPECT_TRUE(found.report().same());
  EXPECT_EQ(found.report().method, Method::sketch);
  EXPECT_LE(session.traffic.bytes_received, 16'000U);
  EXPECT_LE(session.traffic.bytes_sent, 2'000U);
  EXPECT_LE(session.traffic.round_trips, 3U);
}

TEST(SessionOfTwoPeers, SendsLittleWhereThereAreFewRows) {
  Session session(id_range(0, 3), id_range(1, 3));
  const Compared found = session.compare();
  EXPECT_EQ(found.report().added + found.report().removed, 2U);
  EXPECT_LE(session.traffic.bytes_received, 1'500U);
}

TEST(SessionOfTwoPeers, CostsAsMuchAsDiffers) {
  test::Random random;
  IdRows left = id_range(0, 20'000);
  IdRows right = shuffled(left, random);
  for (int i = 0; i < 300; ++i) right[static_cast<std::size_t>(i)].value = "other";
  Session session(left, right);
  const Compared found = session.compare();
  EXPECT_EQ(found.report().changed, 300U);
  EXPECT_TRUE(found.report().complete());
  EXPECT_LE(session.traffic.bytes_received + session.traffic.bytes_sent, 60'000U);
}

TEST(SessionOfTwoPeers, SendsAllRowsWhereALargeShareDiffers) {
  Session session(id_range(0, 6'000, "x"), id_range(0, 6'000, "y"));
  const Compared found = session.compare();
  EXPECT_EQ(found.report().changed, 6'000U);
  EXPECT_EQ(found.report().method, Method::exact);
  EXPECT_EQ(found.report().reason, Reason::large_share);
}

TEST(SessionOfTwoPeers, TakesRowsThatComeVeryOften) {
  IdRows left(3'000, {1, "x"});
  IdRows right(1'000, {1, "x"});
  left.push_back({2, "y"});
  Session session(left, right);
  const Compared found = session.compare();
  EXPECT_EQ(found.report().removed, 2'001U);
  EXPECT_TRUE(found.report().complete());
}

TEST(SessionOfTwoPeers, EndsInASentenceWhereverTheConnectionBreaks) {
  IdRows left = id_range(0, 50);
  IdRows right = id_range(3, 50);
  std::uint64_t whole = 0;
  {
    Session session(left, right);
    (void)session.compare();
    whole = session.traffic.bytes_received;
  }
  const std::vector<SeenChange> model = sorted(id_changes(left, right));
  for (std::uint64_t most = 0; most <= whole; most += most < 400 ? 1 : 97) {
    Session session(left, right);
    session.far.back.most = most;
    auto peer = session.far.open();
    if (!peer) {
      EXPECT_FALSE(peer.error().sentence().empty());
      continue;
    }
    const Compared found =
        test::compared(session.left, **peer, TermsRequest{.key = {"id"}}, session.options, session.watch);
    if (found.result) {
      EXPECT_EQ(sorted(found.changes), model) << most;
    }
  }
}

TEST(SessionOfTwoPeers, RefusesAPeerOfAnotherVersion) {
  FarSource far(id_table("RIGHT", {}));
  far.serve();
  ASSERT_TRUE(far.connection.send(session::Hello{.oldest = 7, .newest = 9, .program = "peel 9.0"}));
  Watch watch;
  const auto answer = far.connection.receive(watch);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().sentence(),
            "the far side: peel 9.0 speaks versions 7 to 9 of the protocol, and here it is version 1; update "
            "the older one");
  far.hang_up();
}

TEST(SessionOfTwoPeers, SendsNothingLongBeforeThePeerHasSaidWhatItReads) {
  FarSource far(id_table("RIGHT", {}));
  far.serve();
  ASSERT_TRUE(far.connection.greet("test"));
  const session::Open open{.source = std::string(70'000, 'x')};
  const auto sent = far.connection.send(open);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().sentence(), "a message of 70060 bytes, of which the far side reads at most 65536");
  ASSERT_TRUE(far.connection.send(session::Open()));
  Watch watch;
  EXPECT_TRUE(far.connection.expect<session::Describe>(watch));
  EXPECT_EQ(far.connection.most_message_bytes(), session::kMaxMessageBytes);
  far.hang_up();
}

TEST(SessionOfTwoPeers, SaysWhatAShellPrintedInPlaceOfAMessage) {
  test::MemoryPipe there;
  test::MemoryPipe back;
  test::MemoryChannel channel(there, back);
  session::Connection connection(channel, "ssh://host");
  back.write(as_bytes("Welcome to host!\nLast login: today\n"));
  Watch watch;
  ASSERT_TRUE(connection.greet("test"));
  const auto answer = connection.receive(watch);
  ASSERT_FALSE(answer);
  EXPECT_EQ(
      answer.error().sentence(),
      "ssh://host answers with \"Welcome to host!\", which is no message of peel: is peel there, and does "
      "the shell print nothing when it starts?");
}

}  // namespace
}  // namespace peel::reconcile
