// Runs a fuzz target on every file of a folder, as an ordinary test.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

using FuzzTarget = int(const std::uint8_t* data, std::size_t size);

// One line REPLAYED(fuzz_NAME) for each target.
#define REPLAYED(name) extern "C" FuzzTarget name;
#include "replayed_targets.inc"
#undef REPLAYED

namespace {

struct NamedTarget {
  std::string_view name;
  FuzzTarget* run;
};

constexpr NamedTarget kTargets[] = {
#define REPLAYED(name) {#name, name},
#include "replayed_targets.inc"
#undef REPLAYED
};

}  // namespace

int main(int argc, char** argv) {
  const auto* const target =
      std::ranges::find(kTargets, std::string_view(argc == 3 ? argv[1] : ""), &NamedTarget::name);
  if (target == std::end(kTargets) || !std::filesystem::is_directory(argv[2])) {
    std::fprintf(stderr, "usage: %s TARGET FOLDER\n", argv[0]);
    return 2;
  }
  std::size_t replayed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(in), {}};
    // Named before it runs: if it crashes, this is the last line.
    std::printf("%s\n", entry.path().filename().c_str());
    std::fflush(stdout);
    target->run(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    ++replayed;
  }
  std::printf("%zu inputs replayed\n", replayed);
  return replayed == 0 ? 1 : 0;
}
