#include "reconcile/live/live_comparison.hpp"

#include "peel/invertible/planned_shape.hpp"

#include "reconcile/exact/exact_comparison.hpp"
#include "reconcile/fetched_rows.hpp"
#include "reconcile/live/both_sides.hpp"
#include "reconcile/scan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace peel::reconcile {

namespace {

using rows::Spelling;

// Rows without partner that are kept while two files run in step.
constexpr std::size_t kHeldBytes = std::size_t{8} << 20;
// Two files of no more bytes are compared exactly at once: sketches would save nothing.
constexpr std::uint64_t kSmallBytes = std::uint64_t{4} << 20;
// Room in an item for the bytes of a key: an integer, and some short cells or a UUID as text.
constexpr std::uint8_t kIntegerKeyBytes = 8;
constexpr std::uint32_t kUsualKeyBytes = 40;

// Where rows can be found by their key, the key is in the items.
ItemScheme scheme_for(const RowReader& left, const RowReader& right) {
  if (!left.finds_rows() && !right.finds_rows()) return ItemScheme::live();
  // A side without columns has no rows either, and no key.
  const auto columns =
      static_cast<std::uint32_t>(std::max(left.key_columns().size(), right.key_columns().size()));
  if (left.key_is_integer() || right.key_is_integer())
    return ItemScheme::live_by_key(columns, kIntegerKeyBytes);
  // Tags and lengths of many columns leave no room for their bytes.
  if (2 * columns + kIntegerKeyBytes > kUsualKeyBytes) return ItemScheme::live();
  return ItemScheme::live_by_key(columns, static_cast<std::uint8_t>(kUsualKeyBytes - 2 * columns));
}

// The first table: coupled, 64 segments of 768 cells, 1.2 MB or more with keys. It lists 40,000 differences.
Result<IbltShape> first_table_shape(const RowItems& items, CellArithmetic arithmetic) {
  return IbltShape::from({.cells = CellCount(std::uint64_t{64} * 768),
                          .hashes = HashCount(4),
                          .segments = SegmentCount(64),
                          .key_width = ByteWidth(items.width()),
                          .arithmetic = arithmetic});
}

Result<IbltShape> planned_table_shape(const RowItems& items, CellArithmetic arithmetic,
                                      ItemCount differences) {
  return planned_shape({.items = differences,
                        .incomplete = *Rate::from(1e-3),
                        .key_width = ByteWidth(items.width()),
                        .arithmetic = arithmetic});
}

// Levels below the first one here would be listed only where the table lists too.
StrataShape live_strata_shape() {
  return *StrataShape::from(
      {.first_level = SamplingLevel(8), .levels = LevelCount(30), .level_cells = CellCount(400)});
}

// Files; a pipe may be any size.
bool is_small(const rows::RowSource& left, const rows::RowSource& right) {
  return left.size() && right.size() && *left.size() + *right.size() <= kSmallBytes;
}

// Rows that have no partner in step: into the tally while they fit, and into the summaries in any case.
class HeldRows : public rows::UnmatchedRows {
 public:
  struct Into {
    RowReader& reader;
    Summary& summary;
  };
  HeldRows(Into left, Into right, const RowItems& items, const Watch& watch, Seed seed)
      : left_{Side::left, left.reader, ItemFiller(items, left.summary.table, left.summary.strata)},
        right_{Side::right, right.reader, ItemFiller(items, right.summary.table, right.summary.strata)},
        watch_(watch),
        tally_(seed) {}

  Result<void> left(const rows::RowBatch& batch) override { return take(left_, batch); }
  Result<void> right(const rows::RowBatch& batch) override { return take(right_, batch); }
  Result<void> may_go_on() override { return watch_.may_go_on(left_.reader.source().name()); }

  // All of them, unless they were too many.
  const RowTally* tally() const { return too_many_ ? nullptr : &tally_; }

 private:
  struct OneSide {
    Side side;
    RowReader& reader;
    ItemFiller filler;
  };

  Result<void> take(OneSide& one, const rows::RowBatch& batch) {
    if (batch.empty()) return {};
    if (auto going = may_go_on(); !going) return going;
    if (auto checked = one.reader.check(batch); !checked) return checked;
    for (std::size_t i = 0; i < batch.size() && !too_many_; ++i) {
      tally_.add(one.side, one.reader.row(batch, i, Spelling::kept), batch.line(i));
      too_many_ = tally_.memory_bytes() > kHeldBytes;
    }
    return insert(one.reader, batch, one.filler);
  }

  OneSide left_;
  OneSide right_;
  const Watch& watch_;
  RowTally tally_;
  bool too_many_ = false;
};

}  // namespace

Result<LiveComparison> LiveComparison::of(rows::RowSource& left, rows::RowSource& right, const Terms& terms,
                                          const Options& options, Watch& watch) {
  auto left_reader = RowReader::of(left, terms, Side::left);
  if (!left_reader) return failure(left_reader.error());
  auto right_reader = RowReader::of(right, terms, Side::right);
  if (!right_reader) return failure(right_reader.error());
  return LiveComparison(std::move(*left_reader), std::move(*right_reader), terms, options, watch);
}

LiveComparison::LiveComparison(RowReader left, RowReader right, const Terms& terms, const Options& options,
                               Watch& watch)
    : left_(std::move(left)),
      right_(std::move(right)),
      terms_(terms),
      options_(options),
      watch_(watch),
      items_(*RowItems::from(scheme_for(left_, right_), KeyHasher(HashFamily::fast, options.seed))),
      // Only where no row can be on one side twice do xor sums keep all items.
      arithmetic_(terms.key_is_unique && items_.by_key() ? CellArithmetic::xor_sums
                                                         : CellArithmetic::prime_field) {}

Result<Report> LiveComparison::run(ChangeSink& sink) {
  if (auto compared = compare(sink); !compared) return failure(compared.error());
  return report_;
}

Result<void> LiveComparison::compare(ChangeSink& sink) {
  if (options_.method == Method::exact) return compare_exactly(Reason::asked_for, sink);
  if (options_.method == Method::automatic && is_small(left_.source(), right_.source()))
    return compare_exactly(Reason::small_sources, sink);
  // Tables and rows in question are gone before the exact comparison takes the memory that is allowed.
  const auto open = compare_by_summary(sink);
  if (!open) return failure(open.error());
  return *open ? compare_exactly(**open, sink) : Result<void>();
}

Result<LiveComparison::Open> LiveComparison::compare_by_summary(ChangeSink& sink) {
  const auto shape = first_table_shape(items_, arithmetic_);
  if (!shape) return failure(shape.error());
  const SummaryPlan plan = plan_for(*shape);
  Summary left(plan);
  {
    Summary right(plan);
    account_for(left);
    if (options_.method == Method::automatic) {
      const auto found = found_in_step(left, right, sink);
      if (!found) return failure(found.error());
      if (*found) return Open();
    }
    if (auto filled = fill_both(left, right, Watch::Stage::reading); !filled) return failure(filled.error());
    if (auto subtracted = left.subtract(right); !subtracted) return failure(subtracted.error());
  }
  const Listing listing = left.table.list();
  if (listing.complete()) {
    report_.reason = Reason::fits_first_table;
    return fetch_rows(listing, sink);
  }
  report_.estimate = left.strata.estimate();
  return compare_planned(*report_.estimate, sink);
}

Result<bool> LiveComparison::found_in_step(Summary& left, Summary& right, ChangeSink& sink) {
  HeldRows held({left_, left}, {right_, right}, items_, watch_, options_.seed.derive(kPurposeOfTally));
  const auto ended = [&] {  // the stage is over before changes are handed on
    const auto shown = show(Watch::Stage::reading);
    return left_.source().read_in_step(right_.source(), held);
  }();
  if (!ended) return failure(ended.error());
  if (*ended == rows::InStep::lost || held.tally() == nullptr) return false;
  account_for_pass();
  report_.method = Method::in_step;
  report_.reason = Reason::same_order;
  report_.cells = 0;
  report_.sketch_bytes = 0;
  if (auto handed = held.tally()->hand_on(sink); !handed) return failure(handed.error());
  return true;
}

Result<void> LiveComparison::fill_both(Summary& left, Summary& right, Watch::Stage stage) {
  const auto shown = show(stage);
  SharedWatch watch(watch_);
  auto filled = at_the_same_time([&] { return fill(left_, items_, left, watch); },
                                 [&] { return fill(right_, items_, right, watch); }, watch);
  account_for_pass();
  return filled;
}

Result<LiveComparison::Open> LiveComparison::compare_planned(const StrataEstimate& estimate,
                                                             ChangeSink& sink) {
  const std::uint64_t rows = std::max(report_.rows_left, report_.rows_right);
  if (estimate.basis == StrataEstimate::Basis::none || estimate.most.value > rows / kLargeShare)
    return Open(Reason::large_share);
  const auto shape = planned_table_shape(items_, arithmetic_, estimate.most);
  if (!shape) return Open(Reason::table_too_large);
  if (3 * shape->table_bytes() > options_.memory_bytes) return Open(Reason::table_beyond_memory);
  if (auto rewound = rewind(); !rewound) return failure(rewound.error());
  const SummaryPlan plan = plan_for(*shape);
  Summary left(plan);
  Summary right(plan);
  account_for(left);
  if (auto filled = fill_both(left, right, Watch::Stage::reading_again); !filled)
    return failure(filled.error());
  if (auto subtracted = left.subtract(right); !subtracted) return failure(subtracted.error());
  const Listing listing = left.table.list();
  if (!listing.complete()) return Open(Reason::planned_did_not_list);
  report_.reason = Reason::table_was_planned;
  return fetch_rows(listing, sink);
}

Result<LiveComparison::Open> LiveComparison::fetch_rows(const Listing& listing, ChangeSink& sink) {
  report_.method = Method::sketch;
  report_.pair_error = std::ldexp(1.0, -8 * static_cast<int>(items_.scheme().digest_bytes));
  const WantedItems wanted(listing, items_, options_.seed.derive(kPurposeOfWanted));
  if (wanted.size() == 0) return Open();
  if (auto rewound = rewind_to_wanted(left_, wanted, Side::left, report_.rows_left); !rewound)
    return failure(rewound.error());
  if (auto rewound = rewind_to_wanted(right_, wanted, Side::right, report_.rows_right); !rewound)
    return failure(rewound.error());
  const Seed seed = options_.seed.derive(kPurposeOfTally);
  Fetched left(Side::left, wanted, options_.memory_bytes / 4, seed);
  Fetched right(Side::right, wanted, options_.memory_bytes / 4, seed);
  {
    const auto shown = show(Watch::Stage::fetching_rows);
    SharedWatch watch(watch_);
    auto fetched = at_the_same_time([&] { return fetch(left_, wanted, left, watch); },
                                    [&] { return fetch(right_, wanted, right, watch); }, watch);
    if (!fetched && !left.is_too_much() && !right.is_too_much()) return failure(fetched.error());
    account_for_pass();
  }
  if (left.is_too_much() || right.is_too_much()) return Open(Reason::rows_beyond_memory);
  // A row that was listed and is nowhere, or the other way round, shows a mistake of listing.
  if (!wanted.accounts_for(left.counts(), right.counts())) return Open(Reason::rows_unaccounted);
  left.tally().add(right.tally());
  if (auto handed = left.tally().hand_on(sink); !handed) return failure(handed.error());
  return Open();
}

Result<void> LiveComparison::compare_exactly(Reason reason, ChangeSink& sink) {
  report_.method = Method::exact;
  report_.pair_error = 0;
  report_.reason = reason;
  report_.cells = 0;
  report_.sketch_bytes = 0;
  if (auto rewound = rewind(); !rewound) return rewound;
  NoSpill no_spill;
  ExactComparison comparison(left_.source().name(), options_.memory_bytes, options_.seed,
                             options_.spill != nullptr ? *options_.spill : no_spill);
  {
    const auto shown = show(Watch::Stage::comparing);
    for (const Side side : {Side::left, Side::right}) {
      RowReader& rows = reader(side);
      const auto add = [&](const rows::RowBatch& batch) -> Result<void> {
        for (std::size_t i = 0; i < batch.size(); ++i) {
          if (auto added = comparison.add(side, rows.row(batch, i, Spelling::kept), batch.line(i)); !added)
            return added;
        }
        return {};
      };
      if (auto read = rows.read(add, watch_); !read) return read;
    }
    account_for_pass();
  }
  report_.spilled_bytes = comparison.spilled_bytes();
  return comparison.finish(sink, watch_);
}

Result<void> LiveComparison::rewind() {
  if (report_.passes == 0) return {};
  if (auto rewound = left_.source().rewind(); !rewound) return rewound;
  return right_.source().rewind();
}

SummaryPlan LiveComparison::plan_for(const IbltShape& shape) const {
  return {{terms_, Side::left, items_.scheme(), KeyHasher(HashFamily::fast, options_.seed)},
          shape,
          live_strata_shape()};
}

void LiveComparison::account_for(const Summary& summary) {
  report_.cells = summary.table.shape().cells().value;
  report_.sketch_bytes = summary.bytes();
}

void LiveComparison::account_for_pass() {
  ++report_.passes;
  // A pass over the rows in question alone reads fewer.
  report_.rows_left = std::max(report_.rows_left, left_.source().rows_read());
  report_.rows_right = std::max(report_.rows_right, right_.source().rows_read());
  report_.bytes_read += bytes_read();
}

std::unique_ptr<Watch::Shown> LiveComparison::show(Watch::Stage stage) {
  const auto left = left_.source().size();
  const auto right = right_.source().size();
  return watch_.show(
      {stage, [this] { return bytes_read(); }, left && right ? std::optional(*left + *right) : std::nullopt});
}

}  // namespace peel::reconcile
