// CuckooTable beside hash maps of others, one process for each table and size.
#pragma once

namespace peel::bench {

void compare_tables();

}  // namespace peel::bench
