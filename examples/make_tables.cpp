// Makes two CSV files of orders that hold the same rows in different order, but for some: of every six
// differing rows, four were changed, one was removed and one was added. For the demo, and for trying things
// out.
//
// usage: peel-make-tables FOLDER ROWS DIFFERING     writes FOLDER/left.csv and FOLDER/right.csv
#include "peel/hashing/mix.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using peel::kGolden;
using peel::reduce;
using peel::scramble;

// The order with this number, in its given state: always the same words for the same numbers.
std::string order(std::uint64_t id, std::uint64_t state) {
  static constexpr const char* kCities[] = {"Aarhus", "Bilbao", "Cork", "Dresden", "Espoo", "Faro", "Ghent"};
  const std::uint64_t dice = scramble(kGolden * (id + 1) + state);
  const std::uint64_t price = dice % 100'000;
  char line[200];
  const int size = std::snprintf(
      line, sizeof line, "%llu,customer-%06llu@example.org,%s,%llu.%02llu,%s\n",
      static_cast<unsigned long long>(id), static_cast<unsigned long long>(dice >> 44 & 0xFFFFF),
      kCities[reduce(dice, 7)], static_cast<unsigned long long>(price / 100),
      static_cast<unsigned long long>(price % 100), (dice >> 20 & 3) == 0 ? "shipped" : "open");
  return {line, static_cast<std::size_t>(size)};
}

bool write_shuffled(const std::string& path, std::vector<std::pair<std::uint64_t, std::uint64_t>> orders,
                    std::uint64_t seed) {
  for (std::size_t left = orders.size(); left > 1; --left) {
    std::swap(orders[left - 1], orders[reduce(scramble(seed += kGolden), left)]);
  }
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  bool written = std::fputs("id,customer,city,price,state\n", file) >= 0;
  for (const auto& [id, state] : orders) {
    const std::string line = order(id, state);
    written = written && std::fwrite(line.data(), 1, line.size(), file) == line.size();
  }
  return (std::fclose(file) == 0) && written;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: peel-make-tables FOLDER ROWS DIFFERING\n", stderr);
    return 2;
  }
  const std::string folder = argv[1];
  const std::uint64_t rows = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t differing = std::strtoull(argv[3], nullptr, 10);
  if (rows == 0 || differing > rows) {
    std::fputs("peel-make-tables: at least one row, and no more differing rows than rows\n", stderr);
    return 2;
  }
  std::vector<std::pair<std::uint64_t, std::uint64_t>> left;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> right;
  const std::uint64_t every = differing == 0 ? rows + 1 : rows / differing;
  std::uint64_t changes = 0;
  for (std::uint64_t id = 0; id < rows; ++id) {
    const bool differs = changes < differing && id % every == 0;
    const std::uint64_t kind = differs ? changes++ % 6 : 6;
    if (kind != 5) left.emplace_back(id, 0);
    if (kind != 4) right.emplace_back(id, kind < 4 ? 1 : 0);
  }
  if (!write_shuffled(folder + "/left.csv", left, 1) || !write_shuffled(folder + "/right.csv", right, 2)) {
    std::perror("peel-make-tables");
    return 2;
  }
  return 0;
}
