#include "sources/open_source.hpp"

#include "sources/json/json_source.hpp"
#include "sources/line_source.hpp"
#include "sources/path_ending.hpp"
#include "sources/table_source.hpp"

namespace peel::sources {

SourceKind kind_of(const SourceSpec& spec) {
  if (spec.kind) return *spec.kind;
  if (ends_with(spec.path, ".csv")) return SourceKind::csv;
  if (ends_with(spec.path, ".tsv") || ends_with(spec.path, ".tab")) return SourceKind::tsv;
  if (ends_with(spec.path, ".jsonl") || ends_with(spec.path, ".ndjson")) return SourceKind::jsonl;
  return spec.delimiter ? SourceKind::csv : SourceKind::lines;
}

Result<std::unique_ptr<RowSource>> open_source(const SourceSpec& spec) {
  return open_source_with(spec, {.row_bytes = spec.row_bytes, .longer_rows = spec.longer_rows});
}

Result<std::unique_ptr<RowSource>> open_source_with(const SourceSpec& spec, ReadingLimits limits) {
  const SourceKind kind = kind_of(spec);
  if (kind == SourceKind::lines && spec.delimiter) {
    return failure(ErrorCode::invalid_argument,
                   spec.path + " is read as lines, which have no delimiter; one is accepted for CSV and TSV");
  }
  if (kind == SourceKind::jsonl && spec.delimiter) {
    return failure(
        ErrorCode::invalid_argument,
        spec.path + " is read as JSON Lines, which have no delimiter; one is accepted for CSV and TSV");
  }
  const char delimiter = spec.delimiter.value_or(kind == SourceKind::tsv ? '\t' : ',');
  if (delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
    return failure(ErrorCode::invalid_argument,
                   "a quote or the end of a line cannot be the delimiter; accepted is any other byte");
  }
  const auto passes = spec.read_again ? InputFile::Passes::several : InputFile::Passes::one;
  auto file = InputFile::open(spec.path, passes);
  if (!file) return failure(file.error());
  if (kind == SourceKind::lines) return std::make_unique<LineSource>(std::move(*file), limits);
  if (kind == SourceKind::jsonl) return JsonSource::open(std::move(*file), limits, spec.json);
  const Header header = spec.header ? Header::present : Header::absent;
  return TableSource::open(std::move(*file), limits, delimiter, header);
}

}  // namespace peel::sources
