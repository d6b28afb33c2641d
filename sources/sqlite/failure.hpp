// What SQLite reports, as an Error that names the file.
#pragma once

#include "peel/core/result.hpp"

#include <string>

struct sqlite3;

namespace peel::sources::sqlite {

// `code` is what a call on `database` just returned. Out of memory throws std::bad_alloc.
tl::unexpected<Error> failure_of(sqlite3* database, int code, const std::string& name);

}  // namespace peel::sources::sqlite
