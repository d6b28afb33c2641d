#include "cli/sync/file_sync.hpp"

#include "cli/diff/compare_live.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/diff/tee.hpp"
#include "cli/output/output_file.hpp"
#include "cli/random_seed.hpp"
#include "cli/sync/record_maker.hpp"
#include "cli/sync/record_output.hpp"
#include "cli/sync/row_rewriter.hpp"
#include "cli/unlike_lines.hpp"
#include "sources/input_file.hpp"
#include "sources/sqlite/location.hpp"

#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

// A table without header and rows, where a header is expected: it has no rows, of whatever columns.
bool is_blank(const sources::RowSource& source) {
  return source.schema().is_table && source.schema().columns.empty();
}

Result<DiffSide> side_of_right(std::unique_ptr<sources::RowSource> source, const RowTerms& terms) {
  if (is_blank(*source)) return DiffSide(std::move(source), rows::RowFields{});
  return side_of(std::move(source), terms, reconcile::Side::right);
}

// What comes before the rows of a table: a byte order mark and empty lines, the header, the end of its line.
struct Head {
  std::string_view before;
  std::string_view record;
  std::string_view end;
};

Head head_in(std::string_view text) {
  std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (;;) {
    const std::string_view rest = text.substr(begin);
    const std::size_t empty_line = rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0;
    if (empty_line == 0) break;
    begin += empty_line;
  }
  const std::string_view line = text.substr(begin);
  const std::size_t end = line.ends_with("\r\n") ? 2 : line.ends_with('\n') ? 1 : 0;
  return {text.substr(0, begin), line.substr(0, line.size() - end), line.substr(line.size() - end)};
}

// A file without rows and header keeps its byte order mark, but no empty lines: they would become rows of a
// table with one column.
Result<void> put_head(std::string_view text, const sources::RowSource& source, const RecordMaker& maker,
                      RecordOutput& output) {
  const Head head = head_in(text);
  if (is_blank(source)) {
    const std::size_t mark = head.before.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    if (auto put = output.put(text.substr(0, mark)); !put) return put;
    return maker.missing_header() ? output.append(*maker.missing_header()) : Result<void>();
  }
  if (auto put = output.put(head.before); !put) return put;
  return head.record.empty() ? Result<void>() : output.keep(head.record, head.end);
}

// Lines of JSON are replaced as a whole, by those of LEFT.
Result<void> check_values(const sources::RowSource& left, const sources::RowSource& right,
                          const SourceOptions& options) {
  if (!right.schema().has_paths) return {};
  if (!left.schema().has_paths) {
    return failure(ErrorCode::unsupported,
                   fmt::format("{} is JSON Lines and {} is not; accepted is JSON Lines on both sides",
                               right.name(), left.name()));
  }
  const char* const given = !options.columns.empty()     ? "--columns"
                            : !options.ignore.empty()    ? "--ignore"
                            : !options.map.empty()       ? "--map"
                            : !options.tolerance.empty() ? "--tolerance"
                                                         : nullptr;
  if (given == nullptr) return {};
  return failure(ErrorCode::unsupported,
                 fmt::format("{}: a sync of JSON Lines writes whole lines; leave the option out", given));
}

}  // namespace

FileSync::FileSync(const SyncRequest& request, Progress& progress, FileIdentity identity, RowTerms terms,
                   DiffSide left, DiffSide right)
    : request_(request),
      progress_(progress),
      identity_(std::move(identity)),
      terms_(std::move(terms)),
      left_(std::move(left)),
      right_(std::move(right)),
      changes_(request.memory_bytes / 4) {}

Result<FileSync> FileSync::open(const SyncRequest& request, Progress& progress) {
  auto identity = FileIdentity::of(request.right);
  if (!identity) return failure(identity.error());
  auto left_source = open_source(request.left, request.source, Passes::several);
  if (!left_source) return failure(left_source.error());
  auto right_source = open_source(request.right, as_right_calls(request.source), Passes::several);
  if (!right_source) return failure(right_source.error());
  if (auto checked = check_values(**left_source, **right_source, request.source); !checked)
    return failure(checked.error());
  if (is_blank(**right_source) && !request.source.map.empty()) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("--map: {} is empty and gets the columns of LEFT, so it calls none otherwise",
                               (*right_source)->name()));
  }
  auto terms = terms_of(**left_source, **right_source, request.source);
  if (!terms) return failure(terms.error());
  for (const auto* const side : {&*left_source, &*right_source}) {
    if (auto noted = note_unlike_lines(**side); !noted) return failure(noted.error());
  }
  auto left = side_of(std::move(*left_source), *terms);
  if (!left) return failure(left.error());
  auto right = side_of_right(std::move(*right_source), *terms);
  if (!right) return failure(right.error());
  return FileSync(request, progress, std::move(*identity), std::move(*terms), std::move(*left),
                  std::move(*right));
}

Result<DiffStats> FileSync::compare(DiffSide& left, DiffSide& right, ChangeSink& sink) {
  const auto timeout = timeout_of(request_.source);
  if (!timeout) return failure(timeout.error());
  if (*timeout) {
    const auto deadline = std::chrono::steady_clock::now() + **timeout;
    left.set_deadline(deadline);
    right.set_deadline(deadline);
  }
  auto stats = compare_live({right, left}, terms_,
                            {.memory_bytes = request_.memory_bytes, .seed = random_seed()}, progress_, sink);
  if (stats) std::swap(stats->rows_left, stats->rows_right);
  return stats;
}

Result<void> FileSync::plan(ChangeSink& shown) {
  changes_.begin_run();
  Tee both(changes_, shown);
  auto stats = compare(left_, right_, both);
  if (!stats) return failure(stats.error());
  stats_ = std::move(*stats);
  return {};
}

// The bytes of RIGHT before its first row.
Result<std::string> FileSync::head_of_right() const {
  const auto& source = dynamic_cast<const sources::BlockSource&>(right_.source());
  if (source.offset() == 0) return std::string();
  auto file = sources::InputFile::open(request_.right, sources::InputFile::Passes::one);
  if (!file) return failure(file.error());
  std::string head(source.offset(), '\0');
  for (std::size_t got = 0; got < head.size();) {
    const auto more = file->read(std::span(head).subspan(got));
    if (!more) return failure(more.error());
    if (*more == 0) return identity_.changed();
    got += *more;
  }
  return head;
}

Result<void> FileSync::apply() {
  if (auto rewound = right_.source().rewind(); !rewound) return rewound;
  const auto maker = RecordMaker::make(left_.source(), right_.source(), terms_);
  if (!maker) return failure(maker.error());
  const auto head = head_of_right();
  if (!head) return failure(head.error());
  auto file = OutputFile::create(request_.right);
  if (!file) return failure(file.error());
  RecordOutput output(*file, maker->delimiter());
  {
    const sources::RowSource& source = right_.source();
    const auto stage = progress_.stage(
        "writing", [&source] { return source.bytes_read(); }, source.size());
    if (auto put = put_head(*head, source, *maker, output); !put) return put;
    RowRewriter rewriter(right_, *maker, output, {request_.memory_bytes, random_seed()});
    if (auto written = changes_.merge_into(rewriter); !written) return written;
    if (auto finished = rewriter.finish(); !finished) return finished;
  }
  return file->commit([this] { return identity_.check(); });
}

Result<DiffSummary> FileSync::prove() {
  auto right_source = open_source(request_.right, as_right_calls(request_.source), Passes::several);
  if (!right_source) return failure(right_source.error());
  auto right = side_of_right(std::move(*right_source), terms_);
  if (!right) return failure(right.error());
  Reporter counter(terms_, nullptr, 0);
  const auto against = [&](DiffSide& left) -> Result<DiffSummary> {
    auto stats = compare(left, *right, counter);
    if (!stats) return failure(stats.error());
    counter.summary.stats = std::move(*stats);
    return counter.summary;
  };
  // What came through a pipe is in its copy and nowhere else.
  const auto database = database_at(request_.left, request_.source);
  if (!database) return failure(database.error());
  if (!*database && !left_.source().size()) {
    if (auto rewound = left_.source().rewind(); !rewound) return failure(rewound.error());
    return against(left_);
  }
  auto left_source = open_source(request_.left, request_.source, Passes::several);
  if (!left_source) return failure(left_source.error());
  auto left = side_of(std::move(*left_source), terms_);
  if (!left) return failure(left.error());
  return against(*left);
}

}  // namespace peel::cli
