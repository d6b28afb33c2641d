// peel inspect FILE: what is inside a file that peel wrote. Looks at everything, changes nothing, and prints
// no bytes of the contents but names of columns and the most frequent texts.
#include "cli/inspect/inspection.hpp"
#include "cli/verb.hpp"

#include <memory>
#include <string>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutInspect = R"(Examples:
  peel inspect table.peel             kind, hashing, shape, fill, and whether it lists
  peel inspect - < table.peel         the same, from standard input
  peel inspect --json table.peel      the same, for programs

Nothing is changed, and of the contents no more is printed than names of
columns and, of heavy texts, the five most frequent. The exit status is 0 also for a table that does not list completely:
that is a finding. It is 2 for a file that is damaged, or that nobody can have
filled honestly.
)";

struct InspectOptions {
  std::string file;
  bool json = false;
};

Result<Status> run(const InspectOptions& options, Output& output) {
  auto file = decode_peel_file(options.file);
  if (!file) return failure(file.error());
  const Inspection seen = look_at(*file);
  print(seen, *file, options.json ? InspectionFormat::json : InspectionFormat::text, output);
  return seen.status;
}

}  // namespace

void add_inspect(Command& peel) {
  const auto options = std::make_shared<InspectOptions>();
  Command& verb = peel.add_verb("inspect", "What is inside a file that peel wrote");
  verb.more = kMoreAboutInspect;
  verb.add({"FILE", options->file, "A .peel file, or - for standard input", "", Option::Rule::required});
  verb.add({"--json", options->json, "One object for the file, then a summary of its listing"});
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
