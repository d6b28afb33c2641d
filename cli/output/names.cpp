#include "cli/output/names.hpp"

#include <algorithm>

namespace peel::cli {

std::string_view name_of(HashFamily family) {
  switch (family) {
    case HashFamily::fast:
      return "fast";
    case HashFamily::siphash:
      return "siphash";
  }
  return "unknown";
}

std::string_view name_of(PlacementKind placement) {
  switch (placement) {
    case PlacementKind::partitioned:
      return "partitioned";
    case PlacementKind::coupled:
      return "coupled";
  }
  return "unknown";
}

std::string_view name_of(CellArithmetic arithmetic) {
  switch (arithmetic) {
    case CellArithmetic::xor_sums:
      return "xor_sums";
    case CellArithmetic::wrapping_sums:
      return "wrapping_sums";
    case CellArithmetic::prime_field:
      return "prime_field";
  }
  return "unknown";
}

std::string_view name_of(CellChecks checks) {
  switch (checks) {
    case CellChecks::none:
      return "none";
    case CellChecks::keys:
      return "keys";
    case CellChecks::keys_and_values:
      return "keys_and_values";
  }
  return "unknown";
}

std::string_view name_of(wire::IbltForm form) {
  switch (form) {
    case wire::IbltForm::plain:
      return "plain";
    case wire::IbltForm::compact:
      return "compact";
  }
  return "unknown";
}

std::string_view name_of(ListingOutcome outcome) {
  switch (outcome) {
    case ListingOutcome::complete:
      return "complete";
    case ListingOutcome::incomplete:
      return "incomplete";
    case ListingOutcome::malformed:
      return "malformed";
  }
  return "unknown";
}

std::string_view name_of(SketchDescription::Items items) {
  switch (items) {
    case SketchDescription::Items::lines:
      return "lines";
    case SketchDescription::Items::rows:
      return "rows";
  }
  return "unknown";
}

std::string_view name_of(StrataEstimate::Basis basis) {
  switch (basis) {
    case StrataEstimate::Basis::exact:
      return "exact";
    case StrataEstimate::Basis::sampled:
      return "sampled";
    case StrataEstimate::Basis::none:
      return "none";
  }
  return "unknown";
}

std::vector<std::string_view> names_of(const IbltFaults& faults) {
  std::vector<std::string_view> names;
  if (faults.extraneous_deletions) names.emplace_back("extraneous_deletions");
  if (faults.several_values) names.emplace_back("several_values");
  if (faults.duplicates) names.emplace_back("duplicates");
  return names;
}

std::string in_words(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace peel::cli
