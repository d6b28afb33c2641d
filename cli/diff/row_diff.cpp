#include "cli/diff/row_diff.hpp"

#include "peel/reconcile/reconcile.hpp"

#include "cli/column_advice.hpp"
#include "cli/diff/patch.hpp"
#include "cli/present/diff_report.hpp"
#include "cli/present/path_notes.hpp"
#include "cli/progress_watch.hpp"
#include "cli/sketch_like.hpp"
#include "cli/unlike_lines.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

namespace peel::cli {

namespace {

using reconcile::Endpoint;
using reconcile::Side;

struct Pair {
  std::unique_ptr<Endpoint> left;
  std::unique_ptr<Endpoint> right;
  Terms terms;

  // The side that has rows, if only one has.
  const std::string& name_of_source() const { return (left->rows() != nullptr ? left : right)->name(); }
};

Result<Pair> open_sources(const DiffOptions& options, const DiffChoices& choices,
                          const sources::Argument& left, const sources::Argument& right) {
  SourceOptions reading = options.source;
  reading.memory_bytes = choices.comparison.memory_bytes;
  auto left_rows = open_source(left, reading, Side::left);
  if (!left_rows) return failure(left_rows.error());
  auto right_rows = open_source(right, reading, Side::right);
  if (!right_rows) return failure(right_rows.error());
  auto terms =
      terms_of(reconcile::Party::of(**left_rows), reconcile::Party::of(**right_rows), options.source);
  if (!terms) return failure(terms.error());
  for (const auto* const rows : {&*left_rows, &*right_rows}) {
    if (auto noted = note_unlike_lines(**rows); !noted) return failure(noted.error());
  }
  return Pair{std::make_unique<reconcile::RowsEndpoint>(std::move(*left_rows)),
              std::make_unique<reconcile::RowsEndpoint>(std::move(*right_rows)), std::move(*terms)};
}

// At least one side is on another machine.
Result<Pair> open_far_sides(const DiffOptions& options, const DiffChoices& choices,
                            const sources::Argument& left, const sources::Argument& right,
                            const reconcile::Watch& watch) {
  if (choices.is_patch()) {
    return failure(ErrorCode::unsupported,
                   "a patch is made of two databases at hand; copy one of them here, or use --json");
  }
  SourceOptions reading = options.source;
  reading.memory_bytes = choices.comparison.memory_bytes;
  auto left_side = open_side(left, reading, Side::left, watch);
  if (!left_side) return failure(left_side.error());
  auto right_side = open_side(right, reading, Side::right, watch);
  if (!right_side) return failure(right_side.error());
  auto terms = terms_of((*left_side)->party(), (*right_side)->party(), options.source);
  if (!terms) return failure(terms.error());
  return Pair{std::move(*left_side), std::move(*right_side), std::move(*terms)};
}

// At least one side is a sketch, and says what rows are.
Result<Pair> open_beside_sketch(const DiffOptions& options, const DiffChoices& choices,
                                const sources::Argument& left, const sources::Argument& right,
                                SketchedSides sketches) {
  if (choices.is_patch()) {
    return failure(
        ErrorCode::unsupported,
        "a patch needs the rows of both sides, and a sketch has none; compare the sources themselves");
  }
  if (options.method || options.memory)
    return refused("--method and --memory are for two files; leave them out where a side is a sketch");
  const reconcile::SketchEndpoint& known = *sketches.known();
  if (auto checked = check_options(known, options.source); !checked) return failure(checked.error());
  if (options.source.where && sketches.left && sketches.right)
    return refused("--where chooses rows, and sketches have none; give it to peel sketch");
  Pair pair{.left = {}, .right = {}, .terms = reconcile::terms_of(*known.sketched())};
  if (!sketches.left || !sketches.right) {
    auto rows = open_rows_like(known, sketches.left ? right : left, options.source, Passes::several);
    if (!rows) return failure(rows.error());
    (sketches.left ? pair.terms.right_place : pair.terms.left_place) = (*rows)->place();
    (sketches.left ? pair.right : pair.left) = std::make_unique<reconcile::RowsEndpoint>(std::move(*rows));
  }
  if (sketches.left) pair.left = std::move(sketches.left);
  if (sketches.right) pair.right = std::move(sketches.right);
  return pair;
}

}  // namespace

Error with_remedy(const Error& error, const Endpoint& left, const Endpoint& right) {
  const bool are_unlike =
      error.code() == ErrorCode::incompatible && left.sketched() != nullptr && right.sketched() != nullptr;
  return are_unlike ? Error(error.code(),
                            error.sentence() + "; make one of them again with peel sketch --like the other")
                    : error;
}

Result<Status> diff_rows(const DiffOptions& options, const DiffChoices& choices,
                         const sources::Argument& left, const sources::Argument& right,
                         SketchedSides sketches, Output& output) {
  const auto deadline = deadline_of(options.source);
  if (!deadline) return failure(deadline.error());
  ProgressWatch watch(choices.progress, *deadline);
  auto pair = sketches.known() != nullptr
                  ? open_beside_sketch(options, choices, left, right, std::move(sketches))
              : left.far || right.far ? open_far_sides(options, choices, left, right, watch)
                                      : open_sources(options, choices, left, right);
  if (!pair) return failure(pair.error());
  std::optional<Patch> patch;
  if (choices.is_patch()) {
    patch.emplace(options, choices);
    if (auto begun = patch->begin_table(*pair->left->rows(), *pair->right->rows(), pair->terms); !begun)
      return failure(begun.error());
  }
  const auto compare = [&](reconcile::ChangeSink& shown) -> Result<Found> {
    reconcile::Tee both(shown, patch ? patch->sink() : shown);
    const auto report = reconcile::reconcile(*pair->left, *pair->right, pair->terms, choices.comparison,
                                             patch ? both : shown, watch);
    if (!report) return failure(with_remedy(report.error(), *pair->left, *pair->right));
    if (pair->left->rows() != nullptr && pair->right->rows() != nullptr)
      note_paths_not_found(*pair->left->rows(), *pair->right->rows(), pair->terms);
    std::string gap = gap_in_words(*report, pair->name_of_source());
    pair->left.reset();
    pair->right.reset();
    if (patch) {
      patch->end_table();
      if (auto written = patch->write(output); !written) return failure(written.error());
    }
    return Found{*report, std::move(gap)};
  };
  return present(options, choices, pair->terms, output, compare);
}

}  // namespace peel::cli
