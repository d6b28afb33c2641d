// What a decoder says of bytes that are no table.
#pragma once

#include "peel/wire/iblt_codec.hpp"

#include <gtest/gtest.h>
#include <string>

namespace peel::test {

inline std::string iblt_refusal(ByteView bytes) {
  const auto decoded = wire::decode_iblt(bytes);
  if (decoded) return "accepted";
  EXPECT_EQ(decoded.error().code(), ErrorCode::malformed) << decoded.error().sentence();
  return decoded.error().sentence();
}

}  // namespace peel::test
