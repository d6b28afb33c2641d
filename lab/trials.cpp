#include "lab/trials.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace peel::lab {

void for_each_trial(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& trial) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr thrown;
  std::mutex thrown_guard;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) trial(i);
    } catch (...) {
      const std::scoped_lock lock(thrown_guard);
      thrown = std::current_exception();
      next = count;  // the others stop after the trial they are in
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) helpers.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace peel::lab
