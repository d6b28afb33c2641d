#include "peel/reconcile/endpoint.hpp"

#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/row_reader.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include "reconcile/far/row_cells.hpp"
#include "reconcile/scan.hpp"

#include <utility>

namespace peel::reconcile {

Summary::Summary(const SummaryPlan& plan)
    : table(plan.table, plan.hashing.family(), plan.hashing.seed()),
      strata(plan.strata, plan.hashing.family(), plan.hashing.seed()) {}

std::uint64_t Summary::bytes() const {
  return table.shape().table_bytes() +
         strata.shape().levels().value * strata.shape().level_shape().table_bytes();
}

Result<void> Summary::subtract(const Summary& other) {
  if (auto subtracted = table.subtract(other.table); !subtracted) return subtracted;
  return strata.subtract(other.strata);
}

const SketchDescription* Endpoint::sketched() const {
  if (const Sketch* const sized = sketch()) return &sized->description;
  if (const RatelessSketch* const endless = rateless()) return &endless->description;
  return nullptr;
}

Result<void> Endpoint::fill(const ItemPlan&, RatelessCells&, Watch&) {
  return failure(ErrorCode::unsupported, name() + " has no rows that could be read");
}

Result<std::unique_ptr<CellStream>> Endpoint::stream(const ItemPlan&, const RatelessShape&, std::uint64_t) {
  return failure(ErrorCode::unsupported, name() + " has no rows that could be read");
}

Result<void> Endpoint::scan(const Terms&, Side, RowVisitor&, Watch&) {
  return failure(ErrorCode::unsupported, name() + " has no rows that could be read");
}

Result<std::unique_ptr<Edit>> Endpoint::edit(const EditRoom&) {
  return failure(ErrorCode::unsupported, name() + " may only be read");
}

Result<Terms> agree(const Endpoint& left, const Endpoint& right, const TermsRequest& request) {
  const SketchDescription* const sketch = left.sketched() != nullptr ? left.sketched() : right.sketched();
  if (sketch == nullptr) return agree(left.party(), right.party(), request);
  Terms terms = terms_of(*sketch);
  const std::vector<std::string> key(terms.columns.names.begin(),
                                     terms.columns.names.begin() + sketch->key_columns);
  const bool asks_for_more = !request.columns.empty() || !request.ignore.empty() || !request.map.empty() ||
                             !request.tolerances.empty() || (!request.key.empty() && request.key != key);
  if (asks_for_more) {
    return failure(
        ErrorCode::incompatible,
        (left.sketched() != nullptr ? left : right).name() +
            " is a sketch, which says itself what its key and its columns are; ask for nothing else");
  }
  terms.left_place = left.place();
  terms.right_place = right.place();
  for (const Side side : {Side::left, Side::right}) {
    const Endpoint& endpoint = side == Side::left ? left : right;
    if (endpoint.sketched() != nullptr) continue;
    if (endpoint.schema().is_table != terms.is_table) {
      return failure(ErrorCode::incompatible, endpoint.name() +
                                                  (terms.is_table ? " is read as lines and the sketch"
                                                                  : " is a table and the sketch") +
                                                  (terms.is_table ? " is of a table" : " is of lines"));
    }
    if (const auto missing = missing_column(endpoint.party(), terms, side))
      return failure(ErrorCode::incompatible, endpoint.name() + " has no column " + *missing);
  }
  return terms;
}

Result<Summary> RowsEndpoint::summarise(const SummaryPlan& plan, Watch& watch) {
  const auto items = RowItems::from(plan.scheme, plan.hashing);
  if (!items) return failure(items.error());
  auto reader = RowReader::of(*source_, plan.terms, plan.side);
  if (!reader) return failure(reader.error());
  Summary summary(plan);
  if (auto filled = reconcile::fill(*reader, *items, summary, watch); !filled) return failure(filled.error());
  return summary;
}

Result<void> RowsEndpoint::fill(const ItemPlan& plan, RatelessCells& cells, Watch& watch) {
  const auto items = RowItems::from(plan.scheme, plan.hashing);
  if (!items) return failure(items.error());
  auto reader = RowReader::of(*source_, plan.terms, plan.side);
  if (!reader) return failure(reader.error());
  return reconcile::fill(*reader, *items, cells, watch);
}

Result<std::unique_ptr<CellStream>> RowsEndpoint::stream(const ItemPlan& plan, const RatelessShape& shape,
                                                         std::uint64_t memory_bytes) {
  return RowCells::of(*source_, plan, shape, memory_bytes);
}

Result<void> RowsEndpoint::scan(const Terms& terms, Side side, RowVisitor& visitor, Watch& watch) {
  auto reader = RowReader::of(*source_, terms, side);
  if (!reader) return failure(reader.error());
  if (auto rewound = source_->rewind(); !rewound) return rewound;
  std::size_t number = 0;
  const auto visit = [&](const rows::RowBatch& batch) -> Result<void> {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const rows::CanonicalRow row = reader->row(batch, i, rows::Spelling::kept);
      if (auto visited = visitor.visit(number++, row, batch.line(i)); !visited) return visited;
    }
    return {};
  };
  return reader->read(visit, watch);
}

Result<void> RowsEndpoint::resolve(const ItemPlan& plan, const WantedItems& wanted, RowVisitor& visitor,
                                   Watch& watch) {
  auto reader = RowReader::of(*source_, plan.terms, plan.side);
  if (!reader) return failure(reader.error());
  // Without a check of what was found, rows are looked up only where keys are what the source stores.
  const bool stores_keys = plan.scheme.key_form == ItemScheme::KeyForm::typed &&
                           plan.terms.typing == Typing::strict && !plan.terms.is_json &&
                           schema().is_typed() && !schema().has_paths;
  if (!stores_keys) {
    if (auto rewound = source_->rewind(); !rewound) return rewound;
    return fetch(*reader, wanted, visitor, watch);
  }
  if (auto rewound = rewind_to_wanted(*reader, wanted, plan.side, source_->rows_read()); !rewound)
    return rewound;
  return fetch(*reader, wanted, visitor, watch);
}

SketchEndpoint::SketchEndpoint(std::string name, Content content)
    : name_(std::move(name)), content_(std::move(content)) {
  const SketchDescription& description = *sketched();
  schema_.is_table = description.is_table();
  schema_.columns = description.columns;
  schema_.has_names = description.has_header;
  for (const std::uint8_t type : description.types) schema_.types.push_back(rows::ColumnType{type});
  schema_.key.assign(description.columns.begin(), description.columns.begin() + description.key_columns);
}

namespace {

tl::unexpected<Error> difference_of_sketches(const std::string& name) {
  return failure(ErrorCode::incompatible,
                 name +
                     " holds the difference of two sketches; accepted is the sketch of a source, and peel "
                     "inspect says how much is in a difference");
}

}  // namespace

Result<SketchEndpoint> SketchEndpoint::from(std::string name, Sketch sketch) {
  if (static_cast<std::uint64_t>(sketch.rows) != sketch.table.gross_total())
    return difference_of_sketches(name);
  if (const auto filler = SketchFiller::for_sketch(sketch); !filler)
    return failure(filler.error().code(), name + ": " + filler.error().sentence());
  return SketchEndpoint(std::move(name), std::move(sketch));
}

Result<SketchEndpoint> SketchEndpoint::from(std::string name, RatelessSketch sketch) {
  const RatelessTotals& totals = sketch.cells.totals();
  if (static_cast<std::uint64_t>(sketch.rows) != totals.gross || totals.net != sketch.rows)
    return difference_of_sketches(name);
  if (const auto items = items_of_sketch(sketch); !items)
    return failure(items.error().code(), name + ": " + items.error().sentence());
  return SketchEndpoint(std::move(name), std::move(sketch));
}

Result<Summary> SketchEndpoint::summarise(const SummaryPlan& plan, Watch&) {
  const Sketch* const sized = sketch();
  const bool is_hashed_so = sized != nullptr && plan.hashing.family() == sized->strata.family() &&
                            plan.hashing.seed() == sized->strata.seed();
  if (!is_hashed_so || !offers(plan.scheme) || plan.table != sized->table.shape() ||
      plan.strata != sized->strata.shape()) {
    return failure(ErrorCode::unsupported,
                   name_ + " is a sketch of other items, of another seed, or of another size");
  }
  Summary summary(plan);
  summary.table = sized->table;
  summary.strata = sized->strata;
  summary.rows = static_cast<std::uint64_t>(sized->rows);
  return summary;
}

}  // namespace peel::reconcile
