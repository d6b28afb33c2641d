// A database made by SQL, in a folder of its own that is gone at the end of the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <string>

namespace peel::test {

class TemporaryDatabase {
 public:
  explicit TemporaryDatabase(const std::string& sql = "") : folder_(::testing::TempDir() + "peel-db-XXXXXX") {
    if (::mkdtemp(folder_.data()) == nullptr) std::abort();
    path_ = folder_ + "/test.db";
    run("PRAGMA user_version = 1");  // an empty database is not written at all
    run(sql);
  }
  TemporaryDatabase(const TemporaryDatabase&) = delete;
  TemporaryDatabase& operator=(const TemporaryDatabase&) = delete;
  ~TemporaryDatabase() {
    std::error_code ignored;
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(folder_, ignored);
  }

  // By a connection of its own, closed afterwards. Nothing waits for the disk.
  void run(const std::string& sql) const {
    sqlite3* database = nullptr;
    sqlite3_open(path_.c_str(), &database);
    char* message = nullptr;
    const std::string all = "PRAGMA synchronous = OFF;" + sql;
    EXPECT_EQ(sqlite3_exec(database, all.c_str(), nullptr, nullptr, &message), SQLITE_OK)
        << (message != nullptr ? message : "") << " in " << sql;
    sqlite3_free(message);
    sqlite3_close(database);
  }

  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string path_;
};

// Another process, as far as SQLite is concerned.
class OtherConnection {
 public:
  explicit OtherConnection(const std::string& path) { EXPECT_EQ(sqlite3_open(path.c_str(), &database_), 0); }
  OtherConnection(const OtherConnection&) = delete;
  OtherConnection& operator=(const OtherConnection&) = delete;
  ~OtherConnection() { sqlite3_close(database_); }

  // What SQLite returns.
  int run(const std::string& sql) const {
    return sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  }

 private:
  sqlite3* database_ = nullptr;
};

}  // namespace peel::test
