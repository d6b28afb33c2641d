// peel filter info FILTER: how full a filter is, how many keys it has seen, and how often it errs.
#include "cli/filter/filter_verbs.hpp"
#include "cli/inspect/inspection.hpp"

#include <memory>
#include <string>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutInfo = R"(Examples:
  peel filter info bad.peel              layout, size, fill, keys, rate of false positives
  peel filter info --json bad.peel       the same, for programs

The number of keys is estimated from the bits that are set. The rate is that of
just these bits: how often a key is affirmed that was never inserted.
)";

struct InfoOptions {
  std::string file;
  bool json = false;
};

Result<Status> run(const InfoOptions& options, Output& output) {
  auto file = decode_peel_file(options.file);
  if (!file) return failure(file.error());
  if (file->as<BloomFilter>() == nullptr)
    return other_kind(*file, "is a filter, and peel inspect looks at any file");
  print(look_at(*file), *file, options.json ? InspectionFormat::json : InspectionFormat::text, output);
  return Status::done;
}

}  // namespace

void add_filter_info(Command& filter) {
  const auto options = std::make_shared<InfoOptions>();
  Command& verb = filter.add_verb("info", "How full a filter is, and how often it errs");
  verb.more = kMoreAboutInfo;
  verb.add({"FILTER", options->file, "A file that peel filter build wrote, or - for standard input", "",
            Option::Rule::required});
  verb.add({"--json", options->json, "One object for the file, then a summary"});
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
