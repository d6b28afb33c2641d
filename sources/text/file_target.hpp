// FileTarget: a file of rows that shall equal a source.
//
//   plan    compares, and keeps the changes, in temporary files beyond the memory allowed
//   apply   reads the file again and writes it anew beside itself; the file must be what was compared
//   prove   opens both again and compares them with a fresh seed
//
// Until apply renames the new file, the target is what it was; afterwards it is the new one. There is nothing
// between.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/kept_changes.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/sources/open_target.hpp"

#include "sources/text/file_identity.hpp"

#include <memory>
#include <string>

namespace peel::sources {

class FileTarget : public reconcile::Target {
 public:
  // Fails as open_target does.
  static Result<FileTarget> open(TargetRequest request);

  // The file is the left side.
  const reconcile::Terms& terms() const { return terms_; }
  // Hard links keep the old content.
  bool has_other_names() const { return identity_.has_other_names(); }
  rows::RowSource& from() { return *from_.rows(); }
  rows::RowSource& file() { return *file_.rows(); }

  std::string name() const override { return request_.target.name(); }
  Result<reconcile::Report> plan(reconcile::TableSink& shown, reconcile::Watch& watch) override;
  Result<void> apply(reconcile::Watch& watch) override;
  Result<reconcile::Report> prove(reconcile::Watch& watch) override;

 private:
  FileTarget(TargetRequest request, FileIdentity identity, reconcile::Terms terms,
             std::unique_ptr<rows::RowSource> from, std::unique_ptr<rows::RowSource> file);

  Result<reconcile::Report> compare(reconcile::Endpoint& file, reconcile::Endpoint& from,
                                    reconcile::ChangeSink& sink, reconcile::Watch& watch) const;
  // The bytes of the file before its first row, where its source stands.
  Result<std::string> head();
  // Whether what `from` read can be opened once more; a pipe cannot.
  bool opens_again();

  TargetRequest request_;
  FileIdentity identity_;
  reconcile::Terms terms_;
  reconcile::RowsEndpoint from_;
  reconcile::RowsEndpoint file_;
  std::unique_ptr<reconcile::Spill> spill_;
  reconcile::KeptChanges changes_;
};

}  // namespace peel::sources
