// What is known of the papers, as it was compiled in.
#include "lab/facts.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <stdexcept>

namespace peel::lab {
namespace {

TEST(Facts, AreThoseOfFivePapers) {
  std::map<std::string_view, int> of_paper;
  for (const Fact& fact : facts()) ++of_paper[paper_of(fact)];
  EXPECT_EQ(of_paper, (std::map<std::string_view, int>{{"ding-rauen", 111},
                                                       {"goodrich-mitzenmacher", 60},
                                                       {"kirsch-mitzenmacher", 42},
                                                       {"maheshwari", 45},
                                                       {"ra-miri", 38}}));
}

TEST(Facts, SayWhatIsPrintedAndWhatIsRight) {
  const Fact& fact = fact_of("003.table1.k7");
  EXPECT_EQ(fact.printed, "1.721");
  EXPECT_EQ(fact.recomputed, "1.71888");
  EXPECT_EQ(fact.verdict, Verdict::erratum);
  EXPECT_EQ(fact.number->value, 1.71888);
}

TEST(Facts, AllowForTheRoundingOfTheirLastDigit) {
  const Estimate threshold = *fact_of("000.evenodd.exact.h3").number;  // 1.2454, and no tolerance is said
  EXPECT_TRUE(agree(threshold, Estimate::computed(1.24535)));
  EXPECT_FALSE(agree(threshold, Estimate::computed(1.24534)));
  const Estimate crisis = *fact_of("004.crisis.100k").number;  // 6.641e-24
  EXPECT_TRUE(agree(crisis, Estimate::computed(6.6414e-24)));
  EXPECT_FALSE(agree(crisis, Estimate::computed(6.642e-24)));
}

TEST(Facts, AreFoundByTheirWholeName) {
  EXPECT_THROW(fact_of("003.table1"), std::logic_error);
}

TEST(CoveredFacts, AreNamedOrBeginLikeAName) {
  const Experiment experiment{{}, {}, nullptr, "003.table1.k3 003.thr.*"};
  EXPECT_TRUE(covers(experiment, fact_of("003.table1.k3")));
  EXPECT_TRUE(covers(experiment, fact_of("003.thr.100k")));
  EXPECT_FALSE(covers(experiment, fact_of("003.table1.k4")));
  EXPECT_FALSE(covers({{}, {}, nullptr}, fact_of("003.table1.k4")));
}

TEST(AgreementWithAFact, WantsTheNumberAndNotTheVerdictAlone) {
  Finding finding{.what = "c_7",
                  .fact = "003.table1.k7",
                  .printed = Printed{"1.721", Estimate::computed(1.721), 0.0005, Origin::derived},
                  .expected = 1.71888};
  EXPECT_TRUE(is_as_anticipated(finding));
  finding.expected = 1.7;
  EXPECT_EQ(verdict_of(finding), anticipated_verdict(finding));
  EXPECT_FALSE(agrees_with_fact(finding));
  EXPECT_FALSE(is_as_anticipated(finding));
}

}  // namespace
}  // namespace peel::lab
