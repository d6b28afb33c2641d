// Why a table has no column of some name, and what to do about it: it is empty, its delimiter is another, the
// name is spelled in another way.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/terms.hpp"

#include <string>

namespace peel::cli {

// Whether the source has a column of this name or number.
bool has_column(const reconcile::Party& source, const std::string& name);

// Fails with `invalid_argument`. The source has no such column; `other`, if there is one, is compared with
// it.
tl::unexpected<Error> missing_column(const reconcile::Party& source, const std::string& name,
                                     const reconcile::Party* other = nullptr);

// What is wrong with a file of text whose header is that of no table in which this column can be: "is empty",
// ...; and what to do about it. Nothing if its header looks like one.
std::optional<std::string> header_trouble(const reconcile::Party& source, const std::string& wanted,
                                          const reconcile::Party* other);

}  // namespace peel::cli
