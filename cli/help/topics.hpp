// What `peel help` knows beside the verbs: one text for each file of cli/help/topics. Its first line says
// what it is about; indented lines that begin with a command are examples, which a test runs.
#pragma once

#include <span>
#include <string_view>

namespace peel::cli {

struct Topic {
  std::string_view name;
  std::string_view text;

  std::string_view title() const { return text.substr(0, text.find('\n')); }
};

std::span<const Topic> topics();

}  // namespace peel::cli
