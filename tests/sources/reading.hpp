// All that a source yields, for comparison: its columns, its rows, and the error that ended it.
#pragma once

#include "sources/open_source.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <vector>

namespace peel::test {

struct ReadRow {
  std::vector<std::string> fields;
  std::string raw;
  std::uint64_t line;

  bool operator==(const ReadRow&) const = default;
};

inline void PrintTo(const ReadRow& row, std::ostream* out) {
  *out << "line " << row.line << ": " << ::testing::PrintToString(row.fields) << " from "
       << ::testing::PrintToString(row.raw);
}

struct Reading {
  std::vector<std::string> columns;
  std::vector<ReadRow> rows;
  std::string error;  // its sentence, without the file's name; empty if all was read

  bool operator==(const Reading&) const = default;
};

inline void PrintTo(const Reading& reading, std::ostream* out) {
  *out << "columns " << ::testing::PrintToString(reading.columns) << ", rows "
       << ::testing::PrintToString(reading.rows) << ", error '" << reading.error << "'";
}

inline void add_rows(const sources::RowBatch& batch, std::vector<ReadRow>& rows) {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto fields = batch.fields(i);
    rows.push_back({{fields.begin(), fields.end()}, std::string(batch.raw(i)), batch.line(i)});
  }
}

inline std::string without_name(const std::string& sentence, const std::string& name) {
  return sentence.starts_with(name) ? sentence.substr(name.size()) : sentence;
}

// The rows from where the source stands.
inline Reading read_rest(sources::RowSource& source) {
  Reading reading{source.schema().columns, {}, {}};
  sources::RowBatch batch;
  do {
    if (const auto next = source.next(batch); !next) {
      reading.error = without_name(next.error().sentence(), source.name());
      break;
    }
    add_rows(batch, reading.rows);
  } while (!batch.empty());
  return reading;
}

inline Reading read_all(const sources::SourceSpec& spec, sources::ReadingLimits limits = {}) {
  const auto source = sources::open_source_with(spec, limits);
  if (!source) return {{}, {}, without_name(source.error().sentence(), spec.path)};
  return read_rest(**source);
}

}  // namespace peel::test
