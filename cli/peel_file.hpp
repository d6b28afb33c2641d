// A file that peel wrote, decoded, whatever its kind.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/sketch.hpp"
#include "peel/wire/iblt_codec.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace peel::cli {

struct PeelFile {
  std::string path;
  std::uint64_t bytes;
  std::uint8_t version;
  HashFamily family;
  Seed seed;
  wire::IbltForm form;  // of the cells of the table
  std::variant<Iblt, Sketch> content;

  bool is_sketch() const { return std::holds_alternative<Sketch>(content); }
  const Sketch* sketch() const { return std::get_if<Sketch>(&content); }
  Iblt& table() { return is_sketch() ? std::get<Sketch>(content).table : std::get<Iblt>(content); }
  const Iblt& table() const {
    return is_sketch() ? std::get<Sketch>(content).table : std::get<Iblt>(content);
  }
  std::string_view kind() const { return is_sketch() ? "sketch" : "iblt"; }
};

// Fails like read_peel_file and the decoders do, and names the file.
Result<PeelFile> decode_peel_file(const std::string& path);

Result<Bytes> encode(const PeelFile& file);

}  // namespace peel::cli
