#include "cli/memory_there.hpp"

#include "cli/numbers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

namespace peel::cli {

namespace {

std::uint64_t memory_there() {
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  const long pages = ::sysconf(_SC_PHYS_PAGES), page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_bytes > 0)
    bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
  rlimit allowed{};
  if (::getrlimit(RLIMIT_AS, &allowed) == 0 && allowed.rlim_cur != RLIM_INFINITY)
    bytes = std::min<std::uint64_t>(bytes, allowed.rlim_cur);
  return bytes;
}

}  // namespace

Result<void> check_memory_there(const std::string& what, std::uint64_t bytes) {
  const std::uint64_t there = memory_there();
  if (bytes <= there) return {};
  return failure(ErrorCode::limit_exceeded,
                 fmt::format("{} needs {} bytes of memory, and there are {}; accepted is less", what,
                             grouped(bytes), grouped(there)));
}

}  // namespace peel::cli
