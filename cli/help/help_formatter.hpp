// How --help looks: examples first, then what the verb is for, its options, and what else there is to say.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace peel::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_help(const CLI::App* verb, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_description(const CLI::App* verb) const override;
  std::string make_footer(const CLI::App* verb) const override;
};

}  // namespace peel::cli
