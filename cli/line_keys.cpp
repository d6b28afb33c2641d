#include "cli/line_keys.hpp"

#include <algorithm>

namespace peel::cli {

std::string shown_address(std::string_view bytes) {
  sources::IpAddress address;
  std::copy_n(bytes.begin(), address.bytes.size(), address.bytes.begin());
  return text_of(address);
}

}  // namespace peel::cli
