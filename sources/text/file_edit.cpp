#include "sources/text/file_edit.hpp"

#include "peel/reconcile/row_reader.hpp"

#include "sources/block_source.hpp"
#include "sources/input_file.hpp"
#include "sources/output_file.hpp"
#include "sources/text/file_head.hpp"
#include "sources/text/record_maker.hpp"
#include "sources/text/record_output.hpp"
#include "sources/text/row_rewriter.hpp"

#include <span>

namespace peel::sources {

namespace {

// The bytes of the file before its first row, where its source stands.
Result<std::string> head_of(const WritableFile& file, const rows::RowSource& source) {
  std::string head(dynamic_cast<const BlockSource&>(source).offset(), '\0');
  if (head.empty()) return head;
  auto input = InputFile::open(file.path, InputFile::Passes::one);
  if (!input) return failure(input.error());
  for (std::size_t got = 0; got < head.size();) {
    const auto more = input->read(std::span(head).subspan(got));
    if (!more) return failure(more.error());
    if (*more == 0) return file.identity.changed();
    got += *more;
  }
  return head;
}

}  // namespace

FileEdit::FileEdit(WritableFile file, const reconcile::EditRoom& room)
    : file_(std::move(file)), memory_bytes_(room.memory_bytes), changes_(room.memory_bytes / 4, room.spill) {}

Result<reconcile::ChangeSink*> FileEdit::begin(const reconcile::Terms& terms, const rows::Schema& wanted) {
  if (terms_ != nullptr) return refused(file_.name + " is one table, and has the changes of one");
  terms_ = &terms;
  wanted_columns_ = wanted.columns;
  return &changes_;
}

Result<reconcile::EditNotes> FileEdit::plan(reconcile::Watch&) {
  reconcile::EditNotes notes;
  if (file_.identity.has_other_names())
    notes.sentences.push_back(file_.name + " has other names (hard links), which keep the old content");
  return notes;
}

Result<std::unique_ptr<reconcile::Endpoint>> open_file_for_writing(
    const Argument& file, std::function<Result<std::unique_ptr<rows::RowSource>>()> open) {
  auto identity = FileIdentity::of(file.path);
  if (!identity) return failure(identity.error());
  auto rows = open();
  if (!rows) return failure(rows.error());
  WritableFile writable{file.path, file.name(), std::move(*identity), std::move(open)};
  return std::make_unique<FileEndpoint>(std::move(*rows), std::move(writable));
}

Result<void> FileEdit::apply(reconcile::Watch& watch) {
  if (auto same = file_.identity.check(); !same) return same;
  const auto opened = file_.open();
  if (!opened) return failure(opened.error());
  rows::RowSource& source = **opened;
  auto reader = reconcile::RowReader::of(source, *terms_, reconcile::Side::left);
  if (!reader) return failure(reader.error());
  const auto maker = RecordMaker::for_file(source, wanted_columns_, *terms_);
  if (!maker) return failure(maker.error());
  const auto before_rows = head_of(file_, source);
  if (!before_rows) return failure(before_rows.error());
  auto file = OutputFile::create(file_.path);
  if (!file) return failure(file.error());
  RecordOutput output(*file, maker->delimiter());
  {
    const auto stage = watch.show(
        {reconcile::Watch::Stage::writing, [&source] { return source.bytes_read(); }, source.size()});
    if (auto put = put_head(*before_rows, source, *maker, output); !put) return put;
    RowRewriter rewriter(*reader, *maker, output, {memory_bytes_, random_seed()}, watch);
    if (auto written = changes_.hand_on(rewriter); !written) return written;
    if (auto finished = rewriter.finish(); !finished) return finished;
  }
  return file->commit([this] { return file_.identity.check(); });
}

}  // namespace peel::sources
