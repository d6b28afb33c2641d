// Whether the machine can hold the sizes that a user asks for. It is asked before memory is: the system may
// grant memory that it has not, and end the command when that is used.
#pragma once

#include "peel/core/result.hpp"

#include <cstdint>
#include <string>

namespace peel::cli {

// Fails with `limit_exceeded` where the machine has less memory, or the command may have less. `what` needs
// it, such as "--capacity 1e9".
Result<void> check_memory_there(const std::string& what, std::uint64_t bytes);

}  // namespace peel::cli
