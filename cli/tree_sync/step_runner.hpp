// Carries out the steps of a plan, one after the other. What goes wrong with one of them is said and the
// others go on; a full disk and an interrupt end it between two steps. Nothing is ever half written.
#pragma once

#include "cli/tree_sync/file_copy.hpp"
#include "cli/tree_sync/right_tree.hpp"
#include "cli/tree_sync/sync_plan.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace peel::cli {

class StepRunner {
 public:
  StepRunner(const TreePair& trees, std::function<bool()> is_interrupted);

  void run(const std::vector<Step>& steps);

  const std::atomic<std::uint64_t>& bytes() const { return bytes_; }
  // A sentence for each step that was not done.
  const std::vector<std::string>& troubles() const { return troubles_; }
  // Ended before all steps were tried.
  bool is_stopped() const { return is_stopped_; }

 private:
  Result<void> run(const Step& step);
  Result<void> move(const Step& step);
  Result<void> write(const std::string& path, const sources::tree::TreeEntry* there,
                     const sources::tree::TreeEntry& wanted);

  TreePair trees_;
  std::function<bool()> is_interrupted_;
  std::atomic<std::uint64_t> bytes_ = 0;
  RightTree right_;
  FileCopy copy_;
  std::map<std::size_t, std::string> saved_;  // second names
  std::vector<std::string> troubles_;
  bool is_stopped_ = false;
};

}  // namespace peel::cli
