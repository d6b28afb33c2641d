// How many bytes the cells of a table have, guessed from some of its rows. Nothing but a progress bar needs
// it.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/selection.hpp"

#include <cstdint>
#include <optional>

namespace peel::sources::sqlite {

// None where rows have no rowid by which a place in the table could be chosen, or where a condition chooses
// among them.
Result<std::optional<std::uint64_t>> estimated_bytes(Snapshot& snapshot, const Selection& selection);

}  // namespace peel::sources::sqlite
