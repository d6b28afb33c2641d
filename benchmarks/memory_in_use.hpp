// What this process takes of the machine's memory, as the system counts it: pages that were written, whoever
// asked for them and however.
#pragma once

#include <cstdint>

namespace peel::bench {

std::uint64_t memory_in_use();  // bytes
// The most since forget_peak was called.
std::uint64_t peak_memory();
void forget_peak();

}  // namespace peel::bench
