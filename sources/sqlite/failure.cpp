#include "sources/sqlite/failure.hpp"

#include "sources/file_descriptor.hpp"

#include <new>
#include <sqlite3.h>

namespace peel::sources::sqlite {

namespace {

ErrorCode kind_of(int primary_code) {
  switch (primary_code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
      return ErrorCode::malformed;
    case SQLITE_TOOBIG:
    case SQLITE_INTERRUPT:
      return ErrorCode::limit_exceeded;
    case SQLITE_CONSTRAINT:
      return ErrorCode::incompatible;
    case SQLITE_ERROR:
    case SQLITE_AUTH:
    case SQLITE_MISMATCH:
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
      return ErrorCode::invalid_argument;
    default:
      return ErrorCode::io;
  }
}

bool is_cut_off_transaction(int code) {
  return code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY;
}

bool is_of_writing(int code) {
  switch (code) {
    case SQLITE_IOERR_WRITE:
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_DIR_FSYNC:
    case SQLITE_IOERR_TRUNCATE:
    case SQLITE_IOERR_DELETE:
    case SQLITE_IOERR_SHMSIZE:
      return true;
    default:
      return false;
  }
}

std::string sentence_of(sqlite3* database, int code, const std::string& name) {
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: {
      const bool only_reads = database != nullptr && sqlite3_db_readonly(database, "main") == 1;
      return name + " is locked: another process is " + (only_reads ? "writing to" : "using") +
             " it; try again when it has finished";
    }
    case SQLITE_NOTADB:
      return name + " is no SQLite database, or it is encrypted or of a newer version";
    case SQLITE_CORRUPT:
      return name + " is damaged: " + sqlite3_errmsg(database) + "; sqlite3 " + name +
             " .dump prints what can still be read";
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: {
      const int reason = database != nullptr ? sqlite3_system_errno(database) : 0;
      return (is_of_writing(code) ? "cannot write to " : "cannot read ") + name + ": " +
             (reason != 0 ? reason_of(reason) : sqlite3_errstr(code));
    }
    case SQLITE_FULL:
      return "cannot write to " + name + ": no space is left on the disk";
    default:
      break;
  }
  if (is_cut_off_transaction(code)) {
    return name + " holds a transaction that was cut off, and may not be changed to undo or complete it; " +
           "open it once with the right to write, as sqlite3 " + name + " .tables does";
  }
  return name + ": " + (database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code));
}

}  // namespace

tl::unexpected<Error> failure_of(sqlite3* database, int code, const std::string& name) {
  if ((code & 0xFF) == SQLITE_NOMEM) throw std::bad_alloc();
  return failure(kind_of(code & 0xFF), sentence_of(database, code, name));
}

}  // namespace peel::sources::sqlite
