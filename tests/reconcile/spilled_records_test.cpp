// Records and sorted runs that wait in memory or in files: what comes back is what went in.
#include "reconcile/exact/spilled_records.hpp"

#include "reconcile/exact/sorted_runs.hpp"
#include "reconcile/fake_spill.hpp"
#include "reconcile/seen_changes.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::FakeSpill;
using test::RowForm;
using test::SeenChange;
using test::SeenChanges;

std::vector<std::string> read_back(const SpilledRecords& records) {
  std::vector<std::string> all;
  SpilledRecords::Reader reader(records);
  for (;;) {
    const auto record = reader.next();
    EXPECT_TRUE(record) << record.error().sentence();
    if (!record || !*record) return all;
    all.emplace_back(as_text(**record));
  }
}

// Reads to the end or to the first failure, which it expects.
ErrorCode code_of_reading(const SpilledRecords& records) {
  SpilledRecords::Reader reader(records);
  for (;;) {
    const auto record = reader.next();
    if (!record) return record.error().code();
    if (!*record) {
      ADD_FAILURE() << "the records ended";
      return ErrorCode::cancelled;
    }
  }
}

TEST(SpilledRecords, ComeBackFromMemory) {
  FakeSpill spill;
  SpilledRecords records(spill);
  records.append({as_bytes("in "), as_bytes("parts")});
  records.append({});
  records.append({as_bytes("last")});
  EXPECT_EQ(read_back(records), (std::vector<std::string>{"in parts", "", "last"}));
  EXPECT_EQ(records.records(), 3U);
  EXPECT_EQ(spill.created(), 0U);
}

TEST(SpilledRecords, ComeBackFromAFile) {
  FakeSpill spill;
  SpilledRecords records(spill);
  records.append({as_bytes("first")});
  records.append({as_bytes("last")});
  ASSERT_TRUE(records.flush());
  EXPECT_EQ(records.waiting_bytes(), 0U);
  EXPECT_EQ(records.spilled_bytes(), 4U + 5 + 4 + 4);
  EXPECT_EQ(read_back(records), (std::vector<std::string>{"first", "last"}));
}

TEST(SpilledRecords, ComeBackFromAFileAndThenFromMemory) {
  FakeSpill spill;
  SpilledRecords records(spill);
  records.append({as_bytes("spilled")});
  ASSERT_TRUE(records.flush());
  records.append({as_bytes("waiting")});
  EXPECT_EQ(read_back(records), (std::vector<std::string>{"spilled", "waiting"}));
  EXPECT_EQ(records.bytes(), records.spilled_bytes() + records.waiting_bytes());
}

TEST(SpilledRecords, TakeOneFileAndNoneForNothing) {
  FakeSpill spill;
  {
    SpilledRecords records(spill);
    ASSERT_TRUE(records.flush());
    EXPECT_EQ(spill.created(), 0U);
    for (int i = 0; i < 3; ++i) {
      records.append({as_bytes("more")});
      ASSERT_TRUE(records.flush());
    }
    EXPECT_EQ(spill.created(), 1U);
    EXPECT_EQ(spill.open(), 1U);
  }
  EXPECT_EQ(spill.open(), 0U);
}

TEST(SpilledRecords, AreTheSameWheneverTheyWereFlushed) {
  test::Random random;
  for (int round = 0; round < test::rounds(40); ++round) {
    FakeSpill spill;
    spill.bytes_read_at_once = 1 + random.below(100'000);
    SpilledRecords records(spill);
    std::vector<std::string> model(random.below(30));
    for (std::string& record : model) {
      // Now and then one that is longer than what is read at once.
      record.assign(random.below(random.below(8) == 0 ? 200'000 : 50),
                    static_cast<char>('a' + random.below(26)));
      records.append({as_bytes(record)});
      if (random.below(3) == 0) {
        ASSERT_TRUE(records.flush());
      }
    }
    ASSERT_EQ(read_back(records), model);
  }
}

TEST(SpilledRecords, FailAsTheirSpillDoes) {
  FakeSpill no_files;
  no_files.files_allowed = 0;
  SpilledRecords homeless(no_files);
  homeless.append({as_bytes("record")});
  EXPECT_EQ(homeless.flush().error().sentence(), "no more files can be made");

  FakeSpill full;
  full.bytes_allowed = 5;
  SpilledRecords large(full);
  large.append({as_bytes("record")});
  EXPECT_EQ(large.flush().error().sentence(), "the disk is full");

  FakeSpill broken;
  SpilledRecords lost(broken);
  lost.append({as_bytes("record")});
  ASSERT_TRUE(lost.flush());
  broken.can_be_read = false;
  EXPECT_EQ(code_of_reading(lost), ErrorCode::io);
}

TEST(SpilledRecords, FailIfTheFileEndsInsideARecord) {
  FakeSpill spill;
  SpilledRecords records(spill);
  records.append({as_bytes("a whole one")});
  records.append({as_bytes("one that is cut")});
  ASSERT_TRUE(records.flush());
  spill.readable_bytes = records.bytes() - 1;
  EXPECT_EQ(code_of_reading(records), ErrorCode::io);
}

TEST(SpilledRecords, FailIfTheFileEndsBetweenTwoRecords) {
  FakeSpill spill;
  SpilledRecords records(spill);
  records.append({as_bytes("a whole one")});
  ASSERT_TRUE(records.flush());
  spill.readable_bytes = records.bytes();
  records.append({as_bytes("one that is lost")});
  ASSERT_TRUE(records.flush());
  EXPECT_EQ(code_of_reading(records), ErrorCode::io);
}

// Whole changes: text of rows whose first letter is the key, and their orders.
class OwnedChange {
 public:
  OwnedChange(Change::Kind kind, std::string left, RowOrder left_order, std::string right,
              RowOrder right_order)
      : left_(std::move(left)), right_(std::move(right)) {
    change_.kind = kind;
    if (!left_.empty()) change_.left = KnownRow::whole({as_bytes(left_), 1, as_bytes(left_)}, left_order);
    if (!right_.empty()) change_.right = KnownRow::whole({as_bytes(right_), 1}, right_order);
  }
  OwnedChange(const OwnedChange&) = delete;
  OwnedChange& operator=(const OwnedChange&) = delete;

  const Change& operator*() const { return change_; }

 private:
  std::string left_, right_;
  Change change_;
};

OwnedChange removed_at(RowOrder order, std::string row) {
  return {Change::Kind::removed, std::move(row), order, "", 0};
}
OwnedChange added_at(RowOrder order, std::string row) {
  return {Change::Kind::added, "", 0, std::move(row), order};
}

class MergedRuns : public testing::TestWithParam<std::uint64_t> {
 protected:
  std::vector<SeenChange> merged() const {
    SeenChanges seen(RowForm::lines);
    EXPECT_TRUE(runs.merge_into(seen));
    return seen.all;
  }

  FakeSpill spill;
  SortedRuns runs{GetParam(), spill};
};
INSTANTIATE_TEST_SUITE_P(WithSomeMemory, MergedRuns, testing::Values(0, 150, 1 << 20),
                         testing::PrintToStringParamName());

TEST_P(MergedRuns, ComeInTheOrderOfTheLeftSideThenOfTheRight) {
  using enum Change::Kind;
  runs.begin_run();
  ASSERT_TRUE(runs.take(*removed_at(3, "c1")));
  ASSERT_TRUE(runs.take(*removed_at(8, "h1")));
  ASSERT_TRUE(runs.take(*added_at(1, "x1")));
  runs.begin_run();
  runs.begin_run();
  ASSERT_TRUE(runs.take(*removed_at(5, "e1")));
  ASSERT_TRUE(runs.take(*added_at(0, "y1")));
  ASSERT_TRUE(runs.take(*added_at(9, "z1")));
  EXPECT_EQ(merged(), (std::vector<SeenChange>{{removed, "c1", ""},
                                               {removed, "e1", ""},
                                               {removed, "h1", ""},
                                               {added, "", "y1"},
                                               {added, "", "x1"},
                                               {added, "", "z1"}}));
  EXPECT_EQ(spill.created() > 0, GetParam() < 1'000);
}

TEST_P(MergedRuns, KeepBothRowsOfAChangeAndTheirOrders) {
  runs.begin_run();
  ASSERT_TRUE(runs.take(*OwnedChange(Change::Kind::changed, "a1", 7, "a22", 5)));
  struct OneChange : ChangeSink {
    Result<void> take(const Change& change) override {
      kind = change.kind;
      for (const KnownRow* known : {&change.left, &change.right}) {
        seen.push_back(std::string(as_text(known->row.bytes)) + " by " +
                       std::string(as_text(known->row.key())) + " spelled " +
                       std::string(as_text(known->row.spelled)) + " at " + std::to_string(*known->order));
      }
      return {};
    }
    Change::Kind kind = Change::Kind::removed;
    std::vector<std::string> seen;
  } sink;
  ASSERT_TRUE(runs.merge_into(sink));
  EXPECT_EQ(sink.kind, Change::Kind::changed);
  EXPECT_EQ(sink.seen, (std::vector<std::string>{"a1 by a spelled a1 at 7", "a22 by a spelled  at 5"}));
}

TEST_P(MergedRuns, AreSortedWhateverWentIntoEach) {
  test::Random random;
  for (int round = 0; round < test::rounds(20); ++round) {
    SortedRuns some(GetParam(), spill);
    std::vector<RowOrder> model;
    for (std::uint64_t run = 0; run < 5; ++run) {
      some.begin_run();
      std::vector<RowOrder> orders(random.below(20));
      for (RowOrder& order : orders) order = 5 * random.below(1'000) + run;
      std::ranges::sort(orders);
      for (const RowOrder order : orders) ASSERT_TRUE(some.take(*removed_at(order, std::to_string(order))));
      model.insert(model.end(), orders.begin(), orders.end());
    }
    std::ranges::sort(model);
    SeenChanges seen(RowForm::lines);
    ASSERT_TRUE(some.merge_into(seen));
    ASSERT_EQ(seen.all.size(), model.size());
    for (std::size_t i = 0; i < model.size(); ++i) ASSERT_EQ(seen.all[i].left, std::to_string(model[i]));
  }
}

TEST_P(MergedRuns, StopAtASinkThatFails) {
  runs.begin_run();
  for (RowOrder order = 0; order < 3; ++order) ASSERT_TRUE(runs.take(*removed_at(order, "row")));
  SeenChanges seen(RowForm::lines, 2);
  EXPECT_EQ(runs.merge_into(seen).error().sentence(), "nobody takes this change");
  EXPECT_EQ(seen.all.size(), 2U);
}

TEST(SortedRuns, StayInMemoryWhileTheyFit) {
  FakeSpill spill;
  SortedRuns runs(1'000, spill);
  runs.begin_run();
  for (RowOrder order = 0; order < 10; ++order)
    ASSERT_TRUE(runs.take(*removed_at(order, "row")));  // of 82 bytes
  EXPECT_EQ(spill.created(), 0U);
  for (RowOrder order = 10; order < 13; ++order) ASSERT_TRUE(runs.take(*removed_at(order, "row")));
  EXPECT_EQ(spill.created(), 1U);
}

TEST(SortedRuns, RefuseRowsOfWhichNoMoreThanTheKeyIsKnown) {
  FakeSpill spill;
  SortedRuns runs(1'000, spill);
  runs.begin_run();
  Change change;
  change.left = {KnownRow::Known::key, {as_bytes("key"), 3}};
  EXPECT_EQ(runs.take(change).error().code(), ErrorCode::unsupported);
}

TEST(SortedRuns, FailAsTheirSpillDoes) {
  FakeSpill spill;
  spill.files_allowed = 0;
  SortedRuns runs(0, spill);
  runs.begin_run();
  EXPECT_EQ(runs.take(*removed_at(1, "row")).error().code(), ErrorCode::io);
}

}  // namespace
}  // namespace peel::reconcile
