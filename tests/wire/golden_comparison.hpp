// The comparison that golden files of most structures stand: with what is made again, and with their JSON.
#pragma once

#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/rateless_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"

#include "wire/golden_folder.hpp"
#include "wire/wire_support.hpp"

#include <gtest/gtest.h>
#include <string>

namespace peel::test {

inline Bytes golden_bytes(const std::string& name) {
  return read_file(golden_folder() / (name + ".peel"));
}

// The file has the bytes of `made`, which decode to what the JSON beside it records.
template <class Golden, class Structure, class Decode>
void expect_golden(const Golden& golden, const Structure& made, Decode decode) {
  if (is_writing()) {
    write_file(golden_folder() / (golden.name + ".peel"), *wire::encode(made));
    write_file(golden_folder() / (golden.name + ".json"), as_bytes(json_of(golden, made)));
  }
  const Bytes bytes = golden_bytes(golden.name);
  EXPECT_EQ(hex(*wire::encode(made)), hex(bytes));
  const auto decoded = decode(bytes);
  ASSERT_TRUE(decoded) << decoded.error().sentence();
  EXPECT_EQ(json_of(golden, *decoded), as_text(read_file(golden_folder() / (golden.name + ".json"))));
}

}  // namespace peel::test
