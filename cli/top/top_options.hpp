// The options of peel top, as typed and as understood.
#pragma once

#include "peel/core/result.hpp"
#include "peel/sources/follow_top.hpp"

#include "cli/line_part.hpp"
#include "cli/options/command.hpp"
#include "cli/top/top_plan.hpp"

#include <optional>
#include <string>

namespace peel::cli {

struct TopOptions {
  std::string file = "-";
  LinePartOptions part = {};
  std::optional<std::string> first = {};
  std::optional<std::string> share = {};
  bool majority = false;
  bool follow = false;
  std::optional<std::string> interval = {};
  std::optional<std::string> half_life = {};
  std::optional<std::string> capacity = {};
  std::optional<std::string> text_bytes = {};
  std::optional<std::string> hash = {};
  std::optional<std::string> seed = {};
  std::optional<std::string> save = {};
  std::optional<std::string> like = {};
  bool json = false;
  bool null = false;
  std::string colour = "auto";
  std::string progress = "auto";

  // The first option that was given of those that say what and how to count; null if none was.
  const char* first_of_counting() const;
  // The first of those that say how many to print.
  const char* first_of_choosing() const;
  // The first of those that are for lines that are still to come.
  const char* first_of_following() const;
};

void add_top_options(Command& verb, TopOptions& options);

// Whether they go together. All of these fail with `invalid_argument`, and say what is accepted.
Result<void> check_top_options(const TopOptions& options);
Result<TopPlan> plan_of(const TopOptions& options);
Result<TopView> view_of(const TopOptions& options);
Result<sources::FollowPlan> follow_plan_of(const TopOptions& options);

}  // namespace peel::cli
