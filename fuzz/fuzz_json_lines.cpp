// Any bytes as JSON Lines: what holds for every source; the canonical form of what was read is JSON and its
// own canonical form; parts are canonical cells; a value does not differ from its canonical form in any
// part; and two values have parts that differ if and only if their canonical forms do.
#include "peel/rows/cell.hpp"

#include "fuzz/source_claims.hpp"
#include "sources/json/canonical_json.hpp"
#include "sources/json/json_changes.hpp"

#include <algorithm>
#include <string>

namespace {

// The canonical form, if the line is a value.
std::string claim_canonical(std::string_view line) {
  using namespace peel::sources;
  JsonPathTree paths;
  paths.add_column(*JsonPath::parse("a"), 0);
  paths.add_column(*JsonPath::parse("a.0"), 1);
  JsonCanonicalizer first(paths, 2);
  if (const auto fault = first.read(line)) {
    peel::fuzz::claim(fault->at <= line.size() && !fault->what.empty(), "a refusal says where and why");
    return {};
  }
  JsonCanonicalizer second(paths, 2);
  peel::fuzz::claim(!second.read(first.canonical()), "canonical JSON is JSON");
  peel::fuzz::claim(second.canonical() == first.canonical(), "canonical JSON is its own canonical form");
  for (const std::size_t column : {0U, 1U}) {
    peel::fuzz::claim(second.part(column) == first.part(column), "parts are those of the canonical form");
    peel::fuzz::claim(peel::rows::is_canonical(first.part(column)), "parts are canonical cells");
  }
  peel::fuzz::claim(changed_paths(line, first.canonical(), ".").shown.empty(),
                    "no part differs from its own");
  return std::string(first.canonical());
}

void claim_changes(std::string_view left, std::string_view right, std::string_view column) {
  using namespace peel::sources;
  const auto canonical = [&](std::string_view text) {
    JsonPathTree left_out;
    for (const std::string& part : parts_left_out(column)) left_out.ignore(*JsonPath::parse(part));
    JsonCanonicalizer values(left_out, 0);
    (void)values.read(text);
    return std::string(values.canonical());
  };
  const PathChanges changes = changed_paths(left, right, column);
  peel::fuzz::claim(
      (canonical(left) == canonical(right)) == (changes.shown.empty() && changes.not_shown == 0),
      "values differ if and only if parts do");
  for (const PathChange& change : changes.shown)
    peel::fuzz::claim(JsonPath::parse(change.path).has_value(), "a path that is shown is a path");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const peel::fuzz::MemoryFile file(text);
  peel::sources::SourceSpec spec{file.path()};
  spec.kind = peel::sources::SourceKind::jsonl;
  if ((data[0] & 1) != 0) spec.json = {{"a", "b.0", ". without c, d.e"}, (data[0] & 2) != 0 ? 1U : 0U};
  peel::fuzz::claim_all_of_source(spec, size);
  std::string_view last = {};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (!claim_canonical(line).empty()) {
      for (const char* const column : {".", ". without a, b.0"}) {
        if (!last.empty()) claim_changes(last, line, column);
      }
      last = line;
    }
    begin = end + 1;
  }
  return 0;
}
