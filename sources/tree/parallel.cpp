#include "sources/tree/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace peel::sources::tree {

std::size_t usual_threads() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 16);
}

void in_parallel(std::size_t count, std::size_t threads, const std::function<Worker()>& make_worker) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto run = [&] {
    try {
      const Worker work = make_worker();
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t useful = std::min(threads, count);
    try {
      for (std::size_t i = 1; i < useful; ++i) others.emplace_back(run);
    } catch (const std::system_error&) {
      // No more threads are to be had; those that there are do all of it.
    }
    run();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace peel::sources::tree
