// The verdict on a number follows from what is printed, observed and expected, and from nothing else.
#include "lab/experiment.hpp"

#include <gtest/gtest.h>

namespace peel::lab {
namespace {

Printed printed(double value, Origin origin) {
  return {.text = "as printed", .value = Estimate::computed(value), .rounding = 0.005, .origin = origin};
}

TEST(Verdict, ReproducesANumberThatIsRightWithinItsRounding) {
  EXPECT_EQ(verdict_of({.what = "", .printed = printed(1.22, Origin::derived), .expected = 1.2218}),
            Verdict::reproduces);
}

TEST(Verdict, CallsAWrongDerivedNumberAnErratum) {
  EXPECT_EQ(verdict_of({.what = "", .printed = printed(1.22, Origin::derived), .expected = 1.2251}),
            Verdict::erratum);
}

TEST(Verdict, SaysThatAMeasuredNumberDiffers) {
  const Estimate observed = Estimate::computed(1.3, 0.01);
  EXPECT_EQ(verdict_of({.what = "", .printed = printed(1.22, Origin::measured), .observed = observed}),
            Verdict::differs);
}

TEST(Verdict, ReproducesAMeasuredNumberWithinTheUncertaintyOfTheRun) {
  const Estimate observed = Estimate::computed(1.3, 0.1);
  EXPECT_EQ(verdict_of({.what = "", .printed = printed(1.22, Origin::measured), .observed = observed}),
            Verdict::reproduces);
}

TEST(Verdict, WantsTheExpectationToAgreeEvenIfTheRunIsTooShortToTell) {
  const Estimate observed = Estimate::computed(1.3, 0.1);
  EXPECT_EQ(
      verdict_of(
          {.what = "", .printed = printed(1.22, Origin::measured), .observed = observed, .expected = 1.31}),
      Verdict::differs);
}

TEST(Verdict, IsANoteWhereNothingIsPrinted) {
  EXPECT_EQ(verdict_of({.what = "", .observed = Estimate::computed(1, 0.1), .expected = 1.05}),
            Verdict::note);
}

TEST(Verdict, SaysThatARunAgainstTheoryDiffersEvenIfNothingIsPrinted) {
  EXPECT_EQ(verdict_of({.what = "", .observed = Estimate::computed(1, 0.1), .expected = 1.2}),
            Verdict::differs);
}

TEST(Verdict, AllowsForTheRangeInWhichAnExpectationIsBelieved) {
  const Estimate observed = Estimate::computed(1, 0.1);
  const auto verdict = [&](double low, double high) {
    return verdict_of({.what = "", .observed = observed, .expected = 1.5, .believed = Interval{low, high}});
  };
  EXPECT_EQ(verdict(0.8, 1.6), Verdict::note);
  EXPECT_EQ(verdict(1.05, 1.6), Verdict::note);
  EXPECT_EQ(verdict(1.2, 1.6), Verdict::differs);
}

TEST(Verdict, SaysThatARunAgainstTheoryDiffersEvenIfThePaperIsRight) {
  const Estimate observed = Estimate::computed(1.4, 0.01);
  EXPECT_EQ(
      verdict_of(
          {.what = "", .printed = printed(1.22, Origin::derived), .observed = observed, .expected = 1.22}),
      Verdict::differs);
}

TEST(Verdict, ReproducesABoundThatHolds) {
  Printed bound = printed(0.5, Origin::derived);
  bound.relation = Relation::at_most;
  EXPECT_EQ(verdict_of({.what = "", .printed = bound, .expected = 0.4375}), Verdict::reproduces);
  EXPECT_EQ(verdict_of({.what = "", .printed = bound, .expected = 0.51}), Verdict::erratum);
  bound.relation = Relation::at_least;
  EXPECT_EQ(verdict_of({.what = "", .printed = bound, .expected = 0.4375}), Verdict::erratum);
  EXPECT_EQ(verdict_of({.what = "", .printed = bound, .expected = 0.51}), Verdict::reproduces);
}

TEST(Verdict, CallsASlipOfThePenAnErratum) {
  EXPECT_EQ(verdict_of({.what = "", .slip = Slip{"h_t", "h_k"}}), Verdict::erratum);
}

TEST(AnticipatedVerdict, IsThatOfTheFact) {
  EXPECT_EQ(
      anticipated_verdict({.what = "", .fact = "003.table1.k7", .printed = printed(1, Origin::derived)}),
      Verdict::erratum);
}

TEST(AnticipatedVerdict, IsReproducesForAPrintedNumber) {
  EXPECT_EQ(anticipated_verdict({.what = "", .printed = printed(1, Origin::derived)}), Verdict::reproduces);
}

TEST(AnticipatedVerdict, IsNoteWhereNothingIsPrinted) {
  EXPECT_EQ(anticipated_verdict({.what = "", .expected = 1}), Verdict::note);
}

TEST(AnticipatedVerdict, IsTheOneThatIsKnown) {
  EXPECT_EQ(anticipated_verdict({.what = "",
                                 .printed = printed(1, Origin::derived),
                                 .known = Known{Verdict::erratum, "a digit is wrong"}}),
            Verdict::erratum);
}

TEST(KnownErratum, IsUnexpectedOnceTheNumberComesOut) {
  const Finding finding{.what = "",
                        .printed = printed(1.22, Origin::derived),
                        .expected = 1.22,
                        .known = Known{Verdict::erratum, "a digit is wrong"}};
  EXPECT_NE(verdict_of(finding), anticipated_verdict(finding));
}

TEST(KnownDifference, IsNoExcuseForARunAgainstTheory) {
  Finding finding{.what = "",
                  .printed = printed(1.22, Origin::measured),
                  .observed = Estimate::computed(1.4, 0.01),
                  .expected = 1.4,
                  .known = Known{Verdict::differs, "the paper's hash functions are weak"}};
  EXPECT_TRUE(is_as_anticipated(finding));
  finding.observed = Estimate::computed(0.5, 0.01);
  EXPECT_EQ(verdict_of(finding), anticipated_verdict(finding));
  EXPECT_TRUE(contradicts_theory(finding));
  EXPECT_FALSE(is_as_anticipated(finding));
}

}  // namespace
}  // namespace peel::lab
