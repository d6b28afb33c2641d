// Changes of JSON values as JSON, for --format json: values are members as they are, not text in text.
#pragma once

#include "cli/present/change_writer.hpp"

#include <memory>

namespace peel::cli {

// As json_writer, where both sides are JSON.
std::unique_ptr<ChangeWriter> json_value_writer(const Terms& terms, Output& output);

}  // namespace peel::cli
