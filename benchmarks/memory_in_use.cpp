#include "memory_in_use.hpp"

#include <fstream>
#include <string>

namespace peel::bench {

namespace {

// "VmRSS:      123 kB"
std::uint64_t bytes_of(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == name && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

}  // namespace

std::uint64_t memory_in_use() {
  return bytes_of("VmRSS:");
}

std::uint64_t peak_memory() {
  return bytes_of("VmHWM:");
}

void forget_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

}  // namespace peel::bench
