#include "sources/tree/entry_names.hpp"

#include "peel/core/bytes.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace peel::sources::tree {

namespace {

constexpr std::size_t kDigestBytes = 6;
constexpr std::size_t kTailBytes = 1 + kDigestBytes;
constexpr FolderNumber kNumberMask = (FolderNumber{1} << 47) - 1;

}  // namespace

std::string kept_name(std::string_view name, std::size_t bytes) {
  if (name.size() <= bytes) return std::string(name);
  std::string kept(name.substr(0, bytes - kTailBytes));
  kept.resize(bytes);
  const std::uint64_t digest = XXH3_64bits(name.data(), name.size());
  store_le(std::as_writable_bytes(std::span(kept)).data() + bytes - kDigestBytes, digest, kDigestBytes);
  return kept;
}

bool is_cut(std::string_view kept_name) {
  return kept_name.find('\0') != std::string_view::npos;
}

std::string spoken_name(std::string_view kept_name) {
  const std::size_t nul = kept_name.find('\0');
  if (nul == std::string_view::npos) return std::string(kept_name);
  std::string text = std::string(kept_name.substr(0, nul)) + "...#";
  for (const char byte : kept_name.substr(nul + 1)) text += hex_text(static_cast<unsigned char>(byte), 1);
  return text;
}

FolderNumber number_of(FolderNumber parent, std::string_view kept_name) {
  ByteWriter writer;
  writer.integer(parent, 8);
  writer.bytes(as_bytes(kept_name));
  return XXH3_64bits(writer.view().data(), writer.size()) & kNumberMask;
}

FolderNumbers::FolderNumbers(const TreeScan& scan, std::size_t name_bytes) {
  numbers_.emplace("", kRootNumber);
  // A folder comes before what is in it.
  for (const TreeEntry& entry : scan.entries) {
    if (!entry.is_folder()) continue;
    numbers_.emplace(entry.path,
                     number_of(at(folder_of(entry.path)), kept_name(base_name(entry.path), name_bytes)));
  }
}

}  // namespace peel::sources::tree
