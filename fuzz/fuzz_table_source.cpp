// Any bytes as a table: what holds for every source, and each row has a field for each column. The first byte
// chooses header and delimiter.
#include "fuzz/source_claims.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const peel::fuzz::MemoryFile file({reinterpret_cast<const char*>(data) + 1, size - 1});
  peel::sources::SourceSpec spec{file.path()};
  spec.kind = (data[0] & 2) != 0 ? peel::sources::SourceKind::tsv : peel::sources::SourceKind::csv;
  spec.header = (data[0] & 1) == 0;
  peel::fuzz::claim_all_of_source(spec, size);
  return 0;
}
