#include "cli/present/blob_text.hpp"

#include <fmt/format.h>

namespace peel::cli {

std::string blob_text(std::string_view bytes) {
  constexpr std::size_t kMostShown = 32;
  std::string text = "x'";
  for (const char byte : bytes.substr(0, kMostShown))
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text + (bytes.size() > kMostShown ? fmt::format("...' ({} bytes)", bytes.size()) : "'");
}

}  // namespace peel::cli
