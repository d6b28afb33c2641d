// FileEdit: changes to be made to a file of rows. It is read again and written anew beside itself, and a
// rename puts it in place: until then the file is what it was, afterwards it is the new one, and there is
// nothing between.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/edit.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/kept_changes.hpp"
#include "peel/sources/open.hpp"

#include "sources/text/file_identity.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::sources {

// A file that may be written.
struct WritableFile {
  std::string path;
  std::string name;       // as messages call it
  FileIdentity identity;  // of the file that is compared
  // Opens it for reading once more, as it was opened.
  std::function<Result<std::unique_ptr<rows::RowSource>>()> open;
};

class FileEdit : public reconcile::Edit {
 public:
  FileEdit(WritableFile file, const reconcile::EditRoom& room);

  Result<reconcile::ChangeSink*> begin(const reconcile::Terms& terms, const rows::Schema& wanted) override;
  Result<reconcile::EditNotes> plan(reconcile::Watch& watch) override;
  // Fails with `io` unless the file is what it was when its identity was taken.
  Result<void> apply(reconcile::Watch& watch) override;

 private:
  WritableFile file_;
  std::uint64_t memory_bytes_;
  reconcile::KeptChanges changes_;
  const reconcile::Terms* terms_ = nullptr;  // once the changes have begun
  std::vector<std::string> wanted_columns_;
};

// Takes the identity of the file and opens its rows, to be written. Fails as FileIdentity::of and `open` do.
Result<std::unique_ptr<reconcile::Endpoint>> open_file_for_writing(
    const Argument& file, std::function<Result<std::unique_ptr<rows::RowSource>>()> open);

// The rows of a file that may be written.
class FileEndpoint : public reconcile::RowsEndpoint {
 public:
  FileEndpoint(std::unique_ptr<rows::RowSource> source, WritableFile file)
      : RowsEndpoint(std::move(source)), file_(std::move(file)) {}

  Result<std::unique_ptr<reconcile::Edit>> edit(const reconcile::EditRoom& room) override {
    return std::make_unique<FileEdit>(file_, room);
  }

 private:
  WritableFile file_;
};

}  // namespace peel::sources
