#include "cli/unlike_lines.hpp"

#include "cli/input.hpp"
#include "cli/output/printable.hpp"
#include "sources/line_source.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>

namespace peel::cli {

namespace {

using namespace std::string_view_literals;

struct KnownBeginning {
  std::string_view bytes;
  std::string_view kind;
  std::string_view reader;  // prints as lines what is in the file
};

constexpr KnownBeginning kKnownBeginnings[] = {
    {"\x1f\x8b"sv, "compressed by gzip", "zcat"},
    {"\x28\xb5\x2f\xfd"sv, "compressed by zstd", "zstdcat"},
    {"\xfd"
     "7zXZ\0"sv,
     "compressed by xz", "xzcat"},
    {"BZh"sv, "compressed by bzip2", "bzcat"},
    {"PK\3\4"sv, "a zip archive", "unzip -p"},
    {"\xff\xfe"sv, "UTF-16", "iconv -f UTF-16 -t UTF-8"},
    {"\xfe\xff"sv, "UTF-16", "iconv -f UTF-16 -t UTF-8"},
};

// BZh begins a word too, but the fixed bytes after the digit do not; and the mark of UTF-16 may be a line of
// some other encoding, unless NUL bytes follow.
bool begins_with(std::string_view text, const KnownBeginning& known) {
  if (!text.starts_with(known.bytes)) return false;
  if (known.kind == "UTF-16") return text.find('\0') != std::string_view::npos;
  return known.bytes != "BZh" || text.substr(std::min<std::size_t>(text.size(), 4)).starts_with("1AY&SY");
}

}  // namespace

Result<void> note_unlike_lines(rows::RowSource& source) {
  auto* const lines = dynamic_cast<sources::LineSource*>(&source);
  if (lines == nullptr) return {};
  if (lines->unread().empty()) {
    if (auto fetched = lines->fetch(); !fetched) return fetched;
  }
  constexpr std::size_t kLooked = 8000;  // as far as git looks for NUL bytes
  const std::string_view first = lines->unread().substr(0, kLooked);
  const auto known = std::ranges::find_if(
      kKnownBeginnings, [first](const KnownBeginning& one) { return begins_with(first, one); });
  std::string note;
  if (known != std::end(kKnownBeginnings)) {
    note = fmt::format("{} is {}, and its bytes are read as lines; {} {} | peel ... - reads what is in it",
                       source.name(), known->kind, known->reader,
                       source.name() == spoken_name("-") ? "FILE" : source.name());
  } else if (first.find('\0') != std::string_view::npos) {
    note = fmt::format(
        "{} holds NUL bytes, as binary data does, and is read as lines; cmp compares such files byte by byte",
        source.name());
  }
  if (!note.empty()) std::fprintf(stderr, "note: %s\n", printable(note).c_str());
  return {};
}

}  // namespace peel::cli
