#include "lab/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace peel::lab {
namespace {

using testing::HasSubstr;

std::vector<std::string_view> ids_found(const std::vector<std::string>& names) {
  const auto found = find_experiments(names).value();
  std::vector<std::string_view> ids;
  ids.reserve(found.size());
  for (const Experiment* experiment : found) ids.push_back(experiment->claim.id);
  return ids;
}

TEST(Registry, GivesEveryExperimentANameOfItsOwn) {
  std::set<std::string_view> ids;
  for (const Experiment& experiment : experiments()) ids.insert(experiment.claim.id);
  EXPECT_EQ(ids.size(), experiments().size());
}

TEST(Registry, FindsAllForNoNames) {
  EXPECT_EQ(ids_found({}).size(), experiments().size());
}

TEST(Registry, FindsAnExperimentByItsName) {
  EXPECT_THAT(ids_found({"goodrich-mitzenmacher/table-1"}),
              testing::ElementsAre("goodrich-mitzenmacher/table-1"));
}

TEST(Registry, FindsExperimentsByHowTheirNamesBegin) {
  EXPECT_THAT(ids_found({"goodrich-mitzenmacher/table-2"}),
              testing::ElementsAre("goodrich-mitzenmacher/table-2-experiment-1",
                                   "goodrich-mitzenmacher/table-2-experiment-2",
                                   "goodrich-mitzenmacher/table-2-experiment-3"));
}

TEST(Registry, FindsInTheOrderOfTheNamesAndNothingTwice) {
  EXPECT_THAT(ids_found({"goodrich-mitzenmacher/un-poisoning", "goodrich-mitzenmacher/table-1",
                         "goodrich-mitzenmacher/table-1"}),
              testing::ElementsAre("goodrich-mitzenmacher/un-poisoning", "goodrich-mitzenmacher/table-1"));
}

TEST(Registry, FindsByThePartBehindThePapersName) {
  EXPECT_THAT(ids_found({"table-1"}), testing::ElementsAre("goodrich-mitzenmacher/table-1"));
}

TEST(Registry, RefusesAnEmptyName) {
  EXPECT_FALSE(find_experiments(std::vector<std::string>{""}));
}

TEST(Registry, RefusesANameThatFindsNothing) {
  const std::vector<std::string> names = {"goodrich-mitzenmacher/table-1", "able-1"};
  const auto found = find_experiments(names);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), ErrorCode::invalid_argument);
  EXPECT_THAT(found.error().sentence(), HasSubstr("'able-1'"));
}

}  // namespace
}  // namespace peel::lab
