#include "cli/present/diff_summary.hpp"

#include "cli/numbers.hpp"

#include <fmt/format.h>

namespace peel::cli {

using reconcile::Gap;
using reconcile::Method;
using reconcile::Reason;

std::string_view name_of(Method method) {
  switch (method) {
    case Method::automatic:
      break;
    case Method::in_step:
      return "in_step";
    case Method::sketch:
      return "sketch";
    case Method::exact:
      return "exact";
    case Method::sketch_file:
      return "sketch_file";
    case Method::tree:
      return "tree";
    case Method::mixed:
      return "mixed";
  }
  return "";
}

std::string_view in_words(Reason reason) {
  switch (reason) {
    case Reason::none:
      break;
    case Reason::asked_for:
      return "asked for";
    case Reason::same_order:
      return "the rows are in the same order";
    case Reason::small_sources:
      return "small files";
    case Reason::fits_first_table:
      return "the difference fits the first table";
    case Reason::table_was_planned:
      return "the difference was estimated, then a table planned for it";
    case Reason::large_share:
      return "the difference is a large share of the rows";
    case Reason::table_too_large:
      return "no table is large enough";
    case Reason::table_beyond_memory:
      return "a table for the difference would exceed --memory";
    case Reason::planned_did_not_list:
      return "a table of planned size did not list";
    case Reason::rows_beyond_memory:
      return "the rows in question exceed --memory";
    case Reason::rows_unaccounted:
      return "the rows found do not account for what was listed";
    case Reason::listed_from_stream:
      return "cells were sent until the difference was listed";
    case Reason::side_is_sketch:
      return "a side is a sketch";
    case Reason::each_table_by_itself:
      return "each table by itself";
    case Reason::contents_read:
      return "entries by path, files of one size byte by byte";
    case Reason::size_and_time:
      return "entries by path, files by size and time";
    case Reason::paths_alone:
      return "entries by path";
  }
  return "";
}

std::string gap_in_words(const reconcile::Report& report, std::string_view source) {
  switch (report.gap) {
    case Gap::none:
    case Gap::unreadable:
      break;
    case Gap::beyond_estimate:
      return "more items differ than can be estimated; compare the sources themselves";
    case Gap::unlucky_table:
      return fmt::format(
          "about {} items differ and some could not be listed, which happens now and then; make the sketch "
          "again with another --seed, or with --capacity {}",
          grouped(report.about), report.capacity_needed);
    case Gap::beyond_capacity:
      return fmt::format(
          "about {} items differ (a changed row is two), more than the sketch can list; make it again with "
          "--capacity {}",
          grouped(report.about), report.capacity_needed);
    case Gap::rows_not_found:
      return fmt::format(
          "{} of the rows listed are not in {}: the sketch is damaged or its listing went wrong; make it "
          "again "
          "with another --seed",
          report.missing, source);
  }
  return "";
}

}  // namespace peel::cli
