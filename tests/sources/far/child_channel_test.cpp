// A program as the way to a peer: bytes there and back, however many at once, and an end that is told.
#include "sources/far/child_channel.hpp"

#include <gtest/gtest.h>
#include <string>

namespace peel::sources {
namespace {

ChildChannel started(const std::vector<std::string>& words) {
  auto channel = ChildChannel::start(words);
  EXPECT_TRUE(channel) << channel.error().sentence();
  return std::move(*channel);
}

TEST(ChildChannel, CarriesMoreThanFitsIntoAnyBufferBothWays) {
  ChildChannel channel = started({"cat"});
  const Bytes block(std::size_t{3} << 20, std::byte{'x'});
  // Nobody reads while this is sent: what comes back is kept.
  ASSERT_TRUE(channel.send(block));
  reconcile::Watch watch;
  std::size_t received = 0;
  while (received < block.size()) {
    const auto bytes = channel.receive(watch);
    ASSERT_TRUE(bytes);
    ASSERT_FALSE(bytes->empty());
    received += bytes->size();
  }
  EXPECT_EQ(received, block.size());
}

TEST(ChildChannel, TellsTheEnd) {
  ChildChannel channel = started({"echo", "bye"});
  reconcile::Watch watch;
  const auto words = channel.receive(watch);
  ASSERT_TRUE(words);
  EXPECT_EQ(as_text(*words), "bye\n");
  const auto end = channel.receive(watch);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->empty());
}

TEST(ChildChannel, FailsWhereNobodyHears) {
  ChildChannel channel = started({"true"});
  reconcile::Watch watch;
  ASSERT_TRUE(channel.receive(watch));  // until it has ended
  const auto sent = channel.send(Bytes(100));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().sentence(), "cannot speak to true: it has ended");
}

TEST(ChildChannel, WaitsNoLongerThanItsWatch) {
  ChildChannel channel = started({"cat"});
  const reconcile::Watch watch(reconcile::Watch::Clock::now());
  const auto nothing = channel.receive(watch);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code(), ErrorCode::timed_out);
}

TEST(ChildChannel, OfAProgramThatIsNotThereCannotBeStarted) {
  const auto channel = ChildChannel::start({"/no/such/program"});
  ASSERT_FALSE(channel);
  EXPECT_EQ(channel.error().sentence(), "cannot start /no/such/program: No such file or directory");
}

}  // namespace
}  // namespace peel::sources
