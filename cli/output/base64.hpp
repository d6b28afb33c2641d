// Bytes as letters, where a format has no place for bytes.
#pragma once

#include <string>
#include <string_view>

namespace peel::cli {

// RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace peel::cli
