// peel subtract A B -o OUT: a file that holds what A has and B has not, and minus what B alone has.
#include "cli/combine.hpp"
#include "cli/verb.hpp"

#include <memory>
#include <optional>
#include <string>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutSubtract = R"(Examples:
  peel subtract new.peel old.peel -o change.peel          the difference, as a file of its own
  peel subtract new.peel old.peel -o - | peel inspect -   how many entries differ

The files must have one kind, shape, hash and seed. What B alone has is there
too, as deleted entries.
)";

struct SubtractOptions {
  std::string left;
  std::string right;
  std::optional<std::string> out;
};

Result<Status> run(const SubtractOptions& options, Output& output) {
  if (options.left == "-" && options.right == "-")
    return failure(ErrorCode::invalid_argument, "only one of A and B can be -, standard input");
  auto difference = decode_peel_file(options.left);
  if (!difference) return failure(difference.error());
  const auto right = decode_peel_file(options.right);
  if (!right) return failure(right.error());
  if (auto done = combine(*difference, *right, Combination::subtract); !done) return failure(done.error());
  if (auto written = write_peel_file(*difference, options.out, output); !written)
    return failure(written.error());
  return Status::done;
}

}  // namespace

void add_subtract(Command& peel) {
  const auto options = std::make_shared<SubtractOptions>();
  Command& verb = peel.add_verb("subtract", "What one file has and another has not");
  verb.more = kMoreAboutSubtract;
  verb.add(
      {"A", options->left, "A file that peel wrote, or - for standard input", "", Option::Rule::required});
  verb.add({"B", options->right, "Another, of the same kind, shape and seed", "", Option::Rule::required});
  verb.add({"-o,--output", options->out, "The file to write, or - for standard output", "OUT"});
  verb.run = [options](Output& output) { return run(*options, output); };
}

}  // namespace peel::cli
