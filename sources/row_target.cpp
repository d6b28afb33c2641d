#include "sources/row_target.hpp"

#include "peel/reconcile/reconcile.hpp"

#include "sources/ignored_changes.hpp"
#include "sources/target_sides.hpp"
#include "sources/text/file_edit.hpp"
#include "sources/text/file_head.hpp"

#include <optional>
#include <utility>

namespace peel::sources {

namespace {

using reconcile::Disagreement;
using reconcile::Side;

// Why a file cannot be written as asked, although it may be compared like that.
std::optional<Disagreement> trouble_with_writing(const reconcile::Party& from, const reconcile::Party& file,
                                                 const reconcile::TermsRequest& terms) {
  if (is_blank(file.schema) && !terms.map.empty()) {
    const std::string sentence = std::string(file.name) + " is empty and gets the columns of " +
                                 std::string(from.name) + ", so it calls none otherwise";
    return Disagreement{.kind = Disagreement::Kind::mapped_column_missing,
                        .error = Error(ErrorCode::invalid_argument, sentence),
                        .side = Side::right,
                        .column = terms.map.front().right,
                        .pair = terms.map.front()};
  }
  if (!file.schema.has_paths) return std::nullopt;
  if (!from.schema.has_paths) {
    return Disagreement{.error =
                            Error(ErrorCode::unsupported,
                                  std::string(file.name) + " is JSON Lines and " + std::string(from.name) +
                                      " is not; accepted is JSON Lines on both sides")};
  }
  const bool is_partial =
      !terms.columns.empty() || !terms.ignore.empty() || !terms.map.empty() || !terms.tolerances.empty();
  if (!is_partial) return std::nullopt;
  return Disagreement{.error = Error(ErrorCode::unsupported,
                                     std::string(file.name) +
                                         " is JSON Lines, which are written as whole lines; no columns "
                                         "can be chosen, ignored, renamed or given a tolerance")};
}

// A file of text that may be written. What it is now is what will be compared.
Result<std::unique_ptr<reconcile::Endpoint>> open_writable_file(const TargetRequest& request) {
  if (request.target.kind != Argument::Kind::text || request.target.path == "-") {
    return failure(ErrorCode::unsupported,
                   request.target.name() + " cannot be written as text; accepted is the name of a file");
  }
  return open_file_for_writing(request.target, [request] { return open_rows_of_target(request); });
}

}  // namespace

RowTarget::RowTarget(TargetRequest request, reconcile::Terms terms, std::unique_ptr<reconcile::Endpoint> from,
                     std::unique_ptr<reconcile::Endpoint> rows)
    : request_(std::move(request)),
      terms_(std::move(terms)),
      from_(std::move(from)),
      rows_(std::move(rows)),
      spill_(temporary_files()) {}

Result<RowTarget> RowTarget::open(TargetRequest request) {
  request.reading.passes = Passes::several;
  request.terms.right_may_be_blank = true;
  // A file that cannot be written is found out before the other side is read.
  auto rows = request.target.far ? open_endpoint_of(request, Side::right) : open_writable_file(request);
  if (!rows) return failure(rows.error());
  auto from = open_endpoint_of(request, Side::left);
  if (!from) return failure(from.error());
  const reconcile::Party wanted = (*from)->party();
  const reconcile::Party there = (*rows)->party();
  if (const auto trouble = trouble_with_writing(wanted, there, request.terms))
    return explained(request, *trouble, wanted, there);
  auto terms = terms_of_target(request, request.terms, wanted, there);
  if (!terms) return failure(terms.error());
  return RowTarget(std::move(request), std::move(*terms), std::move(*from), std::move(*rows));
}

Result<reconcile::Report> RowTarget::compare(reconcile::ChangeSink& sink, reconcile::Watch& watch) {
  const reconcile::Options options{
      .memory_bytes = request_.memory_bytes, .seed = random_seed(), .spill = spill_.get()};
  return reconcile::reconcile(*rows_, *from_, terms_, options, sink, watch);
}

Result<reconcile::Report> RowTarget::plan(reconcile::TableSink& shown, reconcile::Watch& watch) {
  const auto sink = shown.begin(terms_);
  if (!sink) return failure(sink.error());
  auto edit = rows_->edit({request_.memory_bytes, *spill_});
  if (!edit) return failure(edit.error());
  edit_ = std::move(*edit);
  const auto changes = edit_->begin(terms_, from_->schema());
  if (!changes) return failure(changes.error());
  reconcile::Tee both(**changes, **sink);
  auto report = compare(both, watch);
  if (!report) return report;
  if (auto ended = shown.end(terms_, *report); !ended) return failure(ended.error());
  if (report->same()) return report;
  auto notes = edit_->plan(watch);
  if (notes) {
    notes_ = std::move(*notes);
  } else if (request_.target.far && notes.error().code() == ErrorCode::unsupported) {
    refusal_ = notes.error();  // what would have to be done is known all the same
  } else {
    return failure(notes.error());
  }
  return report;
}

Result<void> RowTarget::apply(reconcile::Watch& watch) {
  if (refusal_) return failure(*refusal_);
  return edit_->apply(watch);
}

// Opens a side as it is now. What came through a pipe cannot be opened once more: it was copied.
Result<void> RowTarget::open_again(reconcile::Side side, const reconcile::Watch& watch) {
  std::unique_ptr<reconcile::Endpoint>& endpoint = side == Side::left ? from_ : rows_;
  auto again = endpoint->again(watch);
  if (!again) return failure(again.error());
  const bool is_pipe = side == Side::left && request_.from.kind == Argument::Kind::text &&
                       endpoint->rows() != nullptr && !endpoint->rows()->size();
  if (!*again && is_pipe) return endpoint->rows()->rewind();
  if (!*again) again = open_endpoint_of(request_, side);
  if (!again) return failure(again.error());
  endpoint = std::move(*again);
  return {};
}

Result<reconcile::Report> RowTarget::prove(reconcile::Watch& watch) {
  edit_.reset();
  for (const Side side : {Side::right, Side::left}) {
    if (auto opened = open_again(side, watch); !opened) return failure(opened.error());
  }
  IgnoredChanges ignored;
  return compare(ignored, watch);
}

}  // namespace peel::sources
