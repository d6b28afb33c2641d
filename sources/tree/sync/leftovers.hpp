// Names of files that are being written, .peel-sync-PROCESS-NUMBER.tmp, and what a killed process left of
// them. No such file is content: a sync neither compares nor copies it.
#pragma once

#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace peel::sources::tree {

std::string temporary_name(pid_t process, std::uint64_t number);
// The process that such a name is of; 0 for all other names.
pid_t process_of_temporary(std::string_view name);
// Whether the process still runs, as far as this machine knows.
bool is_running(pid_t process);

// Takes entries with such names, and what is in them, out of the scan.
std::vector<TreeEntry> take_temporaries(TreeScan& scan);

}  // namespace peel::sources::tree
