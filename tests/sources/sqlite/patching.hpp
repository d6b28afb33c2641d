// Two databases of one schema, and patches that turn the left one into the right one.
#pragma once

#include "sources/sqlite/apply.hpp"
#include "sources/sqlite/patch_model.hpp"
#include "sources/sqlite/patch_plan.hpp"
#include "sources/sqlite/patch_text.hpp"
#include "sources/sqlite/temporary_database.hpp"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

using namespace sources::sqlite;

// A database that does not wait for the disk.
class QuickDatabase {
 public:
  explicit QuickDatabase(const std::string& sql)
      : file_(sql), database_(*Database::open(file_.path(), Database::Access::write)) {
    run("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
  }
  void run(const std::string& sql) {
    const auto done = database_.run(sql);
    ASSERT_TRUE(done.has_value()) << done.error().sentence() << " in " << sql.substr(0, 500);
  }
  Database& operator*() { return database_; }
  const std::string& path() const { return file_.path(); }

 private:
  TemporaryDatabase file_;
  Database database_;
};

inline std::vector<std::string> column_names(const TableInfo& info) {
  std::vector<std::string> names;
  for (const ColumnInfo& column : info.columns) names.push_back(column.name);
  return names;
}

class PatchedPair {
 public:
  explicit PatchedPair(const std::string& schema) : left(schema), right(schema) {
    auto catalog = read_catalog(*left);
    EXPECT_TRUE(catalog.has_value());
    tables_ = std::move(*catalog);
  }

  const TableInfo& info(std::size_t table = 0) const { return tables_[table]; }
  // Compared by these columns instead of the primary key; none: as whole rows.
  void use_key(std::vector<std::string> key) { key_ = std::move(key), uses_primary_key_ = false; }
  void use_columns(std::vector<std::string> columns) { columns_ = std::move(columns); }

  std::vector<PatchedRows> changes() {
    std::vector<PatchedRows> all;
    for (const TableInfo& info : tables_) {
      const auto columns = columns_.empty() ? column_names(info) : columns_;
      const auto key = uses_primary_key_ ? info.primary_key : key_;
      all.push_back({info, difference(info.name, columns, key, contents(*left, info.name, columns),
                                      contents(*right, info.name, columns))});
    }
    return all;
  }

  PatchPlan plan(RowCheck check = RowCheck::key_only) {
    auto planned = plan_patch(changes(), check);
    EXPECT_TRUE(planned.has_value()) << (planned ? "" : planned.error().sentence());
    return planned ? std::move(*planned) : PatchPlan();
  }

  static std::string text(const PatchPlan& plan) {
    std::string text;
    const auto written = write_patch(plan, {"left", "right"}, [&](std::string_view part) -> Result<void> {
      text += part;
      return {};
    });
    EXPECT_TRUE(written.has_value());
    return text;
  }

  void expect_equal(const std::string& context = "") {
    for (const TableInfo& info : tables_) {
      const auto columns = columns_.empty() ? column_names(info) : columns_;
      ASSERT_TRUE(contents(*left, info.name, columns) == contents(*right, info.name, columns))
          << "table " << info.name << "\n"
          << context;
    }
  }

  // By values bound, or as SQL text.
  void expect_applies(RowCheck check = RowCheck::key_only) {
    const PatchPlan planned = plan(check);
    const auto applied = apply(*left, planned);
    ASSERT_TRUE(applied.has_value()) << applied.error().sentence() << "\n" << text(planned);
    ASSERT_EQ(applied->outcome, Applied::Outcome::applied) << applied->stale_row << "\n" << text(planned);
    expect_equal(text(planned));
  }
  void expect_text_applies(RowCheck check = RowCheck::key_only) {
    const std::string patch = text(plan(check));
    left.run(patch);
    expect_equal(patch);
  }

  QuickDatabase left;
  QuickDatabase right;

 private:
  std::vector<TableInfo> tables_;
  std::vector<std::string> columns_;
  std::vector<std::string> key_;
  bool uses_primary_key_ = true;
};

}  // namespace peel::test
