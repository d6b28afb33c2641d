#include "sources/text/file_target.hpp"

#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/row_reader.hpp"

#include "sources/block_source.hpp"
#include "sources/ignored_changes.hpp"
#include "sources/input_file.hpp"
#include "sources/output_file.hpp"
#include "sources/target_sides.hpp"
#include "sources/text/file_head.hpp"
#include "sources/text/record_maker.hpp"
#include "sources/text/record_output.hpp"
#include "sources/text/row_rewriter.hpp"

#include <optional>
#include <span>
#include <utility>

namespace peel::sources {

namespace {

using reconcile::Disagreement;
using reconcile::Side;

// Why a file cannot be written as asked, although it may be compared like that.
std::optional<Disagreement> trouble_with_writing(const rows::RowSource& from, const rows::RowSource& file,
                                                 const reconcile::TermsRequest& terms) {
  if (is_blank(file) && !terms.map.empty()) {
    const std::string sentence =
        file.name() + " is empty and gets the columns of " + from.name() + ", so it calls none otherwise";
    return Disagreement{.kind = Disagreement::Kind::mapped_column_missing,
                        .error = Error(ErrorCode::invalid_argument, sentence),
                        .side = Side::right,
                        .column = terms.map.front().right,
                        .pair = terms.map.front()};
  }
  if (!file.schema().has_paths) return std::nullopt;
  if (!from.schema().has_paths) {
    return Disagreement{
        .error = Error(ErrorCode::unsupported, file.name() + " is JSON Lines and " + from.name() +
                                                   " is not; accepted is JSON Lines on both sides")};
  }
  const bool is_partial =
      !terms.columns.empty() || !terms.ignore.empty() || !terms.map.empty() || !terms.tolerances.empty();
  if (!is_partial) return std::nullopt;
  return Disagreement{.error =
                          Error(ErrorCode::unsupported,
                                file.name() + " is JSON Lines, which are written as whole lines; no columns "
                                              "can be chosen, ignored, renamed or given a tolerance")};
}

}  // namespace

FileTarget::FileTarget(TargetRequest request, FileIdentity identity, reconcile::Terms terms,
                       std::unique_ptr<rows::RowSource> from, std::unique_ptr<rows::RowSource> file)
    : request_(std::move(request)),
      identity_(std::move(identity)),
      terms_(std::move(terms)),
      from_(std::move(from)),
      file_(std::move(file)),
      spill_(temporary_files()),
      changes_(request_.memory_bytes / 4, *spill_) {}

Result<FileTarget> FileTarget::open(TargetRequest request) {
  request.reading.passes = Passes::several;
  request.terms.right_may_be_blank = true;
  if (request.target.kind != Argument::Kind::text || request.target.path == "-") {
    return failure(ErrorCode::unsupported,
                   request.target.name() + " cannot be written as text; accepted is the name of a file");
  }
  auto identity = FileIdentity::of(request.target.path);
  if (!identity) return failure(identity.error());
  auto from = open_from(request);
  if (!from) return failure(from.error());
  auto file = open_rows_of_target(request);
  if (!file) return failure(file.error());
  if (const auto trouble = trouble_with_writing(**from, **file, request.terms))
    return explained(request, *trouble, **from, **file);
  auto terms = terms_of_target(request, request.terms, **from, **file);
  if (!terms) return failure(terms.error());
  return FileTarget(std::move(request), std::move(*identity), std::move(*terms), std::move(*from),
                    std::move(*file));
}

Result<reconcile::Report> FileTarget::compare(reconcile::Endpoint& file, reconcile::Endpoint& from,
                                              reconcile::ChangeSink& sink, reconcile::Watch& watch) const {
  const reconcile::Options options{
      .memory_bytes = request_.memory_bytes, .seed = random_seed(), .spill = spill_.get()};
  return reconcile::reconcile(file, from, terms_, options, sink, watch);
}

Result<reconcile::Report> FileTarget::plan(reconcile::TableSink& shown, reconcile::Watch& watch) {
  const auto sink = shown.begin(terms_);
  if (!sink) return failure(sink.error());
  reconcile::Tee both(changes_, **sink);
  auto report = compare(file_, from_, both, watch);
  if (!report) return report;
  if (auto ended = shown.end(terms_, *report); !ended) return failure(ended.error());
  return report;
}

Result<std::string> FileTarget::head() {
  std::string head(dynamic_cast<const BlockSource&>(*file_.rows()).offset(), '\0');
  if (head.empty()) return head;
  auto file = InputFile::open(request_.target.path, InputFile::Passes::one);
  if (!file) return failure(file.error());
  for (std::size_t got = 0; got < head.size();) {
    const auto more = file->read(std::span(head).subspan(got));
    if (!more) return failure(more.error());
    if (*more == 0) return identity_.changed();
    got += *more;
  }
  return head;
}

Result<void> FileTarget::apply(reconcile::Watch& watch) {
  rows::RowSource& source = *file_.rows();
  if (auto rewound = source.rewind(); !rewound) return rewound;
  auto reader = reconcile::RowReader::of(source, terms_, Side::left);
  if (!reader) return failure(reader.error());
  const auto maker = RecordMaker::for_file(source, *from_.rows(), terms_);
  if (!maker) return failure(maker.error());
  const auto before_rows = head();
  if (!before_rows) return failure(before_rows.error());
  auto file = OutputFile::create(request_.target.path);
  if (!file) return failure(file.error());
  RecordOutput output(*file, maker->delimiter());
  {
    const auto stage = watch.show(
        {reconcile::Watch::Stage::writing, [&source] { return source.bytes_read(); }, source.size()});
    if (auto put = put_head(*before_rows, source, *maker, output); !put) return put;
    RowRewriter rewriter(*reader, *maker, output, {request_.memory_bytes, random_seed()}, watch);
    if (auto written = changes_.hand_on(rewriter); !written) return written;
    if (auto finished = rewriter.finish(); !finished) return finished;
  }
  return file->commit([this] { return identity_.check(); });
}

bool FileTarget::opens_again() {
  return request_.from.kind == Argument::Kind::database || from_.rows()->size().has_value();
}

Result<reconcile::Report> FileTarget::prove(reconcile::Watch& watch) {
  auto file = open_rows_of_target(request_);
  if (!file) return failure(file.error());
  reconcile::RowsEndpoint written(std::move(*file));
  IgnoredChanges ignored;
  if (!opens_again()) {
    if (auto rewound = from_.rows()->rewind(); !rewound) return failure(rewound.error());
    return compare(written, from_, ignored, watch);
  }
  auto rows = open_from(request_);
  if (!rows) return failure(rows.error());
  reconcile::RowsEndpoint from(std::move(*rows));
  return compare(written, from, ignored, watch);
}

}  // namespace peel::sources
