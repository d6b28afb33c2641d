// What a source of a database yields, spelt out: each cell as the letter of its tag and its text, a row as
// its cells with bars between.
#pragma once

#include "sources/sqlite/sqlite_source.hpp"
#include "sources/sqlite/temporary_database.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace peel::test {

struct SqliteReading {
  std::vector<std::string> rows;
  std::vector<std::uint64_t> orders;
  std::string error;  // its sentence; empty if all was read
  std::optional<ErrorCode> code;
};

inline std::string spelt(const rows::Cell& cell) {
  return std::string(1, static_cast<char>(cell.tag)) + ' ' + rows::text_of(cell);
}

inline SqliteReading read_rest(sources::sqlite::SqliteSource& source) {
  SqliteReading reading;
  sources::RowBatch batch;
  do {
    if (const auto next = source.next(batch); !next) {
      reading.error = next.error().sentence();
      reading.code = next.error().code();
      return reading;
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      std::string row;
      for (std::size_t j = 0; j < batch.fields(i).size(); ++j) {
        row += (j == 0 ? "" : "|") + spelt({batch.tags(i)[j], batch.fields(i)[j]});
      }
      reading.rows.push_back(std::move(row));
      reading.orders.push_back(batch.line(i));
    }
  } while (!batch.empty());
  return reading;
}

inline std::unique_ptr<sources::sqlite::SqliteSource> open_table(
    const TemporaryDatabase& file, const std::string& table,
    const std::optional<std::string>& where = std::nullopt) {
  auto source = sources::sqlite::open_sqlite({{file.path(), table}, where});
  EXPECT_TRUE(source) << source.error().sentence();
  return source ? std::move(*source) : nullptr;
}

inline std::vector<std::string> rows_of(const TemporaryDatabase& file, const std::string& table,
                                        const std::optional<std::string>& where = std::nullopt) {
  const auto source = open_table(file, table, where);
  if (source == nullptr) return {"not opened"};
  SqliteReading reading = read_rest(*source);
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(source->rows_read(), reading.rows.size());
  return reading.rows;
}

}  // namespace peel::test
