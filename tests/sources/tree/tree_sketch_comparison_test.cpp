#include "sources/tree/tree_sketch_comparison.hpp"

#include "peel/reconcile/row_sketch.hpp"

#include "sources/tree/entry_rows.hpp"
#include "sources/tree/said_changes.hpp"
#include "sources/tree/temporary_tree.hpp"
#include "sources/tree/tree_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::tree {
namespace {

using test::SaidChanges;
using test::TemporaryTree;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

reconcile::SketchEndpoint sketch_of(const TemporaryTree& tree, std::uint64_t capacity = kUsualTreeCapacity,
                                    const TreeTerms& terms = {}) {
  reconcile::Watch watch;
  const auto source = TreeSource::open({tree.root(), terms}, watch);
  EXPECT_TRUE(source);
  const auto rows = reconcile::find_terms(reconcile::Party::of(**source), {});
  EXPECT_TRUE(rows);
  const auto description = reconcile::description_of(*rows, true, kUsualTreeKeyBytes);
  EXPECT_TRUE(is_tree(description));
  auto sketch =
      reconcile::planned_sketch(description, ItemCount(capacity), KeyHasher(HashFamily::fast, Seed{}));
  EXPECT_TRUE(sketch);
  EXPECT_TRUE(reconcile::fill_sketch(*sketch, **source, *rows, watch));
  auto endpoint = reconcile::SketchEndpoint::from("sketch", std::move(*sketch));
  EXPECT_TRUE(endpoint);
  return std::move(*endpoint);
}

// A folder as it was, in a sketch, and as it is now.
struct SinceSketch {
  TemporaryTree then;
  TemporaryTree now;
  SaidChanges changes{tree_terms_as_rows({})};
  reconcile::Watch watch = {};

  FolderReport run(std::uint64_t capacity = kUsualTreeCapacity) {
    auto sketch = sketch_of(then, capacity);
    auto source = open_tree_like(sketch.sketch()->description, now.root(), watch);
    EXPECT_TRUE(source);
    reconcile::RowsEndpoint folder(std::move(*source));
    auto compared = compare_tree_sketches(sketch, folder, changes, watch);
    EXPECT_TRUE(compared);
    return std::move(*compared);
  }
};

TEST(TreeSketchComparison, FindsNothingInAFolderThatStayedAsItWas) {
  SinceSketch folders;
  for (const TemporaryTree* tree : {&folders.then, &folders.now}) tree->file("d/a", "hello");
  const FolderReport compared = folders.run();
  EXPECT_TRUE(compared.report.same());
  EXPECT_EQ(compared.report.method, reconcile::Method::sketch_file);
  EXPECT_EQ(compared.report.rows_left, 2U);
  EXPECT_THAT(folders.changes.said, IsEmpty());
}

TEST(TreeSketchComparison, KnowsWhatIsThereByItsRowAndWhatIsGoneByItsPath) {
  SinceSketch folders;
  for (const TemporaryTree* tree : {&folders.then, &folders.now}) {
    tree->file("d/other", "1");
    tree->file("d/same", "same");
  }
  folders.then.file("d/gone", "was here");
  folders.now.file("d/new", "is here now");
  folders.now.file("d/other", "2");
  const FolderReport compared = folders.run();
  EXPECT_THAT(folders.changes.said, ElementsAre("- d/gone (key)", "~ d/other (key)", "+ d/new"));
  EXPECT_THAT(folders.changes.orders, ElementsAre(std::nullopt, std::nullopt, 1U));
  EXPECT_EQ((std::vector{compared.report.changes, compared.report.removed, compared.report.changed,
                         compared.report.added}),
            (std::vector<std::uint64_t>{3, 1, 1, 1}));
}

TEST(TreeSketchComparison, FindsPathsInFoldersThatAreGoneToo) {
  SinceSketch folders;
  folders.then.file("a/b/c", "hello");
  folders.run();
  EXPECT_THAT(folders.changes.said, ElementsAre("- a (key)", "- a/b (key)", "- a/b/c (key)"));
}

TEST(TreeSketchComparison, FindsMovesWhoseRowsAreKnownOnBothSides) {
  SinceSketch folders;
  folders.then.file("old/a", "first");
  folders.then.file("old/b", "second");
  folders.now.file("new/a", "first");
  folders.now.file("new/b", "second");
  EXPECT_EQ(folders.run().report.moved, 2U);
  EXPECT_THAT(folders.changes.said, ElementsAre("> old -> new (2)"));
  EXPECT_THAT(folders.changes.orders, ElementsAre(std::nullopt)) << "the old one is nowhere";
}

TEST(TreeSketchComparison, DescribesPathsThatItCannotTell) {
  SinceSketch folders;
  folders.then.file("a name that is much too long for a sketch", "hello");
  folders.run();
  ASSERT_EQ(folders.changes.said.size(), 1U);
  EXPECT_THAT(folders.changes.said[0], ::testing::MatchesRegex("- \\[a name that...#[0-9a-f]{12}\\]"));
}

TEST(TreeSketchComparison, HasAGapWhereTheFolderCannotBeRead) {
  SinceSketch folders;
  for (const TemporaryTree* tree : {&folders.then, &folders.now}) tree->file("a", "hello");
  auto sketch = sketch_of(folders.then);
  auto source = open_tree_like(sketch.sketch()->description, folders.now.root(), folders.watch);
  ASSERT_TRUE(source);
  std::filesystem::remove(folders.now.at("a"));
  reconcile::RowsEndpoint folder(std::move(*source));
  const auto compared = compare_tree_sketches(sketch, folder, folders.changes, folders.watch);
  ASSERT_TRUE(compared);
  EXPECT_EQ(compared->report.gap, reconcile::Gap::unreadable);
  EXPECT_EQ(compared->troubles.size(), 1U);
  EXPECT_THAT(folders.changes.said, IsEmpty()) << "nobody knows whether a is as it was";
}

TEST(TreeSketchComparison, IsUncertainWhereNotAllWasListed) {
  SinceSketch folders;
  for (int i = 0; i < 400; ++i) folders.now.file(std::to_string(i), std::to_string(i));
  const FolderReport compared = folders.run(10);
  EXPECT_FALSE(compared.report.complete());
  EXPECT_NE(compared.report.gap, reconcile::Gap::unreadable);
  for (const std::string& said : folders.changes.said) EXPECT_TRUE(said.ends_with("(or changed)")) << said;
}

TEST(TreeSketchComparison, ComparesTwoSketches) {
  SinceSketch folders;
  folders.then.file("d/a", "hello");
  folders.now.file("d/b", "bye");
  folders.then.file("d/c", "hello");
  folders.now.file("d/c", "hallo");
  auto left = sketch_of(folders.then);
  auto right = sketch_of(folders.now);
  ASSERT_TRUE(compare_tree_sketches(left, right, folders.changes, folders.watch));
  // No folder is there, and d differs on neither side: nobody lists its name.
  EXPECT_THAT(folders.changes.said, ::testing::SizeIs(3));
  EXPECT_THAT(folders.changes.said[0], ::testing::MatchesRegex("- \\[#[0-9a-f]{12}/a\\]"));
}

TEST(TreeSketchComparison, RefusesRowsThatAreNoFolder) {
  SinceSketch folders;
  auto sketch = sketch_of(folders.then);
  reconcile::Watch watch;
  class NoRows : public RowSource {
   public:
    NoRows() : RowSource("lines") {}
    const Schema& schema() const override { return schema_; }
    Result<void> next(RowBatch&) override { return {}; }
    Result<void> rewind() override { return {}; }
    std::optional<std::uint64_t> size() const override { return 0; }

   private:
    Schema schema_;
  };
  reconcile::RowsEndpoint lines(std::make_unique<NoRows>());
  const auto compared = compare_tree_sketches(sketch, lines, folders.changes, watch);
  ASSERT_FALSE(compared);
  EXPECT_EQ(compared.error().code(), ErrorCode::incompatible);
}

}  // namespace
}  // namespace peel::sources::tree
