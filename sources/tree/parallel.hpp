// Work on many small pieces by several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace peel::sources::tree {

// As many as the machine has cores, 16 at most.
std::size_t usual_threads();

// Calls work(i) once for each i below `count`, in about that order. Each thread makes a worker of its own.
// What a worker throws is thrown again at the end.
using Worker = std::function<void(std::size_t)>;
void in_parallel(std::size_t count, std::size_t threads, const std::function<Worker()>& make_worker);

}  // namespace peel::sources::tree
