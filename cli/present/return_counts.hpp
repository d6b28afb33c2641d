// Carriage returns at the ends of lines that differ: one side may be from Windows, and then every line does.
#pragma once

#include "cli/present/shown_change.hpp"

#include <cstdint>

namespace peel::cli {

class ReturnCounts {
 public:
  // A change of lines.
  void count(const ShownChange& change);

  struct Names {
    const char* of_removed;
    const char* of_added;
  };
  // Says on stderr that lines of one side end so and those of the other do not, if that is so.
  void note(Names names) const;

 private:
  struct Side {
    std::uint64_t with = 0;
    std::uint64_t without = 0;
  };
  Side removed_;
  Side added_;
};

}  // namespace peel::cli
